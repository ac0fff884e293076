// The guard as a child process in a group of its own: it outlives a bot that hangs or dies.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasGuard } from '../../control/index.js';
import type { LoginSettings, Plan } from '../../plan/index.js';
import type { LiveOptions } from './live.js';

/** Machine time that a guard gets to end after its bot has, milliseconds. */
const STOP_MS = 2_000;
/** Options of Node that a guard needs as its bot does. */
const KEPT_OPTIONS = /^--(?:disallow-code-generation-from-strings|no-addons)$/;
/** All that a guard gets of the environment: who it is and whom it trusts. */
const KEPT_VARIABLES = [
  'PATH',
  'HOME',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
];

/** Whom to guard: the secret goes by no argument, variable or file. */
interface GuardOrder {
  readonly config: string;
  readonly state: string;
  readonly login: LoginSettings;
}

export interface GuardProcess {
  /** After the end of the bot: waits for the guard of one that said so, and leaves any other. */
  stop(isProven: boolean): Promise<void>;
}

/** How a session starts its guard, where its configuration asks for one. */
export function findGuard(
  { config, file }: Plan,
  login: LoginSettings,
): Pick<LiveOptions, 'startGuard'> {
  if (!hasGuard(config)) return {};
  return {
    startGuard: (state, notify) =>
      startGuardProcess({ config: resolve(file), state: resolve(state), login }, notify),
  };
}

/** Starts `weir guard` with the bot's own login handed over a pipe. */
function startGuardProcess(order: GuardOrder, notify: (message: string) => void): GuardProcess {
  const main = fileURLToPath(new URL('../start.cjs', import.meta.url));
  const options = process.execArgv.filter((option) => KEPT_OPTIONS.test(option));
  const child = spawn(
    process.execPath,
    [...options, main, 'guard', order.config, '--state', order.state, '--from-parent'],
    {
      detached: true,
      env: Object.fromEntries(
        KEPT_VARIABLES.flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      // What it says is seen also when this process says nothing any more.
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  let isStopping = false;
  const ended = new Promise<void>((resolve) => {
    const onEnd = (how: string) => {
      if (!isStopping)
        notify(`RC67: the guard has ended: ${how}; weir guard CONFIG starts another`);
      resolve();
    };
    child.once('error', (error) => {
      onEnd(error.message);
    });
    child.once('exit', (code, signal) => {
      onEnd(signal ?? `exit code ${String(code)}`);
    });
  });
  child.stdin.on('error', () => undefined); // the end of the child is told by `ended`
  child.stdin.write(`${JSON.stringify(order.login)}\n`);
  // Nothing waits for a guard but `stop`.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return {
    stop: async (isProven) => {
      isStopping = true;
      child.stdin.end();
      if (!isProven) return;
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
