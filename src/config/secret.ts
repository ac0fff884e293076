// Reads a secret from where a configuration says it is kept; a secret never stands in a message.
import { fail, ok, type Result } from '../domain/index.js';
import { readBytes } from './read-bytes.js';

/** Where a secret is kept: exactly one of the two. */
export interface SecretSource {
  /** Name of an environment variable. */
  readonly env?: string | undefined;
  /** Path of a file that only its owner may read. */
  readonly file?: string | undefined;
}

const MAX_BYTES = 65_536;

/**
 * One line of text from an environment variable, or from a file that belongs to the caller, is no
 * symbolic link and is closed to group and others. `name` says in messages what it is for. Fault
 * codes `config.secret`, `config.secret-file` and those of `readBytes`.
 */
export function readSecret(
  source: SecretSource,
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): Result<string> {
  const { env, file } = source;
  if (env !== undefined && file === undefined) {
    const value = environment[env];
    const place = `environment variable ${env}`;
    if (value !== undefined) return checkText(value, name, place);
    return fail('config.secret', `${name}: expected ${place}, found it not set`);
  }
  if (file !== undefined && env === undefined) return readSecretFile(file, name);
  const found = env === undefined ? 'neither' : 'both';
  return fail('config.secret', `${name}: expected either \`env\` or \`file\`, found ${found}`);
}

function readSecretFile(file: string, name: string): Result<string> {
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
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  return checkText(text, name, file);
}

/** A line break or another control character would damage the header or signature it goes into. */
function checkText(text: string, name: string, place: string): Result<string> {
  if (text === '') return fail('config.secret', `${name}: expected a secret, found none`, place);
  if (!/[\p{Cc}\uFFFD]/u.test(text)) return ok(text);
  const message = `${name}: expected one line of UTF-8 text, found a control or damaged character`;
  return fail('config.secret', message, place);
}
