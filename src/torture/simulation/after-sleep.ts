// Checks that a bot reads active orders and positions again after its machine slept, before it
// sends an order. Reads only the bytes of requests and responses.
import { takesRisk } from '../platform/request-kinds.js';
import type { Departure, RequestWatchers } from './departures.js';
import type { LocalAnswer } from '../../simulator/index.js';
import type { WireCall } from '../platform/wire-types.js';
import type { Bot } from './bot.js';

/** Reads of a full reconciliation. */
const READS = ['/v2/orders', '/v2/positions'] as const;

export class AfterSleep {
  /** Reads that each bot still has to make. */
  readonly #unread = new WeakMap<Bot, Set<string>>();
  /** Reads that were requested after their bot had slept. */
  readonly #asked = new WeakMap<WireCall, Bot>();

  constructor(
    wire: Pick<RequestWatchers, 'handWatchers'>,
    findBot: (life: number) => Bot | undefined,
  ) {
    wire.handWatchers.push(({ call }) => {
      const bot = findBot(call.life);
      if (bot !== undefined && this.#unread.has(bot)) this.#asked.set(call, bot);
    });
  }

  /** Reads requested before the sleep do not count, whenever their response arrives. */
  slept(bot: Bot): void {
    this.#unread.set(bot, new Set(READS));
  }

  /** Takes a complete response as its bot reads it. */
  take(call: WireCall, { status }: LocalAnswer): void {
    const { method, target } = call.request;
    const bot = this.#asked.get(call);
    if (bot !== undefined && method === 'GET' && status === 200) {
      this.#unread.get(bot)?.delete(target);
    }
  }

  /** Returns the read that is missing when an order leaves, or undefined. */
  findUnread({ bot, call }: Departure): string | undefined {
    if (bot === undefined || !takesRisk(call)) return undefined;
    const [first] = this.#unread.get(bot) ?? [];
    return first && `an order left after a sleep, before ${first} was read: ${call.request.target}`;
  }
}
