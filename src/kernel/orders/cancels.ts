// Sends cancels of own orders, at most one at a time per order. Repeats a cancel by the steps of
// `PENDING_CANCEL` in the policy, and in rounds while a halt lasts.
import type { Halt } from '../../domain/events/index.js';
import { type Instant, MINUTE, NEVER, SECOND } from '../../domain/index.js';
import { isFatalServerError } from '../../domain/venue/index.js';
import type { TradingState } from '../../risk/gate/index.js';
import { approveCancel } from '../../risk/index.js';
import {
  type EscalationStep,
  findStatusRule,
  keepsOrdersOnHalt,
  type OutcomeClass,
  type Policy,
} from '../../policy/index.js';
import { EarliestTimer } from './earliest-timer.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from '../outputs.js';
import type { Order } from './order.js';
import type { CancelState } from './order-data.js';

/** Policy status for a cancel under way; its steps count from the first cancel of the order. */
export const CANCEL_STATUS = 'PENDING_CANCEL';

/** Rounds of cancels under a halt: time between rounds, number of rounds, total time. */
const ROUNDS = { every: 5 * SECOND, most: 5, span: MINUTE };
/** Used instead of ROUNDS once the venue answers a cancel with a serious server error. */
const SLOW_ROUNDS = { every: 30 * SECOND, most: 20, span: 10 * MINUTE };

export interface CancelsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  readonly trading: TradingState;
  readonly policy: Policy;
}

export interface CancelsListener {
  /** A cancel was handed over for sending. */
  onSent?(order: Order): void;
  /** The order is still alive when the time of this step of the policy is over. */
  onOverdue?(order: Order, step: EscalationStep): void;
}

export class Cancels {
  readonly #store: OrderStore;
  readonly #outputs: Outputs;
  readonly #ports: CancelsPorts;
  /** Steps of the policy while a cancel does not end its order. */
  readonly #steps: readonly EscalationStep[];
  readonly #listeners: CancelsListener[] = [];
  #isAdopting = false;
  readonly #timer: EarliestTimer;
  #rounds = ROUNDS;
  /**
   * Halts that have used up their ROUNDS; a serious server error gives them SLOW_ROUNDS as well.
   */
  readonly #spent: Halt[] = [];

  constructor(store: OrderStore, outputs: Outputs, ports: CancelsPorts) {
    this.#store = store;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#steps = findStatusRule(ports.policy, CANCEL_STATUS).steps;
    this.#timer = new EarliestTimer(ports, () => {
      this.#watch();
    });
  }

  listen(listener: CancelsListener): void {
    this.#listeners.push(listener);
  }

  /** True while own orders stay uncancelled until an operator halts as well (policy `freeze`). */
  get isFrozen(): boolean {
    return keepsOrdersOnHalt(this.#ports.policy, this.#ports.trading.halts);
  }

  /** Replay mode: cancels come from the journal and none are created. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /** Sends a cancel for an order that may be alive. `isForced` repeats a cancel already sent. */
  cancel(order: Order, isForced = false): void {
    if (this.#isAdopting || order.isTerminal || !(order.isCancellable || isForced)) return;
    // The venue has no call that withdraws an acceptance of a quote.
    if (order.terms.type === 'PQ') return;
    order.isCancelExternal = false;
    this.begin(order, 'CXL_SENDING', this.#ports.now());
    const { coId, intentId } = order.terms;
    const { orderId } = order;
    const command = approveCancel({ kind: 'cancel', coId, orderId, intentId });
    this.#outputs.command(command, order, this.#ports.now());
    for (const listener of this.#listeners) listener.onSent?.(order);
  }

  /**
   * A cancel is under way since `at`, by our request or by the venue's report. The policy's steps
   * count from the first cancel.
   */
  begin(order: Order, state: CancelState, at: Instant): void {
    order.cancelSentAt = at;
    if (order.cancelState === 'CXL_STUCK') return;
    if (order.cancelState === 'NONE') order.cancelAt = at;
    order.cancelState = state;
    this.#timer.arm(this.#findNext(order));
  }

  /**
   * The venue reports PENDING_CANCEL. A cancel of ours that left in this same instant cannot be the
   * reported one, so the report is ignored; without a cancel of ours the reported one is external.
   */
  onCancelPending(order: Order, at: Instant): void {
    const { cancelState, cancelSentAt } = order;
    const hasJustLeft = cancelState === 'CXL_SENDING' && cancelSentAt === at;
    if (cancelState === 'CXL_REQUESTED' || hasJustLeft) return;
    if (cancelState === 'NONE') order.isCancelExternal = true;
    this.begin(order, 'CXL_REQUESTED', at);
  }

  /** The venue no longer reports a cancel: an external cancel was refused. */
  onCancelGone(order: Order): void {
    if (!order.isCancelExternal) return;
    order.isCancelExternal = false;
    order.cancelState = 'NONE';
  }

  /** An unknown order was found at the venue: its cancel, which found no order, is repeated. */
  resendAfterFound(order: Order): void {
    const { cancelState } = order;
    if (cancelState !== 'CXL_UNKNOWN' && cancelState !== 'CXL_STUCK') return;
    order.cancelState = 'NONE';
    this.cancel(order);
  }

  /** Processes the result of a cancel request; one that may not have arrived can be sent again. */
  onCancelResult(order: Order, outcome: OutcomeClass, status: number): void {
    if (isFatalServerError(status)) this.#slowRounds();
    const { cancelState } = order;
    if (cancelState === 'NONE' || cancelState === 'CXL_STUCK' || order.isTerminal) return;
    // A cancel that never left is still needed: it is repeated like one that may have been lost.
    const isOpen = outcome === 'unknown' || outcome === 'not-sent';
    if (outcome === 'accepted') order.cancelState = 'CXL_REQUESTED';
    else if (cancelState !== 'CXL_REQUESTED') order.cancelState = isOpen ? 'CXL_UNKNOWN' : 'NONE';
  }

  /** Cancels every own order that matches, oldest first. */
  cancelWhere(isPicked: (order: Order) => boolean, isForced = false): void {
    for (const order of [...this.#store.values()]) {
      if (isPicked(order)) this.cancel(order, isForced);
    }
  }

  /**
   * Cancels the orders in the scope of a halt, in rounds. A cancel that the venue accepted is not
   * repeated here: the policy's steps do that.
   */
  cancelHalted(halt: Halt, round = 1): void {
    const isInScope = (order: Order) => {
      if (halt.scope === 'symbol') return order.instrument.symbol === halt.symbol;
      return halt.scope === 'all' || order.terms.host.name === halt.strategy;
    };
    // The rounds of the halt of everything cover this scope from here on.
    if (round > 1 && halt.scope !== 'all' && this.#isAllHalted) return;
    if (this.isFrozen) {
      this.#alertFrozen();
      return;
    }
    this.#cancelRound(isInScope, round);
    if (round < this.#rounds.most) this.#cancelLater(halt, round + 1);
    else if (this.#rounds === ROUNDS) this.#spent.push(halt);
  }

  /** The operator who reads of the halt must know that it cancelled no order. */
  #alertFrozen(): void {
    const count = [...this.#store.values()].filter(({ isTerminal }) => !isTerminal).length;
    if (count === 0) return;
    const open = `${String(count)} own orders stay open (policy: freeze)`;
    const text = `${open}: run weir kill to cancel them`;
    const place = { strategy: '', symbol: '' };
    this.#outputs.alert({ at: this.#ports.now(), level: 'page', rule: 'RC52', ...place, text });
  }

  /** Cancels the open orders of the previous run, unless a restored halt freezes them. */
  cancelPreviousRun(): void {
    if (!this.isFrozen) this.cancelAll();
  }

  /** Cancels the orders that are open now; repeats cancels that the venue has not accepted. */
  cancelAll(open: ReadonlySet<Order> = new Set(this.#store.values()), round = 1): void {
    // The rounds of that halt cover the orders from here on, unless the policy freezes them.
    if (round > 1 && this.#isAllHalted && !this.isFrozen) return;
    this.#cancelRound((order) => open.has(order), round);
    if (round >= this.#rounds.most) return;
    this.#ports.at(this.#ports.now() + this.#rounds.every, () => {
      this.cancelAll(open, round + 1);
    });
  }

  #cancelRound(isInScope: (order: Order) => boolean, round: number): void {
    const now = this.#ports.now();
    const { every } = this.#rounds;
    const isOpen = ({ cancelState, cancelSentAt }: Order) =>
      cancelState !== 'CXL_REQUESTED' && now - cancelSentAt >= every;
    this.cancelWhere((order) => isInScope(order) && (round === 1 || isOpen(order)), round > 1);
  }

  #cancelLater(halt: Halt, round: number): void {
    this.#ports.at(this.#ports.now() + this.#rounds.every, () => {
      this.cancelHalted(halt, round);
    });
  }

  /** A request may outlast all rounds: a serious error in its late response restarts them. */
  #slowRounds(): void {
    this.#rounds = SLOW_ROUNDS;
    for (const halt of this.#spent.splice(0)) this.#cancelLater(halt, ROUNDS.most + 1);
  }

  /** Applies the policy's steps to cancels that have not ended their orders. */
  #watch(): void {
    const now = this.#ports.now();
    let nextAt = NEVER;
    for (const order of [...this.#store.values()]) {
      for (const step of this.#steps) {
        if (!this.#isWatched(order)) break;
        const age = now - order.cancelAt;
        if (step.after === 0 || age < step.after || this.#isInRounds(order, step, age)) continue;
        const isLast = step.actions.some((action) => action.do === 'halt');
        if (isLast) order.cancelState = 'CXL_STUCK';
        for (const listener of this.#listeners) listener.onOverdue?.(order, step);
      }
      nextAt = Math.min(nextAt, this.#findNext(order));
    }
    this.#timer.arm(nextAt);
  }

  get #isAllHalted(): boolean {
    return this.#ports.trading.halt !== undefined;
  }

  #isHalted({ terms, instrument }: Order): boolean {
    return this.#ports.trading.isHalted(terms.host.name, instrument.symbol);
  }

  #isWatched({ isTerminal, cancelState }: Order): boolean {
    return !isTerminal && cancelState !== 'NONE' && cancelState !== 'CXL_STUCK';
  }

  /** True when the rounds of a halt repeat this cancel, so that the policy's step must not. */
  #isInRounds(order: Order, { actions }: EscalationStep, age: number): boolean {
    const isCancel = actions.some((action) => action.do === 'cancel');
    const isOpen = order.cancelState !== 'CXL_REQUESTED' && age < this.#rounds.span;
    return isCancel && isOpen && this.#isHalted(order);
  }

  /** Time of the next policy step for this cancel; each step repeats at its own interval. */
  #findNext(order: Order): Instant {
    let nextAt = NEVER;
    if (!this.#isWatched(order)) return nextAt;
    const age = this.#ports.now() - order.cancelAt;
    for (const { after } of this.#steps) {
      if (after === 0) continue;
      const dueAt = order.cancelAt + after * (Math.floor(age / after) + 1);
      nextAt = Math.min(nextAt, dueAt);
    }
    return nextAt;
  }
}
