// weir paper CONFIG: like `weir run`, against a simulator that is started and stopped with it.
import { dirname, resolve } from 'node:path';
import { type Instant, SECOND } from '../../domain/index.js';
import type { Customer } from '../../domain/orders/index.js';
import { faultAt, parseConfig, readText, resolveBeside, withPlace } from '../../config/index.js';
import type { Credentials } from '../../client/index.js';
import {
  createFolder,
  type LiveSession,
  type PaperFolder,
  removeFolder,
  takeUpPaper,
  toSimulatorFile,
} from '../../session/index.js';
import { listRecordings, type Plan } from '../../plan/index.js';
import { realPorts } from '../../host/index.js';
import { type SimulatorConfig, simulatorSchema } from '../../simulator/index.js';
import { showsMarketItself } from '../../venue/index.js';
import { findWatchdog } from './watchdog-process.js';
import { runLive } from './live.js';
import { printNote, toCommandError, unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { keepFilesPrivate } from '../private-files.js';
import { loadRegistry } from '../registry.js';
import { Signals } from '../signals.js';
import { startSimulatorProcess } from './simulator-process.js';
import { usageError } from '../parser/usage.js';

/** Time to prove the own orders ended after the simulator has died, milliseconds. */
const CLOSING_WITHOUT_VENUE_MS = 1_000;

/** Session time after the last rate in which orders may still end. */
const GRACE = 2 * SECOND;

export interface PaperArguments {
  readonly config: string;
  readonly out?: string | undefined;
  /** Continues the session in the folder `out`. */
  readonly resume: boolean;
  readonly json: boolean;
}

export async function paper(options: PaperArguments): Promise<number> {
  const { config, out } = options;
  if (options.resume && out === undefined) {
    throw usageError('expected --out DIR with --resume: the folder of the session, found none');
  }
  keepFilesPrivate();
  const signals = new Signals();
  const plan = await readPlan(config, await loadRegistry());
  const parts = { options, plan, signals };
  if (!options.resume || out === undefined) {
    const folder = unwrap(createFolder(out, plan.config.name));
    signals.folder = folder;
    return runPaper(parts, folder, undefined);
  }
  checkClock(plan);
  const former = unwrap(await takeUpPaper(realPorts, out));
  try {
    return await runPaper(parts, out, former);
  } finally {
    former.release();
  }
}

/** A resumed simulator continues at the session time of its end, which a wall clock does not. */
function checkClock({ config, source }: Plan): void {
  if (config.clock === 'venue') return;
  const message = 'expected `clock: venue` for --resume: session time stood still meanwhile';
  throw toCommandError(faultAt(source, ['clock'], 'paper.resume', `${message}, found wall`));
}

interface PaperParts {
  readonly options: PaperArguments;
  readonly plan: Plan;
  readonly signals: Signals;
}

async function runPaper(
  { options, plan, signals }: PaperParts,
  folder: string,
  former: PaperFolder | undefined,
): Promise<number> {
  const { json } = options;
  const { settings, directory } = composeSimulator(plan);
  const credentials = findCredentials(plan, settings);
  const save = toSimulatorFile(resolve(folder));
  const restore = former === undefined ? undefined : save;
  const started = await startSimulatorProcess(settings, directory, { save, restore });
  if (!started.ok && former === undefined) removeFolder(folder);
  const simulator = unwrap(started);
  let session: LiveSession | undefined;
  let isEnding = false;
  void simulator.ended.then((how) => {
    if (isEnding) return;
    printNote(`the simulator ended: ${how}`);
    session?.halt(`the simulator ended: ${how}`, CLOSING_WITHOUT_VENUE_MS);
  });
  try {
    if (former !== undefined) unwrap(former.begin(simulator.url));
    const login = { baseUrl: simulator.url, ...credentials };
    return await runLive({
      mode: 'paper',
      signals,
      plan,
      login,
      customer: findCustomer(settings),
      ...findWatchdog(plan, login),
      folder,
      json,
      opened: (one) => {
        session = one;
        former?.release();
        stopWithRecording(one, plan, former?.startAt ?? one.view().at);
      },
    });
  } finally {
    isEnding = true;
    await simulator.stop();
  }
}

/** The simulator file's users with the session's recording and models. */
export function composeSimulator(plan: Plan): {
  readonly settings: SimulatorConfig;
  readonly directory: string;
} {
  const { config, source } = plan;
  const [recording, ...more] = listRecordings(config);
  if (recording === undefined || config.simulator === undefined) {
    const missing = recording === undefined ? 'recording' : 'simulator';
    const message = `expected \`${missing}:\` for a paper session, found none`;
    throw toCommandError(faultAt(source, [], 'config.missing-key', message));
  }
  const text = readText(resolveBeside(plan.file, config.simulator));
  if (!text.ok) throw toCommandError(withPlace(source, ['simulator'], text.fault).fault);
  const simulator = unwrap(parseConfig(text.value, simulatorSchema));
  // The report charges fees, not the simulator.
  const { providers, ...models } = { ...config.models };
  delete models.fees;
  // Models that the session does not state are off, as in its backtest.
  const venue = { ...simulator.venue };
  delete venue.lastLook;
  delete venue.impact;
  checkModels(plan, providers ?? simulator.providers);
  const settings: SimulatorConfig = {
    ...simulator,
    port: 0,
    recording,
    instruments: config.instruments,
    providers: providers ?? simulator.providers,
    venue: { ...venue, ...models, seed: config.seed },
  };
  // From here paths are relative to the session file, and calendars are those of its backtest.
  delete settings.rates;
  if (more.length > 0) {
    delete settings.recording;
    settings.rates = toRates([recording, ...more]);
  }
  delete settings.calendars;
  delete settings.profile;
  if (config.calendars !== undefined) settings.calendars = config.calendars;
  if (config.profile !== undefined) settings.profile = config.profile;
  if (settings.scenario !== undefined) {
    settings.scenario = resolve(dirname(text.value.file), settings.scenario);
  }
  return { settings, directory: dirname(plan.file) };
}

/** Checks the simulator file's providers against the session's models, as within one file. */
function checkModels({ config, source }: Plan, providers: SimulatorConfig['providers']): void {
  if (showsMarketItself(providers)) return;
  for (const name of ['resting', 'lastLook', 'impact'] as const) {
    const model = config.models[name];
    if (model === undefined || model === 'touch') continue;
    const message = 'expected one provider of spot rates, without widen, skew and sizeFactor';
    const found = `${message}, in the simulator file for this, found others`;
    throw toCommandError(faultAt(source, ['models', name], 'config.value', found));
  }
}

/** Several recordings as sources of the simulator, at the speed of the first. */
function toRates(
  recordings: ReturnType<typeof listRecordings>,
): NonNullable<SimulatorConfig['rates']> {
  const [{ origin, speed } = { origin: 'recording', speed: 1 } as const] = recordings;
  const sources = recordings.map((one) => {
    const recording: Partial<typeof one> = { ...one };
    delete recording.origin;
    delete recording.speed;
    return { recording: recording as Omit<typeof one, 'origin' | 'speed'> };
  });
  return { origin, speed, sources };
}

/** Credentials of the session at its own simulator: those of the first user. */
function findCredentials({ config, source }: Plan, { users }: SimulatorConfig): Credentials {
  const [first] = users;
  if (first === undefined) throw new RangeError('the schema requires at least one user');
  const { user, org, password, hmac } = first;
  if (config.login === 'token') return { user, org, password };
  if (hmac !== undefined) return { hmac };
  const message = `expected \`hmac:\` with id and secret of user ${user} in the simulator file`;
  throw toCommandError(faultAt(source, ['login'], 'config.missing-key', `${message}, found none`));
}

/** Organization and legal entity of the same user. */
function findCustomer({ users: [first] }: SimulatorConfig): Customer | undefined {
  return first && { org: first.org, account: first.account };
}

/** Stops the session when its recording ends, as no new rates come. */
function stopWithRecording(
  session: LiveSession,
  { recording, config }: Plan,
  startAt: Instant,
): void {
  const [first, ...more] = listRecordings(config);
  if (recording === undefined || [first, ...more].some((one) => one?.loop)) return;
  const { firstAt, lastAt } = recording.facts;
  // With origin `now` the recording starts with the simulator, just before the session.
  const endAt = first?.origin === 'now' ? startAt + (lastAt - firstAt) : lastAt;
  session.stopAt(endAt + GRACE, 'the recording has ended');
}
