// What a bot owes after its machine has slept: it reads active orders and positions afresh before
// an order of its own leaves. Read from bytes of requests and of whole answers.
import { takesRisk } from '../faults/fault.js';
import type { LocalAnswer } from '../../simulator/index.js';
import type { WireCall } from '../platform/network.js';
import type { Bot } from './bot.js';
import type { Departure, Wire } from './wire.js';

/** A full reconcile. */
const READS = ['/v2/orders', '/v2/positions'] as const;

export class AfterSleep {
  /** What each bot has yet to read. */
  readonly #unread = new WeakMap<Bot, Set<string>>();
  /** Reads that were asked for after their bot had slept. */
  readonly #asked = new WeakMap<WireCall, Bot>();

  constructor(wire: Pick<Wire, 'handWatchers'>, findBot: (life: number) => Bot | undefined) {
    wire.handWatchers.push(({ call }) => {
      const bot = findBot(call.life);
      if (bot !== undefined && this.#unread.has(bot)) this.#asked.set(call, bot);
    });
  }

  /** What was asked for before is older than the sleep, whenever its answer comes. */
  slept(bot: Bot): void {
    this.#unread.set(bot, new Set(READS));
  }

  /** Takes a whole answer as its bot reads it. */
  take(call: WireCall, { status }: LocalAnswer): void {
    const { method, target } = call.request;
    const bot = this.#asked.get(call);
    if (bot !== undefined && method === 'GET' && status === 200) {
      this.#unread.get(bot)?.delete(target);
    }
  }

  /** What is missing when an order leaves, or undefined. */
  findUnread({ bot, call }: Departure): string | undefined {
    if (bot === undefined || !takesRisk(call)) return undefined;
    const [first] = this.#unread.get(bot) ?? [];
    return first && `an order left after a sleep, before ${first} was read: ${call.request.target}`;
  }
}
