// The kill switch: a flag in memory that the egress reads, and a file that anybody can create.
import { join } from 'node:path';
import type { BotEvent } from '../../domain/events/index.js';
import { formatInstant, MILLISECOND } from '../../domain/index.js';
import { isSystemError, type JournalDisk, readWhole, replaceFile } from '../../journal/index.js';
import { isManualHalt } from '../../risk/gate/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { HaltRecord } from '../../state/index.js';

/** In the control directory; its existence is a kill, whatever its content. */
export const KILL_FILE = 'KILL';

/** Name of the file during its removal. */
const ENDED = 'KILL.ended';

const BY_HAND = `control/${KILL_FILE} is a folder: the kill stays until you remove it by hand`;

const ORDER =
  /^(RC\d\d|GUARD_STALE) ([^:\p{Cc}]{1,80}): (\P{Cc}{1,500})$(?:\n(kill-[\w-]{1,40})$)?/mu;

/** The disk operations that check and read the file. */
type Looking = Pick<JournalDisk, 'describe' | 'read'>;

/** Who stopped everything, and why. */
export interface Kill {
  /**
   * `RC62`: the file; `RC63`: an operator or the watchdog by command; `RC65`: a signal; otherwise
   * the control that a call beside the bot broke.
   */
  readonly rule: string;
  readonly who: string;
  readonly reason: string;
  /** Id of a command's halt in the latch, whichever process writes it there. */
  readonly id?: string;
}

/** Halt event for the kernel; `isAgain`: a halt of its own even if an equal one is in force. */
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
  /** Mark of the kill file that the operator of a flatten was shown. */
  #noted = '';

  constructor(disk: Looking, control: string) {
    this.#disk = disk;
    this.#control = control;
  }

  get kill(): Kill | undefined {
    return this.#kill;
  }

  /** Stops all orders that add risk from this call on. The first kill stays. */
  pull(kill: Kill): void {
    this.#kill ??= kill;
  }

  /** Why nothing may leave, or undefined; asked for each send. Checks the file as well. */
  get refusal(): string | undefined {
    const kill = this.#kill ?? this.look();
    return kill && `${kill.rule}: ${kill.reason}`;
  }

  /** A flatten begins under the kill file that was shown, if there was one. */
  noteFile(mark: string): void {
    this.#noted = mark;
  }

  /** A kill by a file that was created or touched since the flatten began. */
  findLater(): Kill | undefined {
    if (markKillFile(this.#disk, this.#control) === this.#noted) return undefined;
    const reason = 'control/KILL was created or changed during the flatten';
    const order = readOrder(this.#disk, this.#control);
    return order ?? { rule: 'RC62', who: 'kill file', reason };
  }

  /** Why an order of the flatten may not leave; asked for each send. */
  get laterRefusal(): string | undefined {
    const kill = this.findLater();
    return kill && `${kill.rule}: ${kill.reason}`;
  }

  /** Pulls the switch when the file exists, or when the disk cannot tell that it does not. */
  look(): Kill | undefined {
    if (this.#kill !== undefined) return this.#kill;
    const reason = findKillFile(this.#disk, join(this.#control, KILL_FILE));
    if (reason === undefined) return undefined;
    this.pull(readOrder(this.#disk, this.#control) ?? { rule: 'RC62', who: 'kill file', reason });
    return this.#kill;
  }
}

/** Kill that a command wrote into the file, if one did. */
function readOrder(disk: Looking, control: string): Kill | undefined {
  try {
    // The existence of the file counts; its text only names who made it. A pipe is not read, since
    // the read would block.
    if (disk.describe(join(control, KILL_FILE))?.kind !== 'file') return undefined;
    const text = readWhole(disk, control, KILL_FILE) ?? '';
    const [, rule, who, reason, id] = ORDER.exec(text) ?? [];
    if (!rule || !who || !reason) return undefined;
    return { rule, who, reason, ...(id === undefined ? {} : { id }) };
  } catch {
    return undefined;
  }
}

/** Why the file counts as existing, or undefined: any error but "not found" is a kill. */
function findKillFile(disk: Pick<JournalDisk, 'describe'>, path: string): string | undefined {
  try {
    return disk.describe(path) === undefined ? undefined : 'the file control/KILL exists';
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return `cannot check whether control/KILL exists, which counts as a kill: ${found}`;
  }
}

/** Whether the kill file exists, or may exist. */
export function hasKillFile(disk: Pick<JournalDisk, 'describe'>, control: string): boolean {
  return findKillFile(disk, join(control, KILL_FILE)) !== undefined;
}

/** Identifies the kill file; the mark changes with each kill that creates or touches it. */
export function markKillFile(disk: Pick<JournalDisk, 'describe'>, control: string): string {
  try {
    return disk.describe(join(control, KILL_FILE))?.mark ?? '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Whether the kill file is removed with these halts: one of them was written with it, or they
 * include every kill in force, of which there is one. A file that stays halts the next start.
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

/** Mark and description of the kill file that an operator is shown; both empty without one. */
export interface KillFileView {
  readonly mark: string;
  readonly words: string;
}

/** Reads the file for the operator who clears halts: it goes with the last of them. */
export function viewKillFile(disk: Looking, control: string): KillFileView {
  // Before the description: a file that replaces this one meanwhile has another mark.
  const mark = markKillFile(disk, control);
  try {
    const facts = disk.describe(join(control, KILL_FILE));
    if (facts === undefined) return { mark, words: '' };
    const { changedAt } = facts;
    const order = readOrder(disk, control);
    const made = order ? `${order.rule}: ${order.reason} [${order.who}]` : 'created by hand';
    const time = changedAt === undefined ? '' : formatInstant(changedAt * MILLISECOND);
    return { mark, words: time === '' ? made : `${made}, last written ${time}` };
  } catch {
    return { mark, words: `the file cannot be read: ${mark}` };
  }
}

/** Creates the file durably; returns the fault as text, or undefined. */
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
    return `cannot create control/${KILL_FILE}: ${error.message}`;
  }
}

/**
 * Removes the file with this mark; returns the fault as text, or undefined. A file that was created
 * or touched since then is another kill and stays.
 */
export function removeKillFile(
  disk: JournalDisk,
  control: string,
  seen: string,
): string | undefined {
  const another = `control/${KILL_FILE} was created or changed again: as another kill it stays`;
  try {
    if (markKillFile(disk, control) !== seen) return another;
    if (seen === '') return undefined;
    if (disk.describe(join(control, KILL_FILE))?.kind === 'directory') return BY_HAND;
    // Under another name no other process touches it any more.
    disk.rename(control, KILL_FILE, ENDED);
    const isSeen = disk.describe(join(control, ENDED))?.mark === seen;
    if (!isSeen) disk.rename(control, ENDED, KILL_FILE);
    else disk.remove(control, ENDED);
    disk.syncDirectory(control);
    return isSeen ? undefined : another;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `cannot remove control/${KILL_FILE}: ${error.message}`;
  }
}
