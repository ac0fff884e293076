// weir guard CONFIG: watches over a bot in a process of its own, and stops one that falls silent.
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

export interface GuardArguments extends BotArguments {
  /** The login comes as the first line of a pipe, whose end says that the bot is gone. */
  readonly fromParent: boolean;
  readonly json: boolean;
}

/** Beside the journal in the state directory: one JSON line for each thing a guard said. */
const LOG = 'guard-log.jsonl';
/** What the document of a guard holds, the latest. */
const MOST_SAID = 100;

const loginSchema = z.custom<LoginSettings>((value) => typeof value === 'object' && value !== null);

export async function guard(options: GuardArguments): Promise<number> {
  keepFilesPrivate();
  refuseDebugger();
  const place = options.fromParent ? await readPlace(options) : locateBot(options);
  if (place === undefined) return EXIT.done;
  unwrap(place.login); // it watches to cancel: without a login it could not
  const fd = openLog(join(place.state.dir, LOG));
  const log = createLog({ stream: fd, format: 'json' });
  const said: string[] = [];
  const say = (message: string) => {
    said.push(message);
    log.warn(message);
    printNote(`guard: ${message}`);
  };
  const watcher = new Watchdog({ ports: realPorts, place, notify: say });
  const release = options.fromParent
    ? onParentGone(watcher, say)
    : onSignals(() => watcher.close());
  let exitCode: number = EXIT.done;
  for (let isDone = false; !isDone;) {
    const end = await watcher.watch();
    if (end.kind === 'relieved') say(end.why);
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

/** Whatever stands there in its place, no open of it waits. */
function openLog(file: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  try {
    return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    const message = `expected a log to append to, found ${found}: move it away (state.unsafe)`;
    throw new CommandError(message, EXIT.fault);
  }
}

/** The place with the login of the pipe's first line; undefined when the bot is gone already. */
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
 * Tells a guard when the pipe of its bot has closed. A terminal or a service that ends the bot
 * reaches its guard as well: that goes on, and two signals end it only once it has begun to end
 * what a silent bot left behind.
 */
function onParentGone(watcher: Watchdog, say: (message: string) => void): () => void {
  const onGone = () => {
    watcher.noteBotGone();
  };
  process.stdin.once('close', onGone).once('end', onGone).resume();
  const release = onSignals(() => {
    if (!watcher.isBotGone || !watcher.hasStruck) return;
    watcher.close();
    // before it is said: who reads it and asks once more must be heard
    release();
    say('asked to end: finishing what is under way; once more ends at once');
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
