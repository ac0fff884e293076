// weir run CONFIG: the configuration's strategies against the venue at its base URL.
import { url as findInspector } from 'node:inspector';
import {
  checkStart,
  loadPlan,
  type ProcessFacts,
  toIdentity,
  toStatePath,
} from '../session/index.js';
import { findGuard } from './guard-process.js';
import { runLive } from './live.js';
import { unwrap } from './output.js';
import { readOwnLogin } from './own-login.js';
import { loadRegistry } from './registry.js';
import { Signals } from './signals.js';

export interface RunArguments {
  readonly config: string;
  readonly out?: string | undefined;
  readonly state?: string | undefined;
  readonly json: boolean;
}

export async function run({ config, out, state, json }: RunArguments): Promise<number> {
  const signals = new Signals();
  const plan = unwrap(await loadPlan(config, await loadRegistry()));
  const login = readOwnLogin(plan);
  const { baseUrl } = login;
  const environment = plan.config.venue?.environment ?? 'paper';
  unwrap(checkStart({ environment, baseUrl }, describeProcess()));
  const dir = state ?? toStatePath(toIdentity(plan, login));
  const options = { mode: 'run', signals, plan, login, out, state: dir, json } as const;
  return runLive({ ...options, ...findGuard(plan, login) });
}

function describeProcess(): ProcessFacts {
  const { execArgv, env: environment } = process;
  return { execArgv, environment, isInspected: findInspector() !== undefined };
}
