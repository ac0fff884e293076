// Asks again for orders whose end is due: GTT orders that outlive their time by our own clock, and
// those that the venue shows as ended, but not as they were sent.
import { type Instant, NEVER, SECOND } from '../../domain/index.js';
import { EarliestTimer } from './earliest-timer.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from '../outputs.js';
import type { Order } from './order.js';

/** What the venue's word of an expiry may take, on top of the order's life. */
const GRACE = 5 * SECOND;
/** An order that goes on living is asked for again after so long. */
const ASK_EVERY = 30 * SECOND;

export interface ExpiriesPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

export class ExpiryMonitor {
  readonly #store: OrderStore;
  readonly #outputs: Outputs;
  readonly #ports: ExpiriesPorts;
  readonly #timer: EarliestTimer;

  constructor(store: OrderStore, outputs: Outputs, ports: ExpiriesPorts) {
    this.#store = store;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#timer = new EarliestTimer(ports, () => {
      this.#look();
    });
  }

  /** The venue has the order, as far as we know since now. */
  begin(order: Order): void {
    const { expirySeconds } = order.terms;
    if (expirySeconds === 0 || order.expiresAt > 0) return;
    // Of a run before: it had the order when it was last heard of, if not sooner.
    const now = this.#ports.now();
    const from = order.isAdopted ? order.sentAt : now;
    order.expiresAt = Math.max(now, from + expirySeconds * SECOND + GRACE);
    this.#timer.arm(order.expiresAt);
  }

  /** An end that is not believed: the venue may tell it rightly yet, and nobody else asks. */
  doubt(order: Order): void {
    if (order.isTerminal || order.differs) return;
    order.differs = true;
    order.askedAt = this.#ports.now();
    this.#timer.arm(order.askedAt + ASK_EVERY);
  }

  #look(): void {
    const now = this.#ports.now();
    let next = NEVER;
    for (const order of this.#store.values()) {
      if (order.isTerminal) continue;
      if (order.differs || isOverdue(order, now)) {
        if (order.askedAt === 0 || now >= order.askedAt + ASK_EVERY) this.#ask(order, now);
        next = Math.min(next, order.askedAt + ASK_EVERY);
      } else if (order.expiresAt > 0) next = Math.min(next, order.expiresAt);
    }
    this.#timer.arm(next);
  }

  #ask(order: Order, at: Instant): void {
    order.askedAt = at;
    const { coId, host, symbol: state, expirySeconds } = order.terms;
    const { symbol } = state.instrument;
    const life = `${String(expirySeconds)} s and ${String(GRACE / SECOND)} s`;
    const reason = isOverdue(order, at)
      ? `order ${coId} is ${order.state} after its life of ${life}`
      : `order ${coId} is ${order.state}, and the venue shows another one as ended`;
    const outputs = this.#outputs;
    outputs.ask({ at, kind: 'probe', what: 'order', symbol, coId, share: 0, until: 0, reason });
    if (isOverdue(order, at) && at - order.expiresAt < ASK_EVERY) {
      outputs.alert({ at, level: 'warn', rule: 'RC66', strategy: host.name, symbol, text: reason });
    }
  }
}

/** It should have expired by now, and no word of its end has come. */
export function isOverdue({ isTerminal, expiresAt }: Order, now: Instant): boolean {
  return !isTerminal && expiresAt > 0 && expiresAt <= now;
}
