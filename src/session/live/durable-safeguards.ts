// Safeguards that outlive a session: halt latch on disk, instance lock, free disk space.
import type { Halt, HostEvent } from '../../domain/events/index.js';
import { isSegment, type JournalDisk, type Stamp, toSegmentNumber } from '../../journal/index.js';
import { type OpenedBot, toHaltRecord } from '../../recovery/index.js';
import { findLeastBytes, type HaltRecord, isLow, writeMark } from '../../state/index.js';

/** Rule and reason of a halt of everything. */
export interface SafeguardHalt {
  readonly rule: string;
  readonly reason: string;
}

/** Samples (one a second) between two syncs of the journal and writes of its mark. */
const MARK_EVERY = 10;

const LOST = 'the instance lock or the control directory is lost, or a newer bot was started';

export class DurableSafeguards {
  readonly #bot: OpenedBot;
  readonly #disk: JournalDisk;
  readonly #isLive: boolean;
  #isLow = false;
  /** Lock state of the last sample: refuses orders until the kernel has halted in a step. */
  #isLocked = true;
  #samples = 0;

  constructor(bot: OpenedBot, disk: JournalDisk, isLive: boolean) {
    this.#bot = bot;
    this.#disk = disk;
    this.#isLive = isLive;
  }

  /** Halts that were latched when the bot started. */
  get halts(): readonly HaltRecord[] {
    return this.#bot.latch.halts;
  }

  /**
   * Writes a halt to the latch, so that it survives the process. `seq` is the number of its journal
   * record; returns what failed.
   */
  latch(halt: Halt, seq: number, at: Pick<Stamp, 'mono' | 'wall'>): string | undefined {
    const { latch, epoch } = this.#bot;
    latch.add(toHaltRecord(halt, epoch, seq, at));
    const written = latch.write();
    return written.ok ? undefined : written.fault.message;
  }

  /**
   * Why nothing of a strategy may leave in a symbol, or undefined. Asked for each send, so it reads
   * memory only.
   */
  findRefusal(strategy: string, symbol: string, isFlattening: boolean): string | undefined {
    if (!this.#bot.lock.isHeld || !this.#isLocked) return `RC60: ${LOST}`;
    if (this.#isLow) return 'RC59: the disk of the journal has too little free space';
    const halt = isFlattening ? undefined : this.#bot.latch.find(strategy, symbol);
    return halt === undefined ? undefined : `RC69: halt ${halt.id} is latched: ${halt.reason}`;
  }

  /** Lock and disk space for the host sample. */
  sample(): Pick<HostEvent, 'isLocked' | 'freeBytes' | 'totalBytes'> {
    try {
      const { state, lock } = this.#bot;
      const isOurs = lock.check() && !hasSuccessor(this.#bot, this.#disk);
      // Without the control directory no operator could stop the bot, and its watchdog would not
      // see a heartbeat.
      const isLocked = isOurs && this.#disk.describe(state.control) !== undefined;
      this.#isLocked &&= isLocked;
      const { freeBytes, totalBytes } = this.#disk.freeSpace(state.journal);
      // A sample with too little disk space stops new risk until a later one has enough (RC59).
      this.#isLow = isLow({ freeBytes, totalBytes }, this.#isLive);
      this.#samples += 1;
      if (isLocked && this.#samples % MARK_EVERY === 0) this.#keep();
      return { isLocked, freeBytes, totalBytes };
    } catch {
      this.#isLocked = false;
      return { isLocked: false, freeBytes: 0, totalBytes: 0 };
    }
  }

  /** Checks a sample against RC59 and RC60. */
  evaluate({ isLocked, freeBytes }: HostEvent): SafeguardHalt | undefined {
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

  /**
   * Writes the mark and releases the lock, once the session has ended and its journal is closed.
   */
  release(): void {
    this.#mark();
    this.#bot.lock.release();
  }

  /** Syncs the journal while no order does; `evaluate` reports a fault of the journal. */
  #keep(): void {
    this.#bot.journal.sync();
    this.#mark();
  }

  /** A mark that cannot be written leaves the last one in place. */
  #mark(): void {
    const { epoch, journal, state } = this.#bot;
    writeMark(this.#disk, state.dir, { epoch, seq: journal.synced });
  }
}

/** Another bot has begun an epoch in this state directory: its first segment follows ours. */
export function hasSuccessor(
  { state, journal }: Pick<OpenedBot, 'journal' | 'state'>,
  disk: Pick<JournalDisk, 'list'>,
): boolean {
  const names = disk.list(state.journal).filter(isSegment);
  return names.some((name) => toSegmentNumber(name) > journal.segment);
}
