// Tag before a secret that names its environment, so that nobody confuses two secrets (S39).
import { fail, ok, type Result } from '../domain/index.js';

const TAG = /^weir-(paper|test|live):/;

/**
 * The secret without its tag, `weir-live:` for instance. Fault code `config.secret` for the tag of
 * another environment, for a missing tag in live, and for a tag without a secret.
 */
export function splitSecretEnvironment(
  text: string,
  environment: string,
  name: string,
): Result<string> {
  const tag = TAG.exec(text);
  const found = tag?.[1];
  const isRight = found === environment || (found === undefined && environment !== 'live');
  const secret = text.slice(tag?.[0].length ?? 0);
  if (isRight && secret !== '') return ok(secret);
  if (isRight) return fail('config.secret', `${name}: expected a secret, found nothing`);
  const what = found === undefined ? 'none' : `weir-${found}:`;
  const message = `${name}: expected a secret that begins with weir-${environment}:, found ${what}`;
  return fail('config.secret', message);
}
