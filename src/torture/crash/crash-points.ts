// Crash points: numbers each effect of a bot on disk and network; the bot can be killed at each.
import type { Micros } from '../../domain/index.js';
import type { Survivors } from '../platform/disk.js';
import { hasRecovered } from '../simulation/quiescence.js';
import type { World } from '../simulation/world.js';

/** The bot dies just before this effect: nothing changes between two effects. */
export interface CrashPoint {
  /** Number of the effect, from 1; a second crash counts from the start of the next run. */
  readonly at: number;
  readonly survivors: Survivors;
}

export interface Effect {
  /** World time, µs. */
  readonly at: Micros;
  /** Everything written is durable: every kind of crash leaves the same disk. */
  readonly isDurable: boolean;
}

/** Numbers the effects and kills the process at the crash points. */
export class CrashPoints {
  readonly #world: World;
  readonly #points: CrashPoint[];
  #number = 0;
  /** Effects of the first run, up to its crash if there is one. */
  readonly effects: Effect[] = [];
  /** Number of effects from the start after the last crash until the bot was ready or halted. */
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
