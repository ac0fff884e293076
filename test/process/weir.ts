// Runs the built command line as real processes: every wait is bounded, and nothing is left behind.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Output } from './canary.js';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Longest wait for a line, a file or the end of a process; wide, for a busy machine. */
export const LIMIT_MS = 240_000;
const LOOK_EVERY_MS = 20;

export interface Ended {
  /** Exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** Shell words in front of the command, such as `ulimit -f 16;`. */
  readonly shell?: string;
  /** What is typed in, maybe later. */
  readonly input?: string | Promise<string>;
  /** Longest wait for its end, where that is not the usual one. */
  readonly limitMs?: number;
  /** User to run as; needs a caller who may change that. */
  readonly uid?: number;
}

export interface Running {
  readonly pid: number;
  /** Waits for the end of the process. */
  end(): Promise<Ended>;
  /** What was printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The first match in what was printed or will be. */
  waitFor(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  signal(signal: NodeJS.Signals): void;
  /** Closes the ends of the pipes that it writes to, as a terminal does that goes away. */
  hangUp(): void;
}

const started = new Set<ChildProcessWithoutNullStreams>();
/** What each process printed, for the search after the tests. */
const printed: (() => Output)[] = [];
/** Children of these that a test has looked up; a simulator leads a group of its own. */
const seen = new Set<number>();

/** Starts `weir ARGS` in a process group of its own. */
export function startWeir(args: readonly string[], options: StartOptions): Running {
  const { cwd, env = {}, input = '', limitMs = LIMIT_MS, node = [], shell, uid } = options;
  const command = [process.execPath, ...node, MAIN, ...args];
  const [file = '', ...rest] =
    shell === undefined ? command : ['sh', '-c', `${shell} exec "$@"`, 'sh', ...command];
  const child = spawn(file, rest, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
    detached: true,
    ...(uid === undefined ? {} : { uid }),
  });
  started.add(child);
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      texts[stream] += chunk;
    });
  }
  printed.push(() => ({
    place: `what weir ${args.join(' ')} printed`,
    text: `${texts.stdout}\n${texts.stderr}`,
  }));
  child.stdin.on('error', () => undefined);
  void Promise.resolve(input).then((text) => child.stdin.end(text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      started.delete(child);
      resolve({ code, signal, ...texts });
    });
  });
  const describe = () => `weir ${args.join(' ')}\n${texts.stdout}\n${texts.stderr}`;
  return {
    pid: child.pid ?? 0,
    end: () => within(ended, () => `the end of ${describe()}`, limitMs),
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    waitFor: (stream, pattern) =>
      poll(
        () => pattern.exec(texts[stream]) ?? undefined,
        () => `${String(pattern)} on ${stream} of ${describe()}`,
        () => child.exitCode !== null || child.signalCode !== null,
      ),
    signal: (signal) => {
      child.kill(signal);
    },
    hangUp: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

/** Runs `weir ARGS` to its end. */
export function runWeir(args: readonly string[], options: StartOptions): Promise<Ended> {
  return startWeir(args, options).end();
}

/** Kills what a test left running; for `afterAll`. */
export function killStarted(): void {
  for (const { pid } of started) if (pid !== undefined) kill(-pid);
  const living = new Set(listProcesses().map(({ pid }) => pid));
  for (const pid of seen) if (living.has(pid)) kill(pid);
}

/** What was printed since the last time. */
export function takePrinted(): readonly Output[] {
  return printed.splice(0).map((take) => take());
}

/** A negative id is that of a process group. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

/** Process ids of the living children of a process. */
export function listChildren(pid: number): readonly number[] {
  const children = listProcesses()
    .filter((one) => one.parent === pid)
    .map((one) => one.pid);
  for (const child of children) seen.add(child);
  return children;
}

/** Resolves once none of the processes lives. */
export async function waitGone(pids: readonly number[]): Promise<void> {
  await poll(
    () => (listProcesses().some(({ pid }) => pids.includes(pid)) ? undefined : true),
    () => `the end of processes ${pids.join(', ')}`,
  );
}

/** Living processes; one that has ended and is not yet reaped is none. */
function listProcesses(): readonly { readonly pid: number; readonly parent: number }[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/**
 * Looks again and again until there is a value. Gives up when time is up, or when nothing more can
 * come and the last look brought none.
 */
export async function poll<T>(
  look: () => T | undefined,
  describe: () => string,
  isOver: () => boolean = () => false,
): Promise<T> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const wasOver = isOver();
    const found = look();
    if (found !== undefined) return found;
    if (wasOver || performance.now() > deadline) throw new Error(`waited for ${describe()}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function within<T>(promise: Promise<T>, describe: () => string, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`waited for ${describe()}`));
    }, limitMs);
    timer.unref();
  });
  return Promise.race([promise, limit]).finally(() => {
    clearTimeout(timer);
  });
}
