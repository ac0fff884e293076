// Cancels of own orders: one at a time per order, and round after round under a halt.
import { type Halt, type Instant, NEVER, SECOND } from '../domain/index.js';
import { approveCancel, type PolicyClass } from '../risk/index.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from './outputs.js';
import type { CancelState, OwnOrder } from './own-order.js';

/** Pause between two rounds of cancels under a halt, and the most rounds. */
const CANCEL_EVERY = 5 * SECOND;
const MAX_CANCEL_ROUNDS = 5;

/** A cancel whose order lives on is sent again after so long, and is stuck after so long. */
const SEND_AGAIN_AFTER = 30 * SECOND;
const STUCK_AFTER = 120 * SECOND;

export interface CancelsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  isHalted(order: OwnOrder): boolean;
  /** An order lives on for 120 s after its cancel. */
  stuck(order: OwnOrder): void;
}

export class Cancels {
  readonly #store: OrderStore;
  readonly #outputs: Outputs;
  readonly #ports: CancelsPorts;
  #isAdopting = false;
  /** One timer for all cancels. */
  #isWatching = false;

  constructor(store: OrderStore, outputs: Outputs, ports: CancelsPorts) {
    this.#store = store;
    this.#outputs = outputs;
    this.#ports = ports;
  }

  /** From now on no command is made: those of the records are adopted instead. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /** Sends one cancel for an order that may still be alive; another one when that is forced. */
  cancel(order: OwnOrder, isForced = false): void {
    if (this.#isAdopting || order.isTerminal || !(order.isCancellable || isForced)) return;
    this.begin(order, 'CXL_SENDING', this.#ports.now());
    const { coId, intentId } = order.terms;
    const { orderId } = order;
    const command = approveCancel({ kind: 'cancel', coId, orderId, intentId });
    this.#outputs.command(command, order, this.#ports.now());
  }

  /** A cancel is on its way since `at`, or the venue says so; one that was before it counts on. */
  begin(order: OwnOrder, state: CancelState, at: Instant): void {
    if (order.cancelState === 'CXL_STUCK') return;
    if (order.cancelState === 'NONE') order.cancelAt = at;
    order.cancelState = state;
    this.#watchFrom(at);
  }

  /** How the request for a cancel ended; one that did not arrive may be sent again. */
  answer(order: OwnOrder, outcome: PolicyClass): void {
    const { cancelState } = order;
    if (cancelState === 'NONE' || cancelState === 'CXL_STUCK' || order.isTerminal) return;
    if (outcome === 'accepted') order.cancelState = 'CXL_REQUESTED';
    else order.cancelState = outcome === 'unknown' ? 'CXL_UNKNOWN' : 'NONE';
  }

  /** Cancels every own order that the test picks, oldest first. */
  cancelWhere(isPicked: (order: OwnOrder) => boolean, isForced = false): void {
    for (const order of [...this.#store.values()]) {
      if (isPicked(order)) this.cancel(order, isForced);
    }
  }

  /** Cancels what a halt covers, again and again until it has ended. */
  cancelHalted(halt: Halt, round = 1): void {
    const isInScope = (order: OwnOrder) => {
      if (halt.scope === 'symbol') return order.instrument.symbol === halt.symbol;
      return halt.scope === 'all' || order.terms.host.name === halt.strategy;
    };
    this.cancelWhere(isInScope, round > 1);
    if (round === MAX_CANCEL_ROUNDS) return;
    this.#ports.at(this.#ports.now() + CANCEL_EVERY, () => {
      this.cancelHalted(halt, round + 1);
    });
  }

  /** Sends again what did not end its order, and tells of what never does. */
  #watch(): void {
    const now = this.#ports.now();
    let nextAt = NEVER;
    for (const order of [...this.#store.values()]) {
      const { cancelState, cancelAt } = order;
      if (order.isTerminal || cancelState === 'NONE' || cancelState === 'CXL_STUCK') continue;
      const age = now - cancelAt;
      if (age >= STUCK_AFTER) {
        order.cancelState = 'CXL_STUCK';
        this.#ports.stuck(order);
        continue;
      }
      // Under a halt rounds of cancels have gone out already.
      if (age >= SEND_AGAIN_AFTER && !this.#ports.isHalted(order)) this.cancel(order, true);
      nextAt = Math.min(nextAt, age < SEND_AGAIN_AFTER ? cancelAt : now);
    }
    if (nextAt !== NEVER) this.#watchFrom(nextAt);
  }

  #watchFrom(at: Instant): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#ports.at(at + SEND_AGAIN_AFTER, () => {
      this.#isWatching = false;
      this.#watch();
    });
  }
}
