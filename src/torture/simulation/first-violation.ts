// Keeps the first thing that is wrong in a world, and reads the journal that is judged by.
import { type JournalRecord, readJournal } from '../../journal/index.js';
import { INVARIANTS } from '../invariants/index.js';
import type { Breach, Invariant, Records } from '../invariants/invariant.js';
import { JOURNAL_DIR } from './bot.js';
import type { World } from './world.js';

/** The journal, whose chain must be whole: `judge` is told where it is not. */
export function readRecords(world: World, judge?: FirstViolation): Records {
  const read: JournalRecord[] = [];
  if (world.bots.every(({ opened }) => opened === undefined)) return read;
  for (const record of readJournal(JOURNAL_DIR, world.disk)) {
    if (record.ok) read.push(record.value);
    else if (!world.isDamaged && !isLeftTorn(world, record.fault.code)) {
      judge?.break({ number: 22, title: 'the journal is whole' }, record.fault.message);
    }
  }
  return read;
}

/** A life that never came up has not cut what the one before it left. */
function isLeftTorn({ bot }: World, code: string): boolean {
  return code === 'journal.torn' && bot?.opened === undefined;
}

/** Keeps the first invariant that is broken. */
export class FirstViolation {
  readonly #world: World;
  readonly #invariants: readonly Invariant[];
  breach: Breach | undefined;
  refused: string | undefined;

  constructor(world: World, invariants: readonly Invariant[]) {
    this.#world = world;
    this.#invariants = invariants;
    world.wire.handWatchers.push((handing) => {
      this.check((invariant) => invariant.onHand?.(world, handing));
    });
    world.wire.watchers.push((departure) => {
      this.check((invariant) => invariant.onLeave?.(world, departure));
    });
    world.watchEnd = (end, bot) => {
      this.check((invariant) => invariant.onEnd?.(world, end, bot));
    };
    world.orderWatchers.push((view) => {
      this.check((invariant) => invariant.onOrder?.(world, view));
    });
  }

  check(ask: (invariant: Invariant) => string | undefined): void {
    const { complaint } = this.#world;
    if (complaint !== undefined) {
      const kind = INVARIANTS.find(({ number }) => number === complaint.invariant);
      const title = complaint.title ?? kind?.title ?? '';
      this.break({ number: complaint.invariant, title }, complaint.found);
    }
    for (const invariant of this.#invariants) {
      const found = this.breach === undefined ? ask(invariant) : undefined;
      if (found !== undefined) this.break(invariant, found);
    }
  }

  /** After a crash, once the bot is up again: what holds at any time. */
  checkRecovered(): void {
    const records = readRecords(this.#world);
    this.check(({ atQuiet, holdsAlways }) =>
      holdsAlways === true ? atQuiet?.(this.#world, records) : undefined,
    );
  }

  break({ number, title }: Pick<Invariant, 'number' | 'title'>, found: string): void {
    this.breach ??= { invariant: number, title, at: this.#world.time.now, found };
  }
}
