// weir paper CONFIG: `weir run` against a simulator that is started for it and stopped last.
import { dirname, resolve } from 'node:path';
import { SECOND } from '../domain/index.js';
import { faultAt, parseConfig, readText } from '../config/index.js';
import type { Credentials } from '../client/index.js';
import {
  loadPlan,
  type LiveSession,
  type Plan,
  resolveBeside,
  withPlace,
} from '../session/index.js';
import { type SimulatorConfig, simulatorSchema } from '../simulator/index.js';
import { findGuard } from './guard-process.js';
import { runLive } from './live.js';
import { tell, toCommandError, unwrap } from './output.js';
import { keepFilesPrivate } from './private-files.js';
import { loadRegistry } from './registry.js';
import { Signals } from './signals.js';
import { startSimulatorProcess } from './simulator-process.js';

/** What own orders get to be proven ended when the simulator is gone, milliseconds. */
const CLOSING_WITHOUT_VENUE_MS = 1_000;

/** Session time after the last rate in which its orders may still end. */
const GRACE = 2 * SECOND;

export interface PaperArguments {
  readonly config: string;
  readonly out?: string | undefined;
  readonly json: boolean;
}

export async function paper({ config, out, json }: PaperArguments): Promise<number> {
  keepFilesPrivate();
  const signals = new Signals();
  const plan = unwrap(await loadPlan(config, await loadRegistry()));
  const { settings, directory } = composeSimulator(plan);
  const credentials = findCredentials(plan, settings);
  const simulator = unwrap(await startSimulatorProcess(settings, directory));
  let session: LiveSession | undefined;
  let isEnding = false;
  void simulator.ended.then((how) => {
    if (isEnding) return;
    tell(`the simulator ended: ${how}`);
    session?.halt(`the simulator ended: ${how}`, CLOSING_WITHOUT_VENUE_MS);
  });
  try {
    const login = { baseUrl: simulator.url, ...credentials };
    return await runLive({
      mode: 'paper',
      signals,
      plan,
      login,
      ...findGuard(plan, login),
      out,
      json,
      opened: (one) => {
        session = one;
        stopWithRecording(one, plan);
      },
    });
  } finally {
    isEnding = true;
    await simulator.stop();
  }
}

/** The simulator file's users, with the session configuration's recording and models. */
function composeSimulator(plan: Plan): {
  readonly settings: SimulatorConfig;
  readonly directory: string;
} {
  const { config, source } = plan;
  const { recording } = config;
  if (recording === undefined || config.simulator === undefined) {
    const missing = recording === undefined ? 'recording' : 'simulator';
    const message = `expected \`${missing}:\` for a paper session, found none`;
    throw toCommandError(faultAt(source, [], 'config.missing-key', message));
  }
  const text = readText(resolveBeside(plan.file, config.simulator));
  if (!text.ok) throw toCommandError(withPlace(source, ['simulator'], text.fault).fault);
  const simulator = unwrap(parseConfig(text.value, simulatorSchema));
  const settings: SimulatorConfig = {
    ...simulator,
    port: 0,
    recording,
    instruments: config.instruments,
    venue: { ...simulator.venue, ...config.models, seed: config.seed },
  };
  // Paths start at the session file from here on, and its calendars are those of a backtest.
  delete settings.rates;
  delete settings.calendars;
  delete settings.profile;
  if (config.calendars !== undefined) settings.calendars = config.calendars;
  if (config.profile !== undefined) settings.profile = config.profile;
  if (settings.scenario !== undefined) {
    settings.scenario = resolve(dirname(text.value.file), settings.scenario);
  }
  return { settings, directory: dirname(plan.file) };
}

/** Who the session is at its own simulator: the first of its users. */
function findCredentials({ config, source }: Plan, { users }: SimulatorConfig): Credentials {
  const [first] = users;
  if (first === undefined) throw new RangeError('the schema asks for at least one user');
  const { user, org, password, hmac } = first;
  if (config.login === 'token') return { user, org, password };
  if (hmac !== undefined) return { hmac };
  const message = `expected \`hmac:\` with id and secret of user ${user} in the simulator file`;
  throw toCommandError(faultAt(source, ['login'], 'config.missing-key', `${message}, found none`));
}

/** The recording stands still at its end: a session on it has nothing more to see. */
function stopWithRecording(session: LiveSession, { recording, config }: Plan): void {
  if (recording === undefined || config.recording?.loop === true) return;
  const { firstAt, lastAt } = recording.facts;
  // With origin now the recording starts when the simulator does, just before the session.
  const endAt =
    config.recording?.origin === 'now' ? session.view().at + (lastAt - firstAt) : lastAt;
  session.stopAt(endAt + GRACE, 'the recording has ended');
}
