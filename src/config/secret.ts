// Reads a secret from where a configuration says it is kept; a secret never stands in a message.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import { readBytes } from './read-bytes.js';

/** Where a secret is kept: exactly one of the two. */
export interface SecretSource {
  /** Name of an environment variable. */
  readonly env?: string | undefined;
  /** Path of a file that only its owner may read. */
  readonly file?: string | undefined;
}

export interface SecretPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told what was put right, without the secret. */
  readonly warn?: (message: string) => void;
  /** Whether everybody may know this secret, so that it may lie in a repository. */
  readonly isPublished?: (secret: string) => boolean;
}

const MAX_BYTES = 65_536;

/**
 * One line of text from an environment variable, or from a file that belongs to the caller, is no
 * symbolic link, is closed to group and others and lies in no repository. `name` says in messages
 * what it is for. Fault codes `config.secret`, `config.secret-file` and those of `readBytes`.
 */
export function readSecret(source: SecretSource, name: string, ports: SecretPorts): Result<string> {
  const { env, file } = source;
  const { environment } = ports;
  if (env !== undefined && file === undefined) {
    const value = environment[env];
    const place = `environment variable ${env}`;
    if (value !== undefined) return checkText(value, name, place);
    return fail('config.secret', `${name}: expected ${place}, found it not set`);
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
  if (text !== whole) warn?.(`${file}: ${name}: the line break at its end is not part of it`);
  return checked;
}

/** The repository that a file lies in: what is in there gets copied and published. */
function findRepository(file: string): string | undefined {
  for (let folder = realpathSync(dirname(file)), last = ''; folder !== last;) {
    if (existsSync(join(folder, '.git'))) return folder;
    last = folder;
    folder = dirname(folder);
  }
  return undefined;
}

/** A line break or another control character would damage the header or signature it goes into. */
function checkText(text: string, name: string, place: string): Result<string> {
  if (text.trim() === '') {
    return fail('config.secret', `${name}: expected a secret, found none`, place);
  }
  // Not dropped: who guesses at a secret loses logins.
  if (text.startsWith('\uFEFF')) {
    const found = 'found a byte order mark before it: save it without one';
    return fail('config.secret', `${name}: expected a secret alone, ${found}`, place);
  }
  if (!/[\p{Cc}\uFFFD]/u.test(text)) return ok(text);
  const message = `${name}: expected one line of UTF-8 text, found a control or damaged character`;
  return fail('config.secret', message, place);
}
