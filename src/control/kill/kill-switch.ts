// The kill switch: a flag in memory that the egress gate reads, and a file that anybody may make.
import { join } from 'node:path';
import { type BotEvent, formatInstant, MILLISECOND } from '../../domain/index.js';
import { isSystemError, type JournalDisk, readWhole, replaceFile } from '../../journal/index.js';
import { isManualHalt } from '../../risk/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { HaltRecord } from '../../state/index.js';

/** In the control directory; that it exists is a kill, whatever it holds. */
export const KILL_FILE = 'KILL';

/** The name of the file while it is taken away. */
const ENDED = 'KILL.ended';

const BY_HAND = `control/${KILL_FILE} is a folder: it holds until it is taken away by hand`;

const ORDER =
  /^(RC\d\d|GUARD_STALE) ([^:\p{Cc}]{1,80}): (\P{Cc}{1,500})$(?:\n(kill-[\w-]{1,40})$)?/mu;

/** What looks at the file and reads it. */
type Looking = Pick<JournalDisk, 'describe' | 'read'>;

/** Who stopped everything, and why. */
export interface Kill {
  /**
   * `RC62`: the file; `RC63`: a person or the guard by command; `RC65`: a signal; else the
   * control that a call beside the bot broke.
   */
  readonly rule: string;
  readonly who: string;
  readonly reason: string;
  /** Of a command: what its halt is called in the latch, whoever writes it there. */
  readonly id?: string;
}

/** What the kernel is told; `isAgain`: it is a halt of its own, also where one like it holds. */
export function toHaltEvent({ id, reason, rule, who }: Kill, isAgain: boolean): BotEvent {
  const halt = {
    type: 'operator',
    action: 'halt',
    rule,
    reason: `${reason} (${who})`,
    who,
    ...(id === undefined ? {} : { id }),
  } as const;
  return isAgain ? { ...halt, isAgain } : halt;
}

export class KillSwitch {
  readonly #disk: Looking;
  readonly #control: string;
  #kill: Kill | undefined;
  /** Mark of the file that a person has named with its halt. */
  #noted = '';

  constructor(disk: Looking, control: string) {
    this.#disk = disk;
    this.#control = control;
  }

  get kill(): Kill | undefined {
    return this.#kill;
  }

  /** Nothing that takes risk leaves from this call on. The first kill stays. */
  pull(kill: Kill): void {
    this.#kill ??= kill;
  }

  /** For each send: why nothing may leave, or undefined. Looks at the file too. */
  get refusal(): string | undefined {
    const kill = this.#kill ?? this.look();
    return kill && `${kill.rule}: ${kill.reason}`;
  }

  /** A person closes positions under the file that was shown, if there was one. */
  noteFile(mark: string): void {
    this.#noted = mark;
  }

  /** A kill by the file since then: it was made, or touched. */
  findLater(): Kill | undefined {
    if (markKillFile(this.#disk, this.#control) === this.#noted) return undefined;
    const reason = 'control/KILL was made or touched while positions were being closed';
    const order = readOrder(this.#disk, this.#control);
    return order ?? { rule: 'RC62', who: 'kill file', reason };
  }

  /** For each send of such a person: why it may not leave. */
  get laterRefusal(): string | undefined {
    const kill = this.findLater();
    return kill && `${kill.rule}: ${kill.reason}`;
  }

  /** Pulls the switch when the file is there, or when it cannot be told that it is not. */
  look(): Kill | undefined {
    if (this.#kill !== undefined) return this.#kill;
    const reason = findKillFile(this.#disk, join(this.#control, KILL_FILE));
    if (reason === undefined) return undefined;
    this.pull(readOrder(this.#disk, this.#control) ?? { rule: 'RC62', who: 'kill file', reason });
    return this.#kill;
  }
}

/** What a command wrote into the file, if one did. */
function readOrder(disk: Looking, control: string): Kill | undefined {
  try {
    // All that counts is that the file is there: its text only names who made it. A pipe is not
    // read: it would wait for its other end.
    if (disk.describe(join(control, KILL_FILE))?.kind !== 'file') return undefined;
    const text = readWhole(disk, control, KILL_FILE) ?? '';
    const [, rule, who, reason, id] = ORDER.exec(text) ?? [];
    if (!rule || !who || !reason) return undefined;
    return { rule, who, reason, ...(id === undefined ? {} : { id }) };
  } catch {
    return undefined;
  }
}

/** Why the file counts as being there, or undefined: any error but "not found" is a kill. */
function findKillFile(disk: Pick<JournalDisk, 'describe'>, path: string): string | undefined {
  try {
    return disk.describe(path) === undefined ? undefined : 'the file control/KILL exists';
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return `expected to see whether control/KILL exists, found ${found}`;
  }
}

/** Whether the kill file stands there, or may. */
export function hasKillFile(disk: Pick<JournalDisk, 'describe'>, control: string): boolean {
  return findKillFile(disk, join(control, KILL_FILE)) !== undefined;
}

/** Which kill file stands there; another after each kill that makes or touches it. */
export function markKillFile(disk: Pick<JournalDisk, 'describe'>, control: string): string {
  try {
    return disk.describe(join(control, KILL_FILE))?.mark ?? '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Whether the kill file goes with those of these halts that a person ends: it was made with one of
 * them, or they are the last kills. One that no halt tells of is a kill for the next start.
 */
export function endsKillFile(
  disk: Looking,
  control: string,
  halts: readonly HaltRecord[],
  ended: readonly string[],
): boolean {
  const isEnded = ({ id }: HaltRecord) => ended.includes(id);
  const kills = halts.filter(({ cause, scope }) => isManualHalt({ rule: cause, scope }));
  const isLast = kills.length > 0 && kills.every(isEnded);
  return isLast || ended.includes(readOrder(disk, control)?.id ?? '');
}

/** Which kill file a person is shown, and what is known of it in words; both empty without one. */
export interface KillFileView {
  readonly mark: string;
  readonly words: string;
}

/** Looks at the file for the person who ends halts: with the last of them it goes. */
export function viewKillFile(disk: Looking, control: string): KillFileView {
  // First: of a file that takes its place meanwhile, the mark is another.
  const mark = markKillFile(disk, control);
  try {
    const facts = disk.describe(join(control, KILL_FILE));
    if (facts === undefined) return { mark, words: '' };
    const { changedAt } = facts;
    const order = readOrder(disk, control);
    const made = order ? `${order.rule}: ${order.reason} [${order.who}]` : 'made by hand';
    const time = changedAt === undefined ? '' : formatInstant(changedAt * MILLISECOND);
    return { mark, words: time === '' ? made : `${made}, last written ${time}` };
  } catch {
    return { mark, words: `it cannot be looked at: ${mark}` };
  }
}

/** Makes the file, durably; the fault as text, or undefined. */
export function makeKillFile(
  { disk, host }: { disk: JournalDisk; host: Pick<SessionPorts['host'], 'processId'> },
  control: string,
  kill: Kill & { readonly id: string },
): string | undefined {
  const [who, reason] = [kill.who, kill.reason].map((text) => text.replace(/[:\p{Cc}]/gu, ' '));
  try {
    const text = `${kill.rule} ${who ?? ''}: ${reason ?? ''}\n${kill.id}\n`;
    replaceFile(disk, control, KILL_FILE, text, { writer: host.processId });
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `expected to make control/${KILL_FILE}, found ${error.message}`;
  }
}

/**
 * Takes the file away of which this mark was seen; the fault as text, or undefined. One that was
 * made or touched since then is another kill, and stays.
 */
export function removeKillFile(
  disk: JournalDisk,
  control: string,
  seen: string,
): string | undefined {
  const another = `control/${KILL_FILE} was made or touched again: it is another kill, and stays`;
  try {
    if (markKillFile(disk, control) !== seen) return another;
    if (seen === '') return undefined;
    if (disk.describe(join(control, KILL_FILE))?.kind === 'directory') return BY_HAND;
    // Under another name nobody touches it any more.
    disk.rename(control, KILL_FILE, ENDED);
    const isSeen = disk.describe(join(control, ENDED))?.mark === seen;
    if (!isSeen) disk.rename(control, ENDED, KILL_FILE);
    else disk.remove(control, ENDED);
    disk.syncDirectory(control);
    return isSeen ? undefined : another;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `expected to remove control/${KILL_FILE}, found ${error.message}`;
  }
}
