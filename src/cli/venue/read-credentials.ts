// Reads the login of a configuration; its secret is read once and removed from the environment.
import { checkTrust } from '../../session/index.js';
import { type LoginSettings, type LoginText, type PlanText, readLogin } from '../../plan/index.js';
import { printNote, unwrap } from '../output.js';

/** Environment to read secrets from, and the function that prints warnings about it. */
export const SECRET_PORTS = { environment: process.env, warn: printNote };

/** The venue login with its secret, which is then hidden from child processes. */
export function readOwnLogin(plan: PlanText): LoginSettings {
  unwrap(checkTrust(plan.config.venue?.environment ?? 'paper', process.env));
  const login = unwrap(readLogin(plan, SECRET_PORTS));
  forgetSecrets(plan);
  return login;
}

export function forgetSecrets({
  config: { venue },
}: {
  readonly config: Partial<LoginText['config']>;
}): void {
  for (const name of [venue?.password?.env, venue?.hmac?.secret.env]) {
    if (name !== undefined) Reflect.deleteProperty(process.env, name);
  }
}
