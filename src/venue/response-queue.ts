// Changes of orders on their way to where queries and streams show them.
import type { Instant, VenueOrderView, VenueTradeView } from '../domain/index.js';
import { DelayQueue, type NextDue } from '../determinism/index.js';
import type { Transit } from './models/latency.js';
import type { VenueOrder } from './order.js';

/** What an order shows now, or a trade of it: each has both fields, as shapes are few. */
export type VenueResponse =
  | { readonly order: VenueOrder; readonly view: VenueOrderView; readonly trade: undefined }
  | { readonly order: VenueOrder; readonly view: undefined; readonly trade: VenueTradeView };

/** Who is told when a change becomes visible; queries work without one. */
export interface VenueListener {
  order(view: VenueOrderView): void;
  trade(trade: VenueTradeView): void;
}

export class ResponseQueue {
  readonly #transit: Transit;
  readonly #publish: (reply: VenueResponse) => void;
  readonly #queue: DelayQueue<VenueResponse>;

  constructor(transit: Transit, publish: (reply: VenueResponse) => void, horizon: NextDue) {
    this.#queue = new DelayQueue(horizon);
    this.#transit = transit;
    this.#publish = publish;
  }

  get nextDueAt(): Instant {
    return this.#queue.nextDueAt;
  }

  add(at: Instant, reply: VenueResponse): void {
    this.#queue.add(this.#transit.arriveAt(at), reply);
  }

  /** Delivers the next reply due at or before `to`; false when none is. */
  deliverNext(to: Instant): boolean {
    const reply = this.#queue.takeNext(to);
    if (reply === undefined) return false;
    this.#publish(reply);
    return true;
  }
}
