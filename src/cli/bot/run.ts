// weir run CONFIG: runs the configuration's strategies against the venue at its base URL.
import { signBy } from '../../plan/index.js';
import { placeState } from '../../state/index.js';
import { realPorts } from '../../host/index.js';
import { toIdentity } from '../../recovery/index.js';
import { confirmLive, findApprovedTexts } from './approval.js';
import { findWatchdog } from './watchdog-process.js';
import { unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { readOwnLogin } from '../venue/read-credentials.js';
import { keepFilesPrivate } from '../private-files.js';
import { loadRegistry } from '../registry.js';
import { Signals } from '../signals.js';
import { checkFiles, checkPlace } from './start-controls.js';
import { usageError } from '../parser/usage.js';

export interface RunArguments {
  readonly config: string;
  readonly out?: string | undefined;
  readonly state?: string | undefined;
  readonly json: boolean;
  readonly live: boolean;
  readonly acceptLimitIncrease: boolean;
  readonly acceptLostJournal: boolean;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

export async function run(options: RunArguments): Promise<number> {
  const { config, out, state, json } = options;
  const acceptLimits = readAcceptance(options, 'accept-limit-increase');
  const acceptLost = readAcceptance(options, 'accept-lost-journal');
  keepFilesPrivate();
  checkFiles();
  const signals = new Signals();
  const registry = await loadRegistry();
  const plan = await readPlan(config, registry, undefined, findApprovedTexts);
  for (const one of [acceptLimits, acceptLost]) {
    if (one !== undefined) unwrap(signBy(plan.config, one));
  }
  checkPlace(plan);
  const login = readOwnLogin(plan);
  await confirmLive(plan, login, options.live);
  const dir = unwrap(placeState(realPorts, state, toIdentity(plan, login)));
  const parts = { signals, plan, login, out, state: dir, json };
  const { runLive } = await import('./live.js');
  return runLive({ mode: 'run', ...parts, acceptLimits, acceptLost, ...findWatchdog(plan, login) });
}

/** The operator who accepts must give name and reason. */
function readAcceptance(
  { acceptLimitIncrease, acceptLostJournal, by, reason }: RunArguments,
  option: 'accept-limit-increase' | 'accept-lost-journal',
) {
  const isAsked = option === 'accept-limit-increase' ? acceptLimitIncrease : acceptLostJournal;
  if (!isAsked) return undefined;
  if (by !== undefined && reason !== undefined) return { by, reason };
  const missing = by === undefined ? '--by NAME' : '--reason TEXT';
  throw usageError(`expected ${missing} with --${option}, found none`);
}
