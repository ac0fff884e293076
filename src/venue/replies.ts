// Changes of orders on their way to where queries and streams show them.
import type { Instant, VenueOrderView, VenueTradeView } from '../domain/index.js';
import { DelayQueue, type Horizon } from '../machine/index.js';
import type { Transit } from './models/latency.js';
import type { VenueOrder } from './order.js';

interface Reply {
  readonly order: VenueOrder;
  readonly shown: VenueOrderView | VenueTradeView;
}

/** Who is told when a change becomes visible; queries work without one. */
export interface VenueListener {
  order(view: VenueOrderView): void;
  trade(trade: VenueTradeView): void;
}

export class ReplyQueue {
  readonly #transit: Transit;
  readonly #publish: (order: VenueOrder, shown: VenueOrderView | VenueTradeView) => void;
  readonly #queue: DelayQueue<Reply>;

  constructor(
    transit: Transit,
    publish: (order: VenueOrder, shown: VenueOrderView | VenueTradeView) => void,
    horizon: Horizon,
  ) {
    this.#queue = new DelayQueue(horizon);
    this.#transit = transit;
    this.#publish = publish;
  }

  get nextDueAt(): Instant {
    return this.#queue.nextDueAt;
  }

  add(at: Instant, order: VenueOrder, shown: VenueOrderView | VenueTradeView): void {
    this.#queue.add(this.#transit.arriveAt(at), { order, shown });
  }

  /** Delivers the next reply due at or before `to`; false when none is. */
  deliverNext(to: Instant): boolean {
    const reply = this.#queue.takeNext(to);
    if (reply === undefined) return false;
    this.#publish(reply.order, reply.shown);
    return true;
  }
}
