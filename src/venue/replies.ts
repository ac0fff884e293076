// Changes on their way to where queries and streams show them: a queue with constant delay.
import {
  type Instant,
  type Micros,
  NEVER,
  type VenueOrderView,
  type VenueTradeView,
} from '../domain/index.js';
import type { VenueOrder } from './order.js';

interface Reply {
  readonly dueAt: Instant;
  readonly order: VenueOrder;
  readonly view: VenueOrderView | undefined;
  readonly trade: VenueTradeView | undefined;
}

/** Who is told when a change becomes visible; queries work without one. */
export interface VenueListener {
  order(view: VenueOrderView): void;
  trade(trade: VenueTradeView): void;
}

/** Delivered entries are cut off the front of the queue in pieces of this many. */
const COMPACT_AFTER = 1_024;

/** First in, first out: the delay is the same for all, so due times never go down. */
export class ReplyQueue {
  readonly #delay: Micros;
  readonly #publish: (order: VenueOrder, reply: VenueOrderView | VenueTradeView) => void;
  #queue: Reply[] = [];
  #head = 0;

  constructor(
    delay: Micros,
    publish: (order: VenueOrder, reply: VenueOrderView | VenueTradeView) => void,
  ) {
    this.#delay = delay;
    this.#publish = publish;
  }

  get nextDueAt(): Instant {
    return this.#queue[this.#head]?.dueAt ?? NEVER;
  }

  addOrder(at: Instant, order: VenueOrder): void {
    const dueAt = at + this.#delay;
    this.#queue.push({ dueAt, order, view: order.toView(), trade: undefined });
  }

  addTrade(at: Instant, order: VenueOrder, trade: VenueTradeView): void {
    this.#queue.push({ dueAt: at + this.#delay, order, view: undefined, trade });
  }

  /** Delivers the next reply due at or before `to`; false when none is. */
  deliverNext(to: Instant): boolean {
    const reply = this.#queue[this.#head];
    if (reply === undefined || reply.dueAt > to) return false;
    this.#head++;
    if (this.#head === this.#queue.length) {
      this.#queue = [];
      this.#head = 0;
    } else if (this.#head >= COMPACT_AFTER) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    const shown = reply.view ?? reply.trade;
    if (shown !== undefined) this.#publish(reply.order, shown);
    return true;
  }
}
