// What outlives and guards a session: halt latch on disk, instance lock, space on the disk.
import type { Halt, HostEvent } from '../../domain/index.js';
import { isSegment, type JournalDisk, type Stamp, toSegmentNumber } from '../../journal/index.js';
import { type OpenedBot, toHaltRecord } from '../../recovery/index.js';
import { findLeastBytes, type HaltRecord, isLow, writeMark } from '../../state/index.js';

/** Why everything has to halt. */
export interface GuardFinding {
  readonly rule: string;
  readonly reason: string;
}

/** Samples come each second. After so many the journal is synced and its mark written. */
const MARK_EVERY = 10;

const LOST = 'the instance lock or the control directory is lost, or a later epoch has begun';

export class DurableGuards {
  readonly #bot: OpenedBot;
  readonly #disk: JournalDisk;
  readonly #isLive: boolean;
  #isLow = false;
  /** By the last sample; the halt that follows it needs a step. */
  #isLocked = true;
  #samples = 0;

  constructor(bot: OpenedBot, disk: JournalDisk, isLive: boolean) {
    this.#bot = bot;
    this.#disk = disk;
    this.#isLive = isLive;
  }

  /** Halts that held already when the bot was started. */
  get halts(): readonly HaltRecord[] {
    return this.#bot.latch.halts;
  }

  /** Makes a halt that the journal has under this number outlive the process. */
  latch(halt: Halt, seq: number, at: Pick<Stamp, 'mono' | 'wall'>): string | undefined {
    const { latch, epoch } = this.#bot;
    latch.hold(toHaltRecord(halt, epoch, seq, at));
    const written = latch.write();
    return written.ok ? undefined : written.fault.message;
  }

  /** From memory, for each send: why nothing of a strategy may leave in a symbol, or undefined. */
  findRefusal(strategy: string, symbol: string, isFlattening: boolean): string | undefined {
    if (!this.#bot.lock.isHeld || !this.#isLocked) return `RC60: ${LOST}`;
    if (this.#isLow) return 'RC59: too little room is left on the disk of the journal';
    const halt = isFlattening ? undefined : this.#bot.latch.find(strategy, symbol);
    return halt === undefined ? undefined : `RC69: halt ${halt.id} is latched: ${halt.reason}`;
  }

  /** What the host's sample says of lock and disk. */
  sample(): Pick<HostEvent, 'isLocked' | 'freeBytes' | 'totalBytes'> {
    try {
      const { state, lock } = this.#bot;
      const isOurs = lock.check() && !hasSuccessor(this.#bot, this.#disk);
      // Without it nobody could stop the bot, and its guard would not see it beat.
      const isLocked = isOurs && this.#disk.describe(state.control) !== undefined;
      this.#isLocked &&= isLocked;
      const { freeBytes, totalBytes } = this.#disk.freeSpace(state.journal);
      // A sample that leaves too little room takes no new risk until one leaves enough (RC59).
      this.#isLow = isLow({ freeBytes, totalBytes }, this.#isLive);
      this.#samples += 1;
      if (isLocked && this.#samples % MARK_EVERY === 0) this.#keep();
      return { isLocked, freeBytes, totalBytes };
    } catch {
      this.#isLocked = false;
      return { isLocked: false, freeBytes: 0, totalBytes: 0 };
    }
  }

  /** Judges a sample by RC59 and RC60. */
  judge({ isLocked, freeBytes }: HostEvent): GuardFinding | undefined {
    if (isLocked === false) {
      return { rule: 'RC60', reason: LOST };
    }
    const journal = this.#bot.journal.check();
    if (!journal.ok) return { rule: 'RC59', reason: `the journal: ${journal.fault.message}` };
    const least = findLeastBytes(this.#isLive);
    if (freeBytes === undefined || freeBytes >= least) return undefined;
    const found = `found ${String(freeBytes)}`;
    return {
      rule: 'RC59',
      reason: `expected ${String(least)} bytes free for the journal, ${found}`,
    };
  }

  /** The session is over, its journal closed. */
  release(): void {
    this.#mark();
    this.#bot.lock.release();
  }

  /** Syncs the journal also while no order does; `judge` tells of a fault of the journal. */
  #keep(): void {
    this.#bot.journal.sync();
    this.#mark();
  }

  /** Where it cannot be written the mark before it stays. */
  #mark(): void {
    const { epoch, journal, state } = this.#bot;
    writeMark(this.#disk, state.dir, { epoch, seq: journal.synced });
  }
}

/** Another bot has begun an epoch here: its first segment comes after ours. */
export function hasSuccessor(
  { state, journal }: Pick<OpenedBot, 'journal' | 'state'>,
  disk: Pick<JournalDisk, 'list'>,
): boolean {
  const names = disk.list(state.journal).filter(isSegment);
  return names.some((name) => toSegmentNumber(name) > journal.segment);
}
