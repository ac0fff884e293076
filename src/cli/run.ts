// weir run CONFIG: the configuration's strategies against the venue at its base URL.
import { url as findInspector } from 'node:inspector';
import {
  checkStart,
  loadPlan,
  type LoginSettings,
  type Plan,
  type ProcessFacts,
  toIdentity,
  toStatePath,
} from '../session/index.js';
import { checkApproved, confirmLive } from './approval.js';
import { findGuard } from './guard-process.js';
import { runLive } from './live.js';
import { unwrap } from './output.js';
import { checkOwnFiles, findOwnFolder } from './own-files.js';
import { readOwnLogin } from './own-login.js';
import { keepFilesPrivate } from './private-files.js';
import { loadRegistry } from './registry.js';
import { Signals } from './signals.js';
import { usageError } from './usage.js';

export interface RunArguments {
  readonly config: string;
  readonly out?: string | undefined;
  readonly state?: string | undefined;
  readonly json: boolean;
  readonly live: boolean;
  readonly acceptLimitIncrease: boolean;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

export async function run(options: RunArguments): Promise<number> {
  const { config, out, state, json } = options;
  const acceptLimits = readAcceptance(options);
  keepFilesPrivate();
  unwrap(checkOwnFiles(findOwnFolder()));
  const signals = new Signals();
  const plan = unwrap(await loadPlan(config, await loadRegistry()));
  const login = readOwnLogin(plan);
  checkPlace(plan, login);
  await confirmLive(plan, login, options.live);
  const dir = state ?? toStatePath(toIdentity(plan, login));
  const parts = { signals, plan, login, out, state: dir, json };
  return runLive({ mode: 'run', ...parts, acceptLimits, ...findGuard(plan, login) });
}

/** A person accepts by name, and says why. */
function readAcceptance({ acceptLimitIncrease, by, reason }: RunArguments) {
  if (!acceptLimitIncrease) return undefined;
  if (by !== undefined && reason !== undefined) return { by, reason };
  const missing = by === undefined ? '--by NAME' : '--reason TEXT';
  throw usageError(`expected ${missing} with --accept-limit-increase, found none`);
}

/** This process may send orders to the venue of a plan. */
export function checkPlace(plan: Plan, { baseUrl }: LoginSettings): void {
  const environment = plan.config.venue?.environment ?? 'paper';
  unwrap(checkStart({ environment, baseUrl }, describeProcess()));
  checkApproved(plan);
}

function describeProcess(): ProcessFacts {
  const { execArgv, env: environment } = process;
  return { execArgv, environment, isInspected: findInspector() !== undefined };
}
