// How long requests of bots may stay open: the total deadline of their kind, by machine time from
// when they are handed to a lane. Read from lines of requests, by no table of the bot.
import { type Micros, SECOND } from '../../domain/index.js';
import type { WireCall } from '../platform/network.js';
import type { Bot } from './bot.js';
import type { Wire } from './wire.js';
import type { World } from './world.js';

/** The first that fits is it. */
const TOTALS: readonly (readonly [RegExp, seconds: number])[] = [
  [/^\w+ (\/v2)?\/sso\//, 8],
  [/^\w+ \/v2\/trades\/stp\//, 15],
  [/^DELETE /, 8],
  [/^POST \/v2\/rfs$/, 8],
  [/^POST \/v2\/(orders|rfs\/)/, 10],
  [/^GET \/v2\/(orders|positions|trades|rfs)\b/, 8],
  [/^GET /, 4],
];

/** Of timers that fire as soon as they may, and of those that P14 makes late. */
const MARGIN: Micros = SECOND;
const LATE: Micros = 6 * SECOND;

export class Deadlines {
  readonly #world: World;
  /** Requests that were not over at the last look, by their bot's time when handed. */
  readonly #open = new Map<WireCall, Micros>();
  readonly #left = new WeakSet<WireCall>();

  constructor(world: World, wire: Pick<Wire, 'handWatchers' | 'watchers'>) {
    this.#world = world;
    wire.handWatchers.push(({ at, call }) => {
      const bot = world.findBot(call.life);
      if (bot !== undefined) this.#open.set(call, at - this.#countLost(bot));
    });
    wire.watchers.push(({ call }) => {
      this.#left.add(call);
    });
  }

  /** A request that is open for longer than it may, or undefined. */
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

  /** What has not left need only be given up: its lane drops it when its turn comes. */
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
