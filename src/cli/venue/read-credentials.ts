// The login of a command's configuration: its secret is read once and then forgotten by the
// process.
import { checkTrust } from '../../session/index.js';
import { type LoginSettings, type LoginText, type PlanText, readLogin } from '../../plan/index.js';
import { printNote, unwrap } from '../output.js';

/** What a secret is read with: the environment, and where to say what was put right in it. */
export const SECRET_PORTS = { environment: process.env, warn: printNote };

/** The venue and its secret, which no process that this one starts will see. */
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
