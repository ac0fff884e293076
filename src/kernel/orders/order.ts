// An own order as the kernel keeps it, from the moment when its exposure is reserved.
import type { OrderState, OrderView } from '../../domain/events/index.js';
import { assert, type Instant, type Instrument } from '../../domain/index.js';
import type {
  OrderRequestDetails,
  OrderType,
  Side,
  TimeInForce,
} from '../../domain/orders/index.js';
import type { StatusRule } from '../../policy/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import type {
  CancelFault,
  CancelState,
  Contest,
  ProvisionalFill,
  Rejection,
  UnknownOutcome,
} from './order-data.js';
import { findStateRow, type StateRow } from './order-states.js';
import type { ParentOrder } from '../parents/parent-order.js';
import type { StrategyHost } from '../strategies/strategy-host.js';
import { fingerprint } from './seen-trades.js';

const NO_TRADES: readonly string[] = [];

const NOT_REJECTED: Rejection = { code: '', rule: '', policy: '' };

/**
 * Host, parent and symbol are objects, not ids: each fill moves the positions and quantities that
 * they hold. They are found by name once, when the order is made or restored.
 */
export interface SentOrderTerms {
  readonly intentId: number;
  readonly coId: string;
  readonly host: StrategyHost;
  readonly parent: ParentOrder | undefined;
  readonly symbol: SymbolState;
  readonly side: Side;
  readonly sign: 1 | -1;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly units: number;
  readonly priceTicks: number;
  /** Lifetime of a GTT order in whole seconds; 0 for other orders. */
  readonly expirySeconds: number;
  /** Fields of the request beyond a plain order; not kept over restarts. */
  readonly details: OrderRequestDetails | undefined;
  /** Bid plus offer in ticks at the time of the intent. */
  readonly arrivalTicks2: number;
}

/** Sinks see this object itself, which changes; strategies get copies. */
export class Order implements OrderView {
  readonly terms: SentOrderTerms;
  orderId = '';
  /** Fingerprint of the venue's id where the id itself is not kept; 0 when it was never known. */
  orderHash = 0;
  #state: OrderState;
  #row: StateRow;
  isTerminal: boolean;
  /** When the order last changed. */
  at: Instant;
  /** When the order was decided. */
  readonly decidedAt: Instant;
  /** Number of times that its bytes were sent. */
  attempts = 1;
  /** It is proven that no byte of the earlier attempts left. */
  neverLeft = false;
  /** Filled quantity by the venue's order report, in units. */
  cumUnits = 0;
  /**
   * Booked quantity in units, provisional fills included; below cumUnits while a fill is not
   * booked.
   */
  bookedUnits = 0;
  /** Sum of units x ticks over the booked quantity; it gives the price of a provisional fill. */
  bookedCash = 0;
  /** Unfilled quantity that counts as working, in units. */
  reservedUnits = 0;
  reason = '';
  /** Restored from the journal: an earlier run may have sent it. */
  isAdopted = false;
  /** A report of the venue has shown the order, in this run or a previous one. */
  isSeen = false;
  /** A duplicate: the venue made it besides the requested order, under the same coId. */
  isDuplicate = false;
  /** The order was closed before: its trades may be known by fingerprint only. */
  isRevived = false;
  /** Some fingerprints were forgotten since: it is unknown whether a trade of the order is new. */
  hasLostTradeIds = false;
  cancelState: CancelState = 'NONE';
  /** When the latest cancel request was sent. */
  cancelSentAt: Instant = 0;
  cancelFault: CancelFault | undefined;
  /** A party other than this bot requested the cancel. */
  isCancelExternal = false;
  /** When the first cancel was sent, or the venue reported it. */
  cancelAt: Instant = 0;
  /** When the venue last changed the order, by its report; 0 when no report said so. */
  transactAt: Instant = 0;
  /** When the order ended by the venue's report, or else when the end was learned. */
  endAt: Instant = 0;
  /** When a GTT order should have ended by our own clock; 0 until the venue has it. */
  expiresAt: Instant = 0;
  /** The venue reports the order as ended, with terms other than those sent. */
  hasTermMismatch = false;
  /** When the order was last polled because its end is overdue; 0 before. */
  askedAt: Instant = 0;
  /** When cumUnits rose above the quantity of the trades; 0 when no trade is missing. */
  missingSince: Instant = 0;
  /**
   * When cumUnits rose above the booked quantity (with provisional fills); 0 when all is booked.
   */
  unbookedSince: Instant = 0;
  /** Average price of the fills by the venue's report, in ticks; 0 when none was reported. */
  averageTicks = 0;
  /** Trades booked so far, so that each is booked once. */
  tradeIds: readonly string[] = NO_TRADES;
  provisional: ProvisionalFill | undefined;
  contest: Contest | undefined;
  /** Booked quantity that the venue busted: amended trades for it may still come, in units. */
  bustedUnits = 0;
  /**
   * Units of trades that were taken for replacements of busted ones; where cumUnits rises after
   * them, they were new fills.
   */
  amendedUnits = 0;
  /**
   * Since when a 400 without a reason code counts as a likely rejection. It becomes one once enough
   * probes do not find the order.
   */
  likelyRejectedSince: Instant | undefined;
  /** Views show a likely rejection only once the order has ended with it. */
  rejection: Rejection = NOT_REJECTED;
  /** Policy rule of the newest status, since when, and the delay of its latest step done. */
  statusRule: StatusRule | undefined;
  statusSince: Instant = 0;
  statusStepsDone = 0;
  unknownOutcome: UnknownOutcome | undefined;
  /**
   * An ended order can fill no more: FAILED, and all its trades were read; REPLACED, and its
   * successor is known.
   */
  isAccounted = false;

  constructor(terms: SentOrderTerms, at: Instant, state: OrderState = 'SENDING') {
    this.terms = terms;
    this.at = at;
    this.decidedAt = at;
    this.#state = state;
    this.#row = findStateRow(state);
    this.isTerminal = this.#row.isTerminal;
  }

  get state(): OrderState {
    return this.#state;
  }
  /** A transition that is not allowed is a bug. */
  set state(state: OrderState) {
    if (state === this.#state) return;
    const row = findStateRow(state);
    if ((this.#row.moves & row.bit) === 0) {
      assert(false, `order ${this.terms.coId} cannot go from ${this.#state} to ${state}`);
    }
    this.#row = row;
    this.#state = state;
    this.isTerminal = row.isTerminal;
  }
  get strategy(): string {
    return this.terms.host.name;
  }
  get intentId(): number {
    return this.terms.intentId;
  }
  get parent(): string {
    return this.terms.parent?.key ?? '';
  }
  get coId(): string {
    return this.terms.coId;
  }
  get instrument(): Instrument {
    return this.terms.symbol.instrument;
  }
  get side(): Side {
    return this.terms.side;
  }
  get type(): OrderType {
    return this.terms.type;
  }
  get timeInForce(): TimeInForce {
    return this.terms.timeInForce;
  }
  get units(): number {
    return this.terms.units;
  }
  get priceTicks(): number {
    return this.terms.priceTicks;
  }
  get arrivalTicks2(): number {
    return this.terms.arrivalTicks2;
  }
  get filledUnits(): number {
    return this.cumUnits;
  }
  get rejectCode(): string {
    return this.#isLikelyRejected ? '' : this.rejection.code;
  }
  get rejectPolicy(): string {
    return this.#isLikelyRejected ? '' : this.rejection.policy;
  }

  get #isLikelyRejected(): boolean {
    return this.likelyRejectedSince !== undefined && !this.isTerminal;
  }

  /** The venue has shown the order: only a report can end it now, never a missing result. */
  get isShown(): boolean {
    return this.isSeen || this.transactAt > 0 || this.cumUnits > 0;
  }

  /** Withdraws a likely rejection. */
  withdrawLikelyRejection(): void {
    if (this.likelyRejectedSince === undefined) return;
    this.likelyRejectedSince = undefined;
    this.rejection = NOT_REJECTED;
  }

  /** The order ended, every trade is booked, and nothing counts as working. */
  get isClosed(): boolean {
    if (!this.isTerminal || this.isUnexplained) return false;
    return this.bookedUnits >= this.cumUnits && this.exposedUnits === 0;
  }

  /** The order failed, and the venue gave no reason. */
  get isUnexplained(): boolean {
    return this.#state === 'FAILED' && this.reason === '';
  }

  /** The order ended, but its remaining quantity or the reason of its failure is unknown. */
  get isRestUnknown(): boolean {
    return this.isTerminal && (this.isUnexplained || this.exposedUnits > 0);
  }

  /** Nothing of the order is awaited any more, not even a trade report. */
  get isDone(): boolean {
    return this.isClosed && this.missingSince === 0 && this.contest === undefined;
  }

  /**
   * True when the order was already cancelled at this instant, so that a fill at `at` is no late
   * report of an earlier fill. 0 means that the venue gave no time.
   */
  isCanceledBefore(at: Instant): boolean {
    return this.#state === 'CANCELED' && (at === 0 || at > this.endAt);
  }

  /** True when the venue id is another one, so that the report is about another order. */
  hasOtherId(orderId: string): boolean {
    if (orderId === this.orderId || orderId === '') return false;
    if (this.orderId !== '') return true;
    return this.orderHash !== 0 && this.orderHash !== fingerprint(orderId);
  }

  /** Unfilled quantity that may still fill, in units. */
  get exposedUnits(): number {
    const state = this.#state;
    const isOpen = !this.isTerminal || state === 'FAILED' || state === 'REPLACED';
    return isOpen && !this.isAccounted ? Math.max(0, this.terms.units - this.cumUnits) : 0;
  }

  /** True when a cancel may be sent. */
  get isCancellable(): boolean {
    return !this.isTerminal && (this.cancelState === 'NONE' || this.cancelState === 'CXL_UNKNOWN');
  }
}
