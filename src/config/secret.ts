// Reads a secret from the place that a configuration names; no message contains a secret.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import { readBytes } from './read-bytes.js';

/** Place of a secret: exactly one of the two. */
export interface SecretSource {
  /** Name of an environment variable. */
  readonly env?: string | undefined;
  /** Path of a file that only its owner may read. */
  readonly file?: string | undefined;
}

export interface SecretPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called with what was corrected, without the secret. */
  readonly warn?: (message: string) => void;
  /** Whether the secret is published, so that it may be in a repository. */
  readonly isPublished?: (secret: string) => boolean;
}

const MAX_BYTES = 65_536;

/**
 * Reads one line of text from an environment variable, or from a file that belongs to the caller,
 * is no symbolic link, is closed to group and others and is in no repository. `name` describes it
 * in messages. Fault codes `config.secret`, `config.secret-file` and those of `readBytes`.
 */
export function readSecret(source: SecretSource, name: string, ports: SecretPorts): Result<string> {
  const { env, file } = source;
  const { environment } = ports;
  if (env !== undefined && file === undefined) {
    const value = environment[env];
    const place = `environment variable ${env}`;
    if (value !== undefined) return checkText(value, name, place);
    return fail('config.secret', `${name}: ${place} is not set`);
  }
  if (file !== undefined && env === undefined) return readSecretFile(file, name, ports);
  const found = env === undefined ? 'neither' : 'both';
  return fail('config.secret', `${name}: expected either \`env\` or \`file\`, found ${found}`);
}

function readSecretFile(
  file: string,
  name: string,
  { warn, isPublished }: SecretPorts,
): Result<string> {
  const read = readBytes(file, MAX_BYTES, 'refuse');
  if (!read.ok) return read;
  const { bytes, stat } = read.value;
  if ((stat.mode & 0o077) !== 0) {
    const mode = (stat.mode & 0o777).toString(8).padStart(4, '0');
    const expected = 'expected a file that only its owner may read (chmod 600)';
    const message = `${name}: ${expected}, found mode ${mode}`;
    return fail('config.secret-file', message, file);
  }
  if (process.getuid !== undefined && stat.uid !== process.getuid()) {
    const message = `${name}: expected a file of the user who runs Weir, found one of another user`;
    return fail('config.secret-file', message, file);
  }
  const whole = Buffer.from(bytes).toString('utf8');
  const text = whole.replace(/\r?\n$/, '');
  const checked = checkText(text, name, file);
  if (!checked.ok) return checked;
  const repository = findRepository(file);
  if (repository !== undefined && isPublished?.(text) !== true) {
    const message = `${name}: expected a file outside of any repository, found it in ${repository}`;
    return fail('config.secret-file', message, file);
  }
  if (text !== whole)
    warn?.(`${file}: ${name}: the line break at its end is not part of the secret`);
  return checked;
}

/** Repository of a file, whose content gets copied and published. */
function findRepository(file: string): string | undefined {
  for (let folder = realpathSync(dirname(file)), last = ''; folder !== last;) {
    if (existsSync(join(folder, '.git'))) return folder;
    last = folder;
    folder = dirname(folder);
  }
  return undefined;
}

/** A line break or another control character would break the header or signature. */
function checkText(text: string, name: string, place: string): Result<string> {
  if (text.trim() === '') {
    return fail('config.secret', `${name}: expected a secret, found none`, place);
  }
  // Not removed silently: a wrong secret would cost login attempts.
  if (text.startsWith('\uFEFF')) {
    const found = 'found a byte order mark before it: save it without one';
    return fail('config.secret', `${name}: expected a secret alone, ${found}`, place);
  }
  if (!/[\p{Cc}\uFFFD]/u.test(text)) return ok(text);
  const message = `${name}: expected one line of UTF-8 text, found a control or damaged character`;
  return fail('config.secret', message, place);
}
