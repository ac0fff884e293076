// An own order as the kernel keeps it, from the moment its exposure is reserved.
import {
  assert,
  type Instant,
  type Instrument,
  type OrderRequestDetails,
  type OrderState,
  type OrderType,
  type OrderView,
  type Side,
  type TimeInForce,
} from '../../domain/index.js';
import type { StatusRule } from '../../policy/index.js';
import type { SymbolState } from '../../risk/index.js';
import { findStateRow, type StateRow } from './order-states.js';
import type { ParentOrder } from '../parents/parent-order.js';
import type { StrategyHost } from '../strategies/strategy-host.js';
import { fingerprint } from './seen-trades.js';

const NO_TRADES: readonly string[] = [];

/** How far a cancel is; what is not known to have arrived may be sent again. */
export type CancelState =
  'NONE' | 'CXL_JOURNALED' | 'CXL_SENDING' | 'CXL_REQUESTED' | 'CXL_UNKNOWN' | 'CXL_STUCK';

/** What is known of an order in doubt: it is made only for one that is. */
export interface UnknownOutcome {
  /** When it began, and when the venue first and last showed, in whole, to have none such. */
  readonly since: Instant;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Negative observations in a row. */
  readonly negatives: number;
}

/** A cancel that a gateway answered instead of the venue, until its time to resolve is over. */
export interface CancelFault {
  readonly at: Instant;
  readonly status: number;
}

/** A fill that was booked by the order's word, before the record of it came. */
export interface ProvisionalFill {
  readonly units: number;
  readonly priceTicks: number;
}

/** The venue's last word, which ended the order, denies fills that it told of before. */
export interface Contest {
  /** What is filled by that word. */
  readonly endUnits: number;
  /** Held by the words before, neither by that one nor by any trade; counts both ways. */
  readonly units: number;
  /** Answers that had no trade of them, and when the first came. */
  readonly denials: number;
  readonly deniedAt: Instant;
}

/** What the policy calls a rejection, by which of its rules, and which policy that is. */
export interface Rejection {
  readonly code: string;
  readonly rule: string;
  readonly policy: string;
}

const NOT_REJECTED: Rejection = { code: '', rule: '', policy: '' };

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
  /** Whole seconds of a GTT order's life; 0 for the others. */
  readonly expirySeconds: number;
  /** What it carries beyond a plain order; not kept over restarts. */
  readonly details: OrderRequestDetails | undefined;
  /** Bid + offer in ticks at the intent. */
  readonly arrivalTicks2: number;
}

/** It is its own view for sinks, which see it change; strategies get copies. */
export class Order implements OrderView {
  readonly terms: SentOrderTerms;
  orderId = '';
  /** Of the venue's id, where that itself is not kept; 0 where it was never known. */
  orderHash = 0;
  #state: OrderState;
  #row: StateRow;
  /** The state ends the order. */
  isTerminal: boolean;
  /** When it last changed. */
  at: Instant;
  /** When it was decided. */
  readonly sentAt: Instant;
  /** How often its bytes were sent. */
  attempts = 1;
  /** It is proven that no byte of the attempts before the latest left. */
  neverLeft = false;
  /** Filled quantity by the venue's status. */
  cumUnits = 0;
  /** Filled quantity by trades; equals cumUnits once all trades are known. */
  bookedUnits = 0;
  /** Sum of units x ticks over what is booked: what a provisional fill is priced by. */
  bookedCash = 0;
  /** Unfilled quantity that is counted as working. */
  reservedUnits = 0;
  reason = '';
  /** Taken over from a record: an earlier run of the bot may have sent it. */
  isAdopted = false;
  /** A report of the venue has shown it, in this run of the bot or in one before. */
  isSeen = false;
  /** The venue made it besides the one that was asked for, under the same coId. */
  isDuplicate = false;
  /** It was settled before: trades of it may be known by their marks only. */
  isRevived = false;
  /** Since then some of these marks gave way: whether a trade of it is new cannot be told. */
  hasLostTradeIds = false;
  cancelState: CancelState = 'NONE';
  /** When the latest request for a cancel began. */
  cancelSentAt: Instant = 0;
  cancelFault: CancelFault | undefined;
  /** The cancel that is on its way is none of ours. */
  isCancelExternal = false;
  /** When the cancel went out, or the venue took it. */
  cancelAt: Instant = 0;
  /** When the venue last changed the order, by its own word; 0 when it never said. */
  transactAt: Instant = 0;
  /** When the venue says that it ended, or when that was learned. */
  endAt: Instant = 0;
  /** When a GTT order should have ended by our own clock; 0 until the venue has it. */
  expiresAt: Instant = 0;
  /** The venue shows it as ended, but otherwise than it was sent. */
  differs = false;
  /** When it was last asked for because its end is due; 0 before. */
  askedAt: Instant = 0;
  /** When cumUnits rose above the trades; 0 when none is missing. */
  missingSince: Instant = 0;
  /** When cumUnits rose above what is booked, by trades or without; 0 when all is. */
  unbookedSince: Instant = 0;
  /** Average price of the fills by the venue's word, ticks; 0 while it never gave one. */
  averageTicks = 0;
  /** Trades booked so far, so that each is booked once. */
  tradeIds: readonly string[] = NO_TRADES;
  provisional: ProvisionalFill | undefined;
  contest: Contest | undefined;
  /** Of what is booked the venue took this back: changed trades of it may still come. */
  bustedUnits = 0;
  /** Units that were held for a changed trade; what the venue then counts on top shows new ones. */
  amendedUnits = 0;
  /** A 400 without a reason code: rejected once enough reads do not find the order. */
  likelyRejectedSince: Instant | undefined;
  /** Shown once it is proven. */
  rejection: Rejection = NOT_REJECTED;
  /** The venue's newest word, since when, and the latest step that its age has led to. */
  statusRule: StatusRule | undefined;
  wordSince: Instant = 0;
  wordSteps = 0;
  doubt: UnknownOutcome | undefined;
  /** FAILED: its trades were asked for; REPLACED: what took its place is known. */
  isAccounted = false;

  constructor(terms: SentOrderTerms, at: Instant, state: OrderState = 'SENDING') {
    this.terms = terms;
    this.at = at;
    this.sentAt = at;
    this.#state = state;
    this.#row = findStateRow(state);
    this.isTerminal = this.#row.isTerminal;
  }

  get state(): OrderState {
    return this.#state;
  }
  /** A move that is not listed is a bug. */
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

  /** The venue has shown it: from then on the venue's word ends the order, never its silence. */
  get isShown(): boolean {
    return this.isSeen || this.transactAt > 0 || this.cumUnits > 0;
  }

  /** A rejection that was only likely is no longer. */
  withdrawLikelyRejection(): void {
    if (this.likelyRejectedSince === undefined) return;
    this.likelyRejectedSince = undefined;
    this.rejection = NOT_REJECTED;
  }

  /** Nothing more is waited for: it ended, every trade is booked, nothing counts as working. */
  get isSettled(): boolean {
    if (!this.isTerminal || this.isUnexplained) return false;
    return this.bookedUnits >= this.cumUnits && this.exposedUnits === 0;
  }

  /** It failed, and nobody has said why. */
  get isUnexplained(): boolean {
    return this.#state === 'FAILED' && this.reason === '';
  }

  /** It ended, and whether it may fill any further is not known, or why it failed. */
  get isRestUnknown(): boolean {
    return this.isTerminal && (this.isUnexplained || this.exposedUnits > 0);
  }

  /** Nothing of it is waited for any more, not even a record of a trade. */
  get isDone(): boolean {
    return this.isSettled && this.missingSince === 0 && this.contest === undefined;
  }

  /**
   * Whether it was cancelled before this instant, as far as is known: a fill from then on is no
   * late one. 0 is an instant that the venue does not say.
   */
  isCanceledBefore(at: Instant): boolean {
    return this.#state === 'CANCELED' && (at === 0 || at > this.endAt);
  }

  /** Whether the venue calls it otherwise: that is another order. */
  hasOtherId(orderId: string): boolean {
    if (orderId === this.orderId || orderId === '') return false;
    if (this.orderId !== '') return true;
    return this.orderHash !== 0 && this.orderHash !== fingerprint(orderId);
  }

  /** Unfilled quantity that may still fill, as far as anybody knows. */
  get exposedUnits(): number {
    const state = this.#state;
    const isOpen = !this.isTerminal || state === 'FAILED' || state === 'REPLACED';
    return isOpen && !this.isAccounted ? Math.max(0, this.terms.units - this.cumUnits) : 0;
  }

  /** A cancel of it may be asked for. */
  get isCancellable(): boolean {
    return !this.isTerminal && (this.cancelState === 'NONE' || this.cancelState === 'CXL_UNKNOWN');
  }
}
