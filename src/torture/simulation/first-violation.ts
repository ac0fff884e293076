// Runs the invariants on a world and keeps the first violation.
import type { Breach, Invariant } from '../invariants/invariant.js';
import { readRecords } from './read-records.js';
import type { World } from './world.js';

/** Keeps the first violated invariant. */
export class FirstViolation {
  readonly #world: World;
  readonly #invariants: readonly Invariant[];
  readonly #named: readonly Pick<Invariant, 'number' | 'title'>[];
  breach: Breach | undefined;
  refused: string | undefined;

  /** `named` has the titles of violations that the world reports by their number. */
  constructor(world: World, invariants: readonly Invariant[], named = invariants) {
    this.#world = world;
    this.#invariants = invariants;
    this.#named = named;
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
      const kind = this.#named.find(({ number }) => number === complaint.invariant);
      const title = complaint.title ?? kind?.title ?? '';
      this.break({ number: complaint.invariant, title }, complaint.found);
    }
    for (const invariant of this.#invariants) {
      const found = this.breach === undefined ? ask(invariant) : undefined;
      if (found !== undefined) this.break(invariant, found);
    }
  }

  /** Checks, after the recovery from a crash, the invariants that hold at any time. */
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
