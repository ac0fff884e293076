// Delays changes and trades of orders by the reply latency, until queries and streams show them.
import type { Instant } from '../domain/index.js';
import type { VenueOrderView, VenueTradeView } from '../domain/venue/index.js';
import { DelayQueue, type NextDue } from '../determinism/index.js';
import type { Transit } from './models/latency.js';
import type { VenueOrder } from './order.js';

/**
 * A new view of an order, or a trade of it. Both variants have all fields, for one hidden class.
 */
export type VenueResponse =
  | { readonly order: VenueOrder; readonly view: VenueOrderView; readonly trade: undefined }
  | { readonly order: VenueOrder; readonly view: undefined; readonly trade: VenueTradeView };

/** Callbacks for changes that become visible; queries work without a listener. */
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

  /** Delivers the next response due at or before `to`; false when there is none. */
  deliverNext(to: Instant): boolean {
    const reply = this.#queue.takeNext(to);
    if (reply === undefined) return false;
    this.#publish(reply);
    return true;
  }
}
