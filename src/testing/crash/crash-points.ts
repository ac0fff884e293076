// Crash points: each effect of a bot on disk and network has a number, and the bot may die there.
import type { Survivors } from '../virtual/disk.js';
import type { World } from '../world/world.js';

/** Just before an effect: after the one before it, for between two effects nothing changes. */
export interface CrashPoint {
  /** Number of the effect, from 1; from the start of the next life on for a second crash. */
  readonly at: number;
  readonly survivors: Survivors;
}

/** Numbers effects, and ends the process at the points. */
export class CrashPoints {
  readonly #world: World;
  readonly #points: CrashPoint[];
  #number = 0;
  /** Effects of the first life, up to its crash if it has one. */
  #first = 0;

  constructor(world: World, points: readonly CrashPoint[]) {
    this.#world = world;
    this.#points = [...points];
    const see = () => {
      this.#see();
    };
    world.disk.before = see;
    world.wire.onExchange = see;
  }

  get count(): number {
    return this.#first;
  }

  #see(): void {
    this.#number += 1;
    if (this.#world.bots.length === 1) this.#first = this.#number;
    const [next] = this.#points;
    if (next === undefined || this.#number < next.at) return;
    this.#points.shift();
    this.#number = 0;
    this.#world.crash(next.survivors);
  }
}
