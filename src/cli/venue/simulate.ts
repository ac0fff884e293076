// weir simulate: serves the simulated venue over HTTP, from a configuration file and options.
import { randomBytes } from 'node:crypto';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCalendars, parseConfig, readText } from '../../config/index.js';
import { openProfile } from '../../plan/index.js';
import {
  endWithParent,
  scenarioSchema,
  type SimulatorConfig,
  simulatorSchema,
  startSimulator,
  toSimulatorSettings,
} from '../../simulator/index.js';
import { CommandError, EXIT, printText, printNote, unwrap } from '../output.js';
import { readStateFile, saveStateFile } from './state-file.js';
import { parseNumber } from '../parser/usage.js';
import { onWrapperGone } from '../wrapper.js';

export interface SimulateArguments {
  readonly config?: string | undefined;
  readonly rates?: string | undefined;
  readonly port?: string | undefined;
  readonly speed?: string | undefined;
  readonly origin?: 'recording' | 'now' | undefined;
  /** File of injected faults, instead of the configuration's. */
  readonly scenario?: string | undefined;
  /** File to which the state is written at the end. */
  readonly save?: string | undefined;
  /** File of a saved state to continue from. */
  readonly restore?: string | undefined;
  /**
   * The configuration comes as the first line of a pipe; the end of the pipe ends the simulator.
   */
  readonly fromParent: boolean;
  readonly json: boolean;
}

const SHIPPED = fileURLToPath(new URL('../../../../config/simulator.yaml', import.meta.url));

export async function simulate(options: SimulateArguments): Promise<number> {
  const { config, directory } = options.fromParent ? await readFromParent() : readFromFile(options);
  const token = config.controlToken ?? process.env['WEIR_CONTROL_TOKEN'];
  const controlToken = token ?? randomBytes(24).toString('base64url');
  const settings = toSimulatorSettings(config, directory, controlToken);
  const file = config.calendars === undefined ? undefined : resolve(directory, config.calendars);
  const { calendars } = unwrap(loadCalendars(file));
  const venue = { ...settings.venue, calendars };
  const ways = config.profile === undefined ? undefined : resolve(directory, config.profile);
  const { profile } = unwrap(await openProfile(ways));
  const keepInputs = settings.keepInputs === true || options.save !== undefined;
  const simulator = unwrap(
    await startSimulator({
      ...settings,
      venue,
      profile,
      keepInputs,
      ...readScenario(options.scenario, config, directory),
      ...(options.restore === undefined ? {} : { restore: readStateFile(options.restore) }),
    }),
  );
  const close = () => void simulator.close();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
  printText(
    options.json ? JSON.stringify({ url: simulator.url }) : `listening on ${simulator.url}`,
  );
  const stopLooking = onWrapperGone(close);
  if (options.fromParent) endWithParent(simulator);
  else if ((config.recording ?? config.rates)?.speed === 0 && token === undefined) {
    printNote('time is stopped and no control token is set: set WEIR_CONTROL_TOKEN to move it');
  }
  await simulator.closed;
  stopLooking();
  if (options.save !== undefined) saveStateFile(options.save, simulator);
  return EXIT.done;
}

/** The faults of `--scenario`, or of the file that the configuration names. */
function readScenario(flag: string | undefined, config: SimulatorConfig, directory: string) {
  const named = config.scenario === undefined ? undefined : resolve(directory, config.scenario);
  const file = flag ?? named;
  if (file === undefined) return {};
  return { scenario: unwrap(parseConfig(unwrap(readText(file)), scenarioSchema)) };
}

function readFromFile(options: SimulateArguments) {
  const file = options.config ?? SHIPPED;
  const config = unwrap(parseConfig(unwrap(readText(file)), simulatorSchema));
  const directory = dirname(file);
  return { config: applyFlags(config, directory, options), directory };
}

function applyFlags(
  config: SimulatorConfig,
  directory: string,
  { rates, port, speed, origin }: SimulateArguments,
): SimulatorConfig {
  const changed: SimulatorConfig = { ...config };
  if (port !== undefined) {
    changed.port = parseNumber('--port', port, 'a port from 0 to 65535', isPort);
  }
  const clock = {
    ...(origin === undefined ? {} : { origin }),
    ...(speed === undefined
      ? {}
      : { speed: parseNumber('--speed', speed, 'a number from 0 to 1000', isSpeed) }),
  };
  if (rates !== undefined) {
    const { origin: from = 'recording', speed: pace = 1 } = config.rates ?? {};
    const plain = { origin: from, speed: pace, loop: false, badRows: 'stop' } as const;
    const file = relative(directory, resolve(rates));
    changed.recording = { ...(config.recording ?? plain), file };
    delete changed.rates;
  }
  if (changed.recording !== undefined) changed.recording = { ...changed.recording, ...clock };
  if (changed.rates !== undefined) changed.rates = { ...changed.rates, ...clock };
  return changed;
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function isSpeed(value: number): boolean {
  return value >= 0 && value <= 1_000;
}

async function readFromParent() {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin });
  const line = await new Promise<string>((done) => {
    lines.once('line', done);
    lines.once('close', () => {
      done('');
    });
  });
  lines.close();
  if (line === '') {
    const message = 'expected settings on standard input, found its end (simulator.settings)';
    throw new CommandError(message, EXIT.fault);
  }
  const { config, directory } = JSON.parse(line) as { config: unknown; directory: string };
  const text = JSON.stringify(config);
  const source = { file: 'simulator settings of the parent', text };
  return { config: unwrap(parseConfig(source, simulatorSchema)), directory };
}
