// Sends an order in doubt a second time, the very same bytes under the same coId: the venue takes
// a coId at most once, so this makes at most one order. An option, off by default.
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import { approveRepeat } from '../../risk/index.js';
import type { OrderManager } from './order-manager.js';
import { toRetryCandidate } from './order-candidate.js';
import type { Outputs } from '../outputs.js';
import type { Order } from './order.js';

/** Oldest order that is sent again, and the most attempts of one. */
const MAX_AGE: Micros = 2 * SECOND;
const MAX_ATTEMPTS = 2;

export class OrderResubmitter {
  readonly #orderManager: OrderManager;
  readonly #outputs: Outputs;
  readonly #now: () => Instant;
  readonly #isOn: boolean;

  constructor(orderManager: OrderManager, outputs: Outputs, now: () => Instant, isOn: boolean) {
    this.#orderManager = orderManager;
    this.#outputs = outputs;
    this.#now = now;
    this.#isOn = isOn;
  }

  /** The venue has shown, in whole, that it has no such order: the same bytes may go once more. */
  maybeResubmit(order: Order): void {
    const { attempts, sentAt, terms, isAdopted, isShown, likelyRejectedSince } = order;
    const now = this.#now();
    // Of a 400 and of a run before it is another matter than an answer that was lost.
    // The venue may have forgotten an order that it had, and would make it a second time.
    if (!this.#isOn || isAdopted || isShown) return;
    if (likelyRejectedSince !== undefined || terms.type !== 'Limit') return;
    if (order.state !== 'QUARANTINED' || order.cancelState !== 'NONE') return;
    if (attempts >= MAX_ATTEMPTS || now - sentAt > MAX_AGE) return;
    // It is in doubt itself: the pause for orders in doubt does not hold it.
    const candidate = toRetryCandidate(order, now);
    const decision = approveRepeat(this.#orderManager.gate, candidate, attempts + 1, 'RC53');
    if ('broken' in decision) return;
    order.attempts++;
    this.#outputs.command(decision.approved, order, now);
  }
}
