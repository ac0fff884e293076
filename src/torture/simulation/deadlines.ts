// Checks how long requests of bots stay open: the total deadline of their kind, in machine time
// from the hand-over to a lane. The deadlines are stated here, independent of the bot's table.
import { type Micros, SECOND } from '../../domain/index.js';
import type { VirtualTime } from '../platform/time.js';
import type { WireCall } from '../platform/wire-types.js';
import type { Bot } from './bot.js';
import type { RequestWatchers } from './departures.js';

/** Total deadlines in seconds; the first matching pattern counts. */
const TOTALS: readonly (readonly [RegExp, seconds: number])[] = [
  [/^\w+ (\/v2)?\/sso\//, 8],
  [/^\w+ \/v2\/trades\/stp\//, 15],
  [/^DELETE /, 8],
  [/^POST \/v2\/rfs$/, 8],
  [/^POST \/v2\/(orders|rfs\/)/, 10],
  [/^GET \/v2\/(orders|positions|trades|rfs)\b/, 8],
  [/^GET /, 4],
];

/** Tolerance for timers that are on time, and for timers that fault P14 delays. */
const MARGIN: Micros = SECOND;
const LATE: Micros = 6 * SECOND;

/** What the check needs of its world. */
export interface TimedWorld {
  readonly time: Pick<VirtualTime, 'now'>;
  readonly faults: readonly string[];
  /** Total time for which processes were blocked, µs. */
  readonly blocked: Micros;
  findBot(life: number): Bot | undefined;
}

export class Deadlines {
  readonly #world: TimedWorld;
  /** Requests that were open at the last check, with the bot's time of their hand-over. */
  readonly #open = new Map<WireCall, Micros>();
  readonly #left = new WeakSet<WireCall>();

  constructor(world: TimedWorld, wire: RequestWatchers) {
    this.#world = world;
    wire.handWatchers.push(({ at, call }) => {
      const bot = world.findBot(call.life);
      if (bot !== undefined) this.#open.set(call, at - this.#countLost(bot));
    });
    wire.watchers.push(({ call }) => {
      this.#left.add(call);
    });
  }

  /** A request that is open beyond its deadline, or undefined. */
  findOverdue(): string | undefined {
    for (const [call, handedAt] of this.#open) {
      const bot = this.#world.findBot(call.life);
      if (bot === undefined || this.#isOver(call, bot)) this.#open.delete(call);
      else if (!bot.life.isFrozen && this.#isOverdue(call, handedAt + this.#countLost(bot))) {
        const age = ((this.#world.time.now - handedAt - this.#countLost(bot)) / SECOND).toFixed(1);
        return `${toLine(call)} of life ${String(call.life)} is open for ${age} s`;
      }
    }
    return undefined;
  }

  /** Time in which no timer of the bot could fire. */
  #countLost({ life }: Bot): Micros {
    return life.lost + this.#world.blocked;
  }

  /**
   * Whether the request has ended; one that never left need only be given up, its lane drops it
   * later.
   */
  #isOver(call: WireCall, { end, life }: Bot): boolean {
    if (life.isOver || end !== undefined || call.isOver) return true;
    return !this.#left.has(call) && !call.isAwaited();
  }

  #isOverdue(call: WireCall, since: Micros): boolean {
    const { faults, time } = this.#world;
    const line = toLine(call);
    const [, seconds = 0] = TOTALS.find(([pattern]) => pattern.test(line)) ?? [];
    const margin = faults.includes('P14') ? LATE : MARGIN;
    return time.now - since > seconds * SECOND + margin;
  }
}

function toLine({ request: { method, target } }: WireCall): string {
  return `${method} ${target}`;
}
