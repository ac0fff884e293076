// Reads a regular file with a size limit, and describes why it could not.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname } from 'node:path';

import { fail, findNearestName, ok, type Result } from '../domain/index.js';

export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly stat: Stats;
}

/**
 * Bytes of a regular file of at most `maxBytes`; with `links` `refuse` the last part of the path
 * must not be a symbolic link. Fault codes `config.no-file`, `config.not-a-file`,
 * `config.too-large`, `config.unreadable`.
 */
export function readBytes(
  file: string,
  maxBytes: number,
  links: 'follow' | 'refuse',
): Result<FileBytes> {
  // Without O_NONBLOCK, opening a pipe would block until its writer opens it.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  let handle: number;
  try {
    handle = openSync(file, links === 'follow' ? flags : flags | constants.O_NOFOLLOW);
  } catch (error) {
    return failToOpen(file, error);
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) {
      const found = stat.isDirectory() ? 'a directory' : 'a pipe or a device';
      return fail('config.not-a-file', `expected a file, found ${found}`, file);
    }
    if (stat.size > maxBytes) {
      const message = `expected at most ${String(maxBytes)} bytes, found ${String(stat.size)}`;
      return fail('config.too-large', message, file);
    }
    return ok({ bytes: readFileSync(handle), stat });
  } catch (error) {
    return fail('config.unreadable', `expected a readable file, found ${codeOf(error)}`, file);
  } finally {
    closeSync(handle);
  }
}

function failToOpen(file: string, error: unknown): Result<never> {
  const code = codeOf(error);
  if (code === 'ENOENT') {
    return fail('config.no-file', `expected a file, found none${suggestName(file)}`, file);
  }
  if (code === 'ELOOP') {
    return fail('config.not-a-file', 'expected a file, found a symbolic link', file);
  }
  return fail('config.unreadable', `expected a readable file, found ${code}`, file);
}

function suggestName(file: string): string {
  const folder = dirname(file);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return `: there is no folder ${folder}`;
  }
  const name = findNearestName(basename(file), names);
  return name === undefined ? '' : ` (did you mean ${name}?)`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
