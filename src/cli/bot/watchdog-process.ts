// Starts the watchdog as a child process in its own process group, so that it outlives the bot.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wantsWatchdog } from '../../control/index.js';
import type { LoginSettings, Plan } from '../../plan/index.js';
import type { WatchdogProcess, LiveOptions } from './live-options.js';

/** Time for a watchdog to end after its bot, milliseconds. */
const STOP_MS = 2_000;
/** Node options that the watchdog needs like its bot. */
const KEPT_OPTIONS = /^--(?:disallow-code-generation-from-strings|no-addons)$/;
/** Environment variables passed to the watchdog: its user and its trusted certificates. */
const KEPT_VARIABLES = [
  'PATH',
  'HOME',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
];

/** Bot to watch: no argument, variable or file contains the secret. */
interface WatchdogCommand {
  readonly config: string;
  readonly state: string;
  readonly login: LoginSettings;
}

/** The start function of the watchdog, if the configuration has one. */
export function findWatchdog(
  { config, file }: Plan,
  login: LoginSettings,
): Pick<LiveOptions, 'startWatchdog'> {
  if (!wantsWatchdog(config)) return {};
  return {
    startWatchdog: (state, notify) =>
      startWatchdogProcess({ config: resolve(file), state: resolve(state), login }, notify),
  };
}

/** Starts `weir watchdog` and passes the bot's own login through a pipe. */
function startWatchdogProcess(
  order: WatchdogCommand,
  notify: (message: string) => void,
): WatchdogProcess {
  const main = fileURLToPath(new URL('../start.cjs', import.meta.url));
  const options = process.execArgv.filter((option) => KEPT_OPTIONS.test(option));
  const child = spawn(
    process.execPath,
    [...options, main, 'watchdog', order.config, '--state', order.state, '--from-parent'],
    {
      detached: true,
      env: Object.fromEntries(
        KEPT_VARIABLES.flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      // Inherits stderr, so that the watchdog's messages show even after this process is silent.
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  let isStopping = false;
  const ended = new Promise<void>((resolve) => {
    const onEnd = (how: string) => {
      if (!isStopping)
        notify(`RC67: the watchdog has ended: ${how}; weir watchdog CONFIG starts another`);
      resolve();
    };
    child.once('error', (error) => {
      onEnd(error.message);
    });
    child.once('exit', (code, signal) => {
      onEnd(signal ?? `exit code ${String(code)}`);
    });
  });
  child.stdin.on('error', () => undefined); // `ended` reports the end of the child
  child.stdin.write(`${JSON.stringify(order.login)}\n`);
  // Only `stop` waits for the watchdog.
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
