// Sends an order of unknown outcome a second time, with the same bytes and coId. The venue accepts
// a coId at most once, so at most one order results. An option, off by default.
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import { approveRepeat } from '../../risk/index.js';
import type { OrderManager } from './order-manager.js';
import { toRetryCandidate } from './order-candidate.js';
import type { Outputs } from '../outputs.js';
import type { Order } from './order.js';

/** Greatest age of an order that is sent again, and the maximum of attempts per order. */
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

  /** A complete probe did not find the order: the same bytes may be sent once more. */
  maybeResubmit(order: Order): void {
    const { attempts, decidedAt: sentAt, terms, isAdopted, isShown, likelyRejectedSince } = order;
    const now = this.#now();
    // Not for a 400 without a reason code, nor for an order of a previous run: neither is a lost
    // response. Not for an order that the venue has shown: the venue may have dropped it and would
    // create it a second time.
    if (!this.#isOn || isAdopted || isShown) return;
    if (likelyRejectedSince !== undefined || terms.type !== 'Limit') return;
    if (order.state !== 'QUARANTINED' || order.cancelState !== 'NONE') return;
    if (attempts >= MAX_ATTEMPTS || now - sentAt > MAX_AGE) return;
    // A pause by RC53 does not refuse the repeat: this very order may have caused the pause.
    const candidate = toRetryCandidate(order, now);
    const decision = approveRepeat(this.#orderManager.gate, candidate, attempts + 1, 'RC53');
    if ('broken' in decision) return;
    order.attempts++;
    this.#outputs.command(decision.approved, order, now);
  }
}
