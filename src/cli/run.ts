// weir run CONFIG: the configuration's strategies against the venue at its base URL.
import { faultAt, locate, readSecret } from '../config/index.js';
import { loadPlan, type Plan, resolveBeside } from '../session/index.js';
import { runLive } from './live.js';
import { toCommandError, unwrap } from './output.js';
import { loadRegistry } from './registry.js';
import { Signals } from './signals.js';

export interface RunArguments {
  readonly config: string;
  readonly out?: string | undefined;
  readonly json: boolean;
}

export async function run({ config, out, json }: RunArguments): Promise<number> {
  const signals = new Signals();
  const plan = unwrap(await loadPlan(config, await loadRegistry()));
  return runLive({ mode: 'run', signals, plan, login: readLogin(plan), out, json });
}

function readLogin(plan: Plan) {
  const { venue } = plan.config;
  if (venue === undefined) {
    const message = 'expected `venue:` with baseUrl, user, org and password, found none';
    throw toCommandError(faultAt(plan.source, [], 'config.missing-key', message));
  }
  const { env, file } = venue.password;
  const source = file === undefined ? { env } : { env, file: resolveBeside(plan.file, file) };
  const secret = readSecret(source, 'venue.password', process.env);
  if (!secret.ok) {
    const { line, column } = locate(plan.source, ['venue', 'password']) ?? { line: 1, column: 1 };
    const where = `${plan.file}:${String(line)}:${String(column)}`;
    const place = secret.fault.where === undefined ? '' : `${secret.fault.where}: `;
    const message = `${place}${secret.fault.message}`;
    throw toCommandError({ ...secret.fault, message, where });
  }
  const { baseUrl, user, org } = venue;
  return { baseUrl, user, org, password: secret.value };
}
