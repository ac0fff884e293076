// weir run CONFIG: the configuration's strategies against the venue at its base URL.
import { loadPlan, readLogin } from '../session/index.js';
import { runLive } from './live.js';
import { unwrap } from './output.js';
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
  const login = unwrap(readLogin(plan, process.env));
  return runLive({ mode: 'run', signals, plan, login, out, json });
}
