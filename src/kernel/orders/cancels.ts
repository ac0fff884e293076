// Cancels of own orders: one at a time per order, again by the policy's steps of `PENDING_CANCEL`,
// and round after round under a halt.
import {
  type Halt,
  type Instant,
  isFatalServerError,
  MINUTE,
  NEVER,
  SECOND,
} from '../../domain/index.js';
import { approveCancel } from '../../risk/index.js';
import type { OutcomeClass, EscalationStep } from '../../policy/index.js';
import { EarliestTimer } from './earliest-timer.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from '../outputs.js';
import type { CancelState, Order } from './order.js';

/** How rounds of cancels follow each other under a halt, and how many there are at most. */
const ROUNDS = { every: 5 * SECOND, most: 5, span: MINUTE };
/** The same once the venue answers cancels with a serious error. */
const SLOW_ROUNDS = { every: 30 * SECOND, most: 20, span: 10 * MINUTE };

export interface CancelsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  isHalted(order: Order): boolean;
  isAllHalted(): boolean;
  /** The halt of everything leaves own orders alone. */
  isFrozen(): boolean;
  /** A cancel went out. */
  cancelled(order: Order): void;
  /** What the policy does while a cancel does not end its order. */
  listSteps(): readonly EscalationStep[];
  /** An order lives on after the time of this step. */
  livesOn(order: Order, step: EscalationStep): void;
}

export class Cancels {
  readonly #store: OrderStore;
  readonly #outputs: Outputs;
  readonly #ports: CancelsPorts;
  #isAdopting = false;
  readonly #timer: EarliestTimer;
  #rounds = ROUNDS;
  /** Halts whose rounds were over before the venue answered a cancel with a serious error. */
  readonly #spent: Halt[] = [];

  constructor(store: OrderStore, outputs: Outputs, ports: CancelsPorts) {
    this.#store = store;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#timer = new EarliestTimer(ports, () => {
      this.#watch();
    });
  }

  /** Own orders are left alone until a person halts as well. */
  get isFrozen(): boolean {
    return this.#ports.isFrozen();
  }

  /** From now on no command is made: those of the records are adopted instead. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /** Sends one cancel for an order that may still be alive; another one when that is forced. */
  cancel(order: Order, isForced = false): void {
    if (this.#isAdopting || order.isTerminal || !(order.isCancellable || isForced)) return;
    // Nobody can take an acceptance back.
    if (order.terms.type === 'PQ') return;
    order.isCancelExternal = false;
    this.begin(order, 'CXL_SENDING', this.#ports.now());
    const { coId, intentId } = order.terms;
    const { orderId } = order;
    const command = approveCancel({ kind: 'cancel', coId, orderId, intentId });
    this.#outputs.command(command, order, this.#ports.now());
    this.#ports.cancelled(order);
  }

  /** A cancel is on its way since `at`, or the venue says so; one that was before it counts on. */
  begin(order: Order, state: CancelState, at: Instant): void {
    order.cancelSentAt = at;
    if (order.cancelState === 'CXL_STUCK') return;
    if (order.cancelState === 'NONE') order.cancelAt = at;
    order.cancelState = state;
    this.#timer.arm(this.#findNext(order));
  }

  /** The venue says that one is on its way; ours that left in this very instant is another. */
  onCancelPending(order: Order, at: Instant): void {
    const { cancelState, cancelSentAt } = order;
    const hasJustLeft = cancelState === 'CXL_SENDING' && cancelSentAt === at;
    if (cancelState === 'CXL_REQUESTED' || hasJustLeft) return;
    if (cancelState === 'NONE') order.isCancelExternal = true;
    this.begin(order, 'CXL_REQUESTED', at);
  }

  /** The venue says that none is on its way: one of somebody else was refused. */
  onCancelGone(order: Order): void {
    if (!order.isCancelExternal) return;
    order.isCancelExternal = false;
    order.cancelState = 'NONE';
  }

  /** An order in doubt is there after all: its cancel, which found none, goes out again. */
  resendAfterFound(order: Order): void {
    const { cancelState } = order;
    if (cancelState !== 'CXL_UNKNOWN' && cancelState !== 'CXL_STUCK') return;
    order.cancelState = 'NONE';
    this.cancel(order);
  }

  /** How the request for a cancel ended; one that did not arrive may be sent again. */
  onCancelResult(order: Order, outcome: OutcomeClass, status: number): void {
    if (isFatalServerError(status)) this.#goOnSlowly();
    const { cancelState } = order;
    if (cancelState === 'NONE' || cancelState === 'CXL_STUCK' || order.isTerminal) return;
    // What never left is still wanted: it is sent again like one that may have been lost.
    const isOpen = outcome === 'unknown' || outcome === 'not-sent';
    if (outcome === 'accepted') order.cancelState = 'CXL_REQUESTED';
    else if (cancelState !== 'CXL_REQUESTED') order.cancelState = isOpen ? 'CXL_UNKNOWN' : 'NONE';
  }

  /** Cancels every own order that the test picks, oldest first. */
  cancelWhere(isPicked: (order: Order) => boolean, isForced = false): void {
    for (const order of [...this.#store.values()]) {
      if (isPicked(order)) this.cancel(order, isForced);
    }
  }

  /**
   * Cancels what a halt covers, again and again until it has ended; a cancel that the venue took
   * waits for its own time.
   */
  cancelHalted(halt: Halt, round = 1): void {
    const isInScope = (order: Order) => {
      if (halt.scope === 'symbol') return order.instrument.symbol === halt.symbol;
      return halt.scope === 'all' || order.terms.host.name === halt.strategy;
    };
    // The rounds of a halt of everything cover it from here on.
    if (round > 1 && halt.scope !== 'all' && this.#ports.isAllHalted()) return;
    if (this.#ports.isFrozen()) {
      this.#tellFrozen();
      return;
    }
    this.#cancelRound(isInScope, round);
    if (round < this.#rounds.most) this.#cancelLater(halt, round + 1);
    else if (this.#rounds === ROUNDS) this.#spent.push(halt);
  }

  /** Who reads of the halt has to know that it ended no order. */
  #tellFrozen(): void {
    const count = [...this.#store.values()].filter(({ isTerminal }) => !isTerminal).length;
    if (count === 0) return;
    const text = `${String(count)} own orders are left alone until a person halts as well`;
    const place = { strategy: '', symbol: '' };
    this.#outputs.alert({ at: this.#ports.now(), level: 'page', rule: 'RC52', ...place, text });
  }

  /** What the former run left open, unless a halt that it left as well leaves it alone. */
  cancelPreviousRun(): void {
    if (!this.#ports.isFrozen()) this.cancelAll();
  }

  /** Cancels what is open now, and again what the venue has not taken. */
  cancelAll(open: ReadonlySet<Order> = new Set(this.#store.values()), round = 1): void {
    // The rounds of that halt cover it from here on, where it has any.
    if (round > 1 && this.#ports.isAllHalted() && !this.#ports.isFrozen()) return;
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

  /** A request may take longer than all rounds: what it brings then begins them anew. */
  #goOnSlowly(): void {
    this.#rounds = SLOW_ROUNDS;
    for (const halt of this.#spent.splice(0)) this.#cancelLater(halt, ROUNDS.most + 1);
  }

  /** Does what the policy says of cancels that have not ended their orders. */
  #watch(): void {
    const now = this.#ports.now();
    let nextAt = NEVER;
    for (const order of [...this.#store.values()]) {
      for (const step of this.#ports.listSteps()) {
        if (!this.#isWatched(order)) break;
        const age = now - order.cancelAt;
        if (step.after === 0 || age < step.after || this.#isInRounds(order, step, age)) continue;
        const isLast = step.actions.some((action) => action.do === 'halt');
        if (isLast) order.cancelState = 'CXL_STUCK';
        this.#ports.livesOn(order, step);
      }
      nextAt = Math.min(nextAt, this.#findNext(order));
    }
    this.#timer.arm(nextAt);
  }

  #isWatched({ isTerminal, cancelState }: Order): boolean {
    return !isTerminal && cancelState !== 'NONE' && cancelState !== 'CXL_STUCK';
  }

  /** Whether the rounds of a halt send this cancel again, and not the policy's step. */
  #isInRounds(order: Order, { actions }: EscalationStep, age: number): boolean {
    const isCancel = actions.some((action) => action.do === 'cancel');
    const isOpen = order.cancelState !== 'CXL_REQUESTED' && age < this.#rounds.span;
    return isCancel && isOpen && this.#ports.isHalted(order);
  }

  /** When the next step of a cancel is due; a step comes again after the same time. */
  #findNext(order: Order): Instant {
    let nextAt = NEVER;
    if (!this.#isWatched(order)) return nextAt;
    const age = this.#ports.now() - order.cancelAt;
    for (const { after } of this.#ports.listSteps()) {
      if (after === 0) continue;
      const dueAt = order.cancelAt + after * (Math.floor(age / after) + 1);
      nextAt = Math.min(nextAt, dueAt);
    }
    return nextAt;
  }
}
