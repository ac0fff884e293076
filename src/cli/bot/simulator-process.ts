// Starts the simulator as a child process in its own process group, tied to this one by a pipe.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { fail, ok, type Result } from '../../domain/index.js';
import { toCleanEnvironment } from '../../host/index.js';
import { type SimulatorConfig, simulatorSchema } from '../../simulator/index.js';

/** Time-outs for the start, and for the end after the pipe is closed, milliseconds. */
const START_MS = 20_000;
/** Time-out for a start from a saved state, which replays all inputs. */
const RESTORE_MS = 600_000;
const STOP_MS = 5_000;

export interface SimulatorProcess {
  readonly url: string;
  /** Describes how the process ended, once it has. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Files for its state: to write at the end, and to continue from. */
interface KeptState {
  readonly save?: string;
  readonly restore?: string | undefined;
}

/**
 * Starts `weir simulate` with a configuration passed through the pipe; it saves its state at its
 * end, and continues from a given one. Fault code `simulator.start`.
 */
export async function startSimulatorProcess(
  settings: SimulatorConfig,
  directory: string,
  kept: KeptState = {},
): Promise<Result<SimulatorProcess>> {
  const main = fileURLToPath(new URL('../start.cjs', import.meta.url));
  const { restore } = kept;
  const child = spawn(process.execPath, [main, 'simulate', '--from-parent', ...toFlags(kept)], {
    // A process group of its own: Ctrl-C reaches only the bot, which still needs the venue to
    // cancel.
    detached: true,
    env: toCleanEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (errors.length < 20) errors.push(line);
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => {
      resolve(error.message);
    });
    child.on('exit', (code, signal) => {
      resolve([signal ?? `exit code ${String(code)}`, ...errors].join('; '));
    });
  });
  const isClosed = ended.then(() => undefined);
  child.stdin.on('error', () => undefined); // `ended` reports the end of the child
  const config = z.encode(simulatorSchema, settings);
  child.stdin.write(`${JSON.stringify({ config, directory })}\n`);
  const url = await Promise.race([
    readUrl(child.stdout),
    isClosed,
    wait(restore === undefined ? START_MS : RESTORE_MS),
  ]);
  if (url === undefined) {
    child.kill('SIGKILL');
    return fail('simulator.start', `the simulator did not start: ${await ended}`);
  }
  return ok({
    url,
    ended,
    stop: async () => {
      child.stdin.end();
      await Promise.race([ended, wait(STOP_MS)]);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  });
}

function toFlags({ restore, save }: KeptState): readonly string[] {
  return [
    ...(save === undefined ? [] : ['--save', save]),
    ...(restore === undefined ? [] : ['--restore', restore]),
  ];
}

async function readUrl(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /^listening on (http:\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  return undefined;
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(undefined);
    }, ms).unref();
  });
}
