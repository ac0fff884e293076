// Crash points: each effect of a bot on disk and network has a number, and the bot may die there.
import type { Micros } from '../../domain/index.js';
import type { Survivors } from '../platform/disk.js';
import { hasRecovered } from '../simulation/quiescence.js';
import type { World } from '../simulation/world.js';

/** Just before an effect: after the one before it, for between two effects nothing changes. */
export interface CrashPoint {
  /** Number of the effect, from 1; from the start of the next life on for a second crash. */
  readonly at: number;
  readonly survivors: Survivors;
}

export interface Effect {
  /** World time. */
  readonly at: Micros;
  /** All that was written is durable: any crash leaves the same disk. */
  readonly isDurable: boolean;
}

/** Numbers effects, and ends the process at the points. */
export class CrashPoints {
  readonly #world: World;
  readonly #points: CrashPoint[];
  #number = 0;
  /** Effects of the first life, up to its crash if it has one. */
  readonly effects: Effect[] = [];
  /** Effects from the start after the last crash until the bot was ready or halted. */
  recovery = 0;

  constructor(world: World, points: readonly CrashPoint[]) {
    this.#world = world;
    this.#points = [...points];
    const see = () => {
      this.#see();
    };
    world.disk.before = see;
    world.wire.onExchange = see;
  }

  #see(): void {
    const { bots, disk, time } = this.#world;
    this.#number += 1;
    if (bots.length === 1) this.effects.push({ at: time.now, isDurable: disk.isDurable });
    else if (!hasRecovered(this.#world)) this.recovery = this.#number;
    const [next] = this.#points;
    if (next === undefined || this.#number < next.at) return;
    this.#points.shift();
    this.#number = 0;
    this.recovery = 0;
    this.#world.crash(next.survivors);
  }
}
