// weir watchdog CONFIG: the watchdog process, which stops a bot without a heartbeat.
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ok } from '../../domain/index.js';
import { type BotPlace, findBot, Watchdog } from '../../control/index.js';
import type { LoginSettings } from '../../plan/index.js';
import { realPorts } from '../../host/index.js';
import { createLog } from '../../telemetry/index.js';
import { type BotArguments, locateBot } from './bot-command.js';
import { CommandError, EXIT, printText, printNote, unwrap } from '../output.js';
import { keepFilesPrivate } from '../private-files.js';
import { refuseDebugger } from '../signals.js';

export interface WatchdogArguments extends BotArguments {
  /**
   * The login comes as the first line of a pipe; the end of the pipe means that the bot is gone.
   */
  readonly fromParent: boolean;
  readonly json: boolean;
}

/** In the state directory, beside the journal: one JSON line for each message of the watchdog. */
const LOG = 'guard-log.jsonl';
/** Maximum number of messages, the latest, in the JSON document. */
const MOST_SAID = 100;

const loginSchema = z.custom<LoginSettings>((value) => typeof value === 'object' && value !== null);

export async function watch(options: WatchdogArguments): Promise<number> {
  keepFilesPrivate();
  refuseDebugger();
  const place = options.fromParent ? await readPlace(options) : locateBot(options);
  if (place === undefined) return EXIT.done;
  unwrap(place.login); // its purpose is to cancel, which needs a login
  const fd = openLog(join(place.state.dir, LOG));
  const log = createLog({ stream: fd, format: 'json' });
  const said: string[] = [];
  const print = (message: string) => {
    said.push(message);
    log.warn(message);
    printNote(`watchdog: ${message}`);
  };
  const watcher = new Watchdog({ ports: realPorts, place, notify: print });
  const release = options.fromParent
    ? onParentGone(watcher, print)
    : onSignals(() => watcher.close());
  let exitCode: number = EXIT.done;
  for (let isDone = false; !isDone;) {
    const end = await watcher.watch();
    if (end.kind === 'relieved') print(end.why);
    if (end.kind === 'struck') exitCode = EXIT.halted;
    const isOver = end.kind === 'relieved' || watcher.isBotGone;
    isDone = end.kind === 'closed' || (options.fromParent && isOver);
  }
  release();
  closeSync(fd);
  if (options.json) {
    const hasStruck = exitCode === EXIT.halted;
    printText(JSON.stringify({ hasStruck, said: said.slice(-MOST_SAID) }, undefined, 2));
  }
  return exitCode;
}

/** Never blocks, whatever kind of file has this name. */
function openLog(file: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  try {
    return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    const message = `cannot append to the log: ${found}: move the file away (state.unsafe)`;
    throw new CommandError(message, EXIT.fault);
  }
}

/** The place with the login from the pipe's first line; undefined if the bot is already gone. */
async function readPlace({ config, state }: BotArguments): Promise<BotPlace | undefined> {
  const line = await new Promise<string>((resolve) => {
    const lines = createInterface({ input: process.stdin });
    lines.once('line', (first) => {
      resolve(first);
      lines.close();
    });
    lines.once('close', () => {
      resolve('');
    });
  });
  if (line === '') return undefined;
  const login = loginSchema.parse(JSON.parse(line));
  return { ...unwrap(findBot(realPorts, config, state, { environment: {} })), login: ok(login) };
}

/**
 * Calls `noteBotGone` when the pipe of its bot closes. A terminal or service that ends the bot
 * signals its watchdog, too: the watchdog continues, and two signals end it only once it has begun
 * to cancel what a silent bot left.
 */
function onParentGone(watcher: Watchdog, say: (message: string) => void): () => void {
  const onGone = () => {
    watcher.noteBotGone();
  };
  process.stdin.once('close', onGone).once('end', onGone).resume();
  const release = onSignals(() => {
    if (!watcher.isBotGone || !watcher.hasStruck) return;
    watcher.close();
    // before the message, so that a second signal sent in response to it ends the process
    release();
    say('signal to end: finishing the cancels first; a second signal ends at once');
  });
  return () => {
    release();
    process.stdin.destroy();
  };
}

function onSignals(act: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, act);
  return () => {
    for (const signal of signals) process.off(signal, act);
  };
}
