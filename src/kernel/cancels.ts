// Cancels of own orders: one at a time per order, and round after round under a halt.
import { type Halt, type Instant, SECOND, type SendClass } from '../domain/index.js';
import { approveCancel } from '../risk/index.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from './outputs.js';
import type { OwnOrder } from './own-order.js';

/** Pause between two rounds of cancels under a halt, and the most rounds. */
const CANCEL_EVERY = 5 * SECOND;
const MAX_CANCEL_ROUNDS = 5;

export interface CancelsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

export class Cancels {
  readonly #store: OrderStore;
  readonly #outputs: Outputs;
  readonly #ports: CancelsPorts;
  #isAdopting = false;

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
    order.cancelState = 'CXL_SENDING';
    order.cancelAt = this.#ports.now();
    const { coId, intentId } = order.terms;
    const { orderId } = order;
    const command = approveCancel({ kind: 'cancel', coId, orderId, intentId });
    this.#outputs.command(command, order, this.#ports.now());
  }

  /** How the request for a cancel ended; one that did not arrive may be sent again. */
  answer(order: OwnOrder, outcome: SendClass): void {
    if (order.cancelState === 'NONE' || order.isTerminal) return;
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
    const isInScope = (order: OwnOrder) =>
      halt.scope === 'all' || order.terms.host.name === halt.strategy;
    this.cancelWhere(isInScope, round > 1);
    if (round === MAX_CANCEL_ROUNDS) return;
    this.#ports.at(this.#ports.now() + CANCEL_EVERY, () => {
      this.cancelHalted(halt, round + 1);
    });
  }
}
