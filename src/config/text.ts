// Text of a configuration file, with the hash by which a session records it.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { fail, ok, type Result } from '../domain/index.js';
import { readBytes } from './read-bytes.js';

/** A text and the name of its file, as messages print it. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

export interface LoadedText extends SourceText {
  /** SHA-256 of the file's bytes, lower-case hex. */
  readonly sha256: string;
}

const MEBIBYTE = 1_048_576;

/**
 * Reads a UTF-8 text file of at most `maxBytes`; drops a byte order mark. Fault codes of
 * `readBytes`, `config.not-utf8` and `config.empty`.
 */
export function readText(file: string, maxBytes: number = MEBIBYTE): Result<LoadedText> {
  const read = readBytes(file, maxBytes, 'follow');
  if (!read.ok) return read;
  const { bytes } = read.value;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const line = findBadLine(bytes);
    const message = 'expected UTF-8 text, found bytes that are not UTF-8';
    return fail('config.not-utf8', message, `${file}:${String(line)}`);
  }
  if (text.trim() === '') return fail('config.empty', 'expected text, found an empty file', file);
  return ok({ file, text, sha256: createHash('sha256').update(bytes).digest('hex') });
}

/** Line of the first replacement character of a lenient decoder. */
function findBadLine(bytes: Uint8Array): number {
  const lenient = new TextDecoder().decode(bytes);
  return lenient.slice(0, lenient.indexOf('\uFFFD')).split('\n').length;
}

/** Path of a file or folder with every link resolved; undefined where there is none. */
export function findRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
