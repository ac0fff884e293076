// Polls orders whose end is overdue: GTT orders that are alive after their time by our own clock,
// and orders that the venue reports as ended with terms other than those sent.
import { type Instant, NEVER, SECOND } from '../../domain/index.js';
import { EarliestTimer } from './earliest-timer.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from '../outputs.js';
import type { Order } from './order.js';

/** Time for the venue's report of an expiry to arrive, on top of the order's lifetime. */
const GRACE = 5 * SECOND;
/** Time between two polls of an order that is still alive. */
const ASK_EVERY = 30 * SECOND;

export interface ExpiryMonitorPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

export class ExpiryMonitor {
  readonly #store: OrderStore;
  readonly #outputs: Outputs;
  readonly #ports: ExpiryMonitorPorts;
  readonly #timer: EarliestTimer;

  constructor(store: OrderStore, outputs: Outputs, ports: ExpiryMonitorPorts) {
    this.#store = store;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#timer = new EarliestTimer(ports, () => {
      this.#look();
    });
  }

  /** The venue accepted the order by now: its lifetime starts. */
  begin(order: Order): void {
    const { expirySeconds } = order.terms;
    if (expirySeconds === 0 || order.expiresAt > 0) return;
    // The lifetime of an order of a previous run counts from its sending.
    const now = this.#ports.now();
    const from = order.isAdopted ? order.decidedAt : now;
    order.expiresAt = Math.max(now, from + expirySeconds * SECOND + GRACE);
    this.#timer.arm(order.expiresAt);
  }

  /**
   * The reported end does not match the order's terms. The venue may still report correctly, and no
   * other component polls the order.
   */
  watchMismatch(order: Order): void {
    if (order.isTerminal || order.hasTermMismatch) return;
    order.hasTermMismatch = true;
    order.askedAt = this.#ports.now();
    this.#timer.arm(order.askedAt + ASK_EVERY);
  }

  #look(): void {
    const now = this.#ports.now();
    let next = NEVER;
    for (const order of this.#store.values()) {
      if (order.isTerminal) continue;
      if (order.hasTermMismatch || isOverdue(order, now)) {
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
    const life = `${String(expirySeconds)} s plus ${String(GRACE / SECOND)} s`;
    const reason = isOverdue(order, at)
      ? `order ${coId} is still ${order.state} after its lifetime of ${life}`
      : `order ${coId} is ${order.state}, but the venue reports its end with other terms`;
    const outputs = this.#outputs;
    outputs.ask({ at, kind: 'probe', what: 'order', symbol, coId, share: 0, until: 0, reason });
    if (isOverdue(order, at) && at - order.expiresAt < ASK_EVERY) {
      outputs.alert({ at, level: 'warn', rule: 'RC66', strategy: host.name, symbol, text: reason });
    }
  }
}

/** True when the order should have expired and the venue has not reported its end. */
export function isOverdue({ isTerminal, expiresAt }: Order, now: Instant): boolean {
  return !isTerminal && expiresAt > 0 && expiresAt <= now;
}
