// First step of `weir kill`, before the rest of Weir is loaded: latches the halt in the state of
// the configuration's last start, or in that of `--state`. It is a bundle of its own.
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { readText } from '../../../config/index.js';
import { localDisk } from '../../../journal/index.js';
import {
  addToLatch,
  findStarts,
  type HaltRecord,
  type KillCommand,
  pickStart,
  toKillRecord,
} from '../../../state/index.js';
import { findStateHome, realClock } from '../../../host/index.js';
import { makeKillFile } from '../../../control/index.js';
import { type KillWords, readKillWords, toKillOrder } from './kill-messages.js';

/** Result of the first step, for the rest of the command. */
export interface FirstKill {
  readonly words: KillWords;
  readonly order: KillCommand;
  readonly record: HaltRecord;
  /** Monotonic time of this process at the first line of its entry file, milliseconds. */
  readonly since: number;
  /**
   * State directories whose latch has the halt, and when it was durable, milliseconds after
   * `since`.
   */
  readonly latched: ReadonlyMap<string, number>;
  readonly troubles: readonly string[];
}

/** `words` are the arguments after `kill`. */
export function latchFirst(words: readonly string[], since: number): FirstKill {
  process.umask(0o077);
  const stateHome = findStateHome();
  const isConfig = (word: string) =>
    existsSync(word) || findStarts(localDisk, stateHome, word).length > 0;
  const read = readKillWords(words, isConfig);
  const order = toKillOrder(read, findPerson());
  const record = toKillRecord(realClock, order);
  const latched = new Map<string, number>();
  const troubles: string[] = [];
  for (const dir of findStates(stateHome, read)) {
    const control = join(dir, 'control');
    const written = addToLatch(localDisk, control, record, process.pid);
    if (!written.ok) continue;
    latched.set(dir, performance.now() - since);
    const kill = { rule: order.cause, who: order.who, reason: order.reason, id: record.id };
    const host = { processId: process.pid };
    const failed = makeKillFile({ disk: localDisk, host }, control, kill);
    if (failed !== undefined) troubles.push(failed);
  }
  return { words: read, order, record, since, latched, troubles };
}

/**
 * The one state that is certainly meant: that of `--state`, else of the only start of the
 * configuration, or of the only one with the same text. Empty if the configuration must be read
 * first.
 */
function findStates(
  stateHome: string,
  { configs: [file], help, state }: KillWords,
): readonly string[] {
  if (help) return [];
  if (state !== undefined) {
    const dir = resolve(state);
    return existsSync(join(dir, 'control')) ? [dir] : [];
  }
  if (file === undefined) return [];
  const start = pickStart(findStarts(localDisk, stateHome, file), () => {
    const text = readText(file);
    return text.ok ? text.value.text : undefined;
  });
  return start === undefined ? [] : [start.state];
}

/** The operating system's name of the user, or the user's number without a name. */
export function findPerson(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${String(process.getuid?.() ?? 'unknown')}`;
  }
}
