// Every input of the bot machine but the rate that is on its hot path; each is journaled before
// use.
import type { ReasonCodeKind, WriteKind, TransportOutcome } from '../venue/call-outcomes.js';
import type { Command } from '../command.js';
import type { DatedUnits } from '../dates/dated-units.js';
import type { HostEvent } from './host-event.js';
import type { InstrumentTerms } from '../instrument.js';
import type { Refusal } from './output.js';
import type { OrderStatus, OrderType, TimeInForce } from '../order-enums.js';
import type { QuoteReportEvent } from '../quotes/quotes.js';
import type {
  OperatorEvent,
  OverrideEvent,
  RecoveryEvent,
  ResolveEvent,
  RevokeEvent,
} from './operator-event.js';
import type { Instant } from '../time.js';

/** Time moved on to a due timer. */
export interface WakeEvent {
  readonly type: 'wake';
}

/** A rate as it is journaled; the kernel gets it through `rate(...)`. Ticks and minor units. */
export interface RateEvent {
  readonly type: 'rate';
  readonly symbol: string;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
  readonly venueAt: Instant;
}

export const POLL_SUBJECTS = [
  ...(['rate', 'order', 'trades', 'reference', 'login', 'renew'] as const),
  ...(['active', 'positions', 'stp', 'call', 'rfs', 'benchmark', 'balance'] as const),
] as const;
export type PollSubject = (typeof POLL_SUBJECTS)[number];

/** Key of a poll of `stp` that asks for a resend. */
export const STP_RESEND = 'resend';

/** What a read brought when it brought no new data. */
export interface PollEvent {
  readonly type: 'poll';
  readonly subject: PollSubject;
  /** Symbol or coId that was asked for; of `call`, which is any call at all, its group. */
  readonly key: string;
  /** Of `trades`: the venue's id of the order, which may have made two of one coId. */
  readonly orderId?: string;
  /**
   * `unchanged` renews the receive age, and of `trades` says that all of the order are told;
   * `empty` is the venue's "no result".
   */
  readonly outcome: 'unchanged' | 'empty' | 'failed';
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  /** Why there is no answer, or none of use; absent when the status says all. */
  readonly transport?: TransportOutcome;
  /** Of `rate`: the venue's newest rate has no bid or no offer above 0. */
  readonly isBroken?: true;
  /** Of an `empty` order: nothing but the order by its ids was asked for, which denies nothing. */
  readonly isPartial?: true;
  readonly message: string;
}

/** Outcome classes of a risk-creating call (`docs/risk-and-stop-rules.md`). */
export const SUBMIT_OUTCOMES = [
  'not-sent',
  'accepted',
  'rejected',
  'duplicate',
  'weak',
  'unknown',
] as const;
export type SubmitOutcome = (typeof SUBMIT_OUTCOMES)[number];

/** How a request that changes something ended on the wire. */
export interface SubmitResultEvent {
  readonly type: 'send-result';
  readonly kind: WriteKind;
  readonly coId: string;
  /** What the answer proves by itself, for who reads the journal: what is done is by the policy. */
  readonly class?: SubmitOutcome;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  /** SHA-256, hex, of the answer's body as it came; absent when no whole answer did. */
  readonly sha256?: string;
  /** Why there is no answer, or none of use; absent when the status says all. */
  readonly transport?: TransportOutcome;
  /** What the answer holds of a reason; absent when the code says it: none, or a known one. */
  readonly codeKind?: ReasonCodeKind;
  /** The code was written in another letter case than it is known in. */
  readonly isInexact?: true;
  /** Reason code without prefix; empty for `none` and `conflict`. */
  readonly code: string;
  /** This coId was sent before: a duplicate then proves that it arrived. */
  readonly resent?: boolean;
  /** The venue's words or the transport's fault, redacted and cut short. */
  readonly message: string;
  /** The venue's id of order or request when the answer held one, else empty. */
  readonly orderId: string;
}

/**
 * Of a request that may be repeated. `send-again`: it is about to be sent once more, under this
 * `X-Request-ID`; `send-unused`: nothing has left under this one, nor will, as another did for it.
 */
export interface RetryIdEvent {
  readonly type: 'send-again' | 'send-unused';
  readonly kind: 'cancel' | 'withdraw';
  readonly coId: string;
  readonly requestId: string;
}

/** The egress gate turned an approved command back: nothing left. */
export interface EgressRefusalEvent {
  readonly type: 'egress';
  readonly coId: string;
  readonly kind: Command['kind'];
  readonly reason: string;
  /** As those of a refusal by the first gate; absent in journals of before. */
  readonly breach?: Pick<Refusal, 'rule' | 'message' | 'limit' | 'value'>;
}

/** The venue's view of one own order, from a query. */
export interface OrderEvent {
  readonly type: 'order';
  readonly coId: string;
  readonly orderId: string;
  /** Folded status word; undefined words keep their text and are never terminal. */
  readonly status: OrderStatus | (string & {});
  /** Filled quantity so far, minor units of the dealt currency. */
  readonly cumUnits: number;
  /** An end without a word on what is filled: that its `cumUnits` is 0 denies nothing. */
  readonly lacksFilled?: true;
  /** Echoed size in minor units and limit in ticks, compared with ours; 0 price when absent. */
  readonly units: number;
  readonly priceTicks: number;
  readonly symbol: string;
  readonly side: string;
  /** Echoed type and time in force; absent where the word is none that is known. */
  readonly orderType?: OrderType;
  readonly timeInForce?: TimeInForce;
  readonly reason: string;
  /** When the venue last changed it; 0 when it does not say. */
  readonly transactAt: Instant;
  /** The term where it is dealt, which own orders never do; absent: the base. */
  readonly dealtCurrency?: string;
  /** Average price of its fills in ticks and parts of them; absent when the venue does not say. */
  readonly averageTicks?: number | undefined;
  /** coId of the order whose place it took. */
  readonly originalCoId?: string;
  /** Older than what was applied before: only its terms are judged. */
  readonly isLate?: true;
}

/** An order that was filled, by what its trades have to match. */
export type FilledOrder = Pick<OrderEvent, 'coId' | 'cumUnits' | 'orderId' | 'side' | 'symbol'> & {
  /** It ended with less than an earlier word told of. */
  readonly contest?: { readonly endUnits: number };
};

/** One fill of an own order, from the venue's trades. */
export interface TradeEvent {
  readonly type: 'trade';
  readonly coId: string;
  readonly orderId: string;
  readonly tradeId: string;
  readonly units: number;
  readonly priceTicks: number;
  readonly executedAt: Instant;
  /** `YYYY-MM-DD`; absent where the venue's record states none: it never settles by itself. */
  readonly valueDate?: string;
  /** As the venue's record has them, compared with ours; absent where they cannot differ. */
  readonly symbol?: string;
  readonly side?: string;
  /** The term where it is dealt, which own orders never do; absent: the base. */
  readonly dealtCurrency?: string;
  /** The STP download says that it brought it before. */
  readonly isResent?: boolean;
  /** Its record said something else when it was read before. */
  readonly isChanged?: true;
  /** Organization of the other side; absent: the venue does not tell it. */
  readonly counterparty?: string;
}

/** The venue took a trade of an own order back. */
export interface BustEvent {
  readonly type: 'bust';
  readonly coId: string;
  /** Absent in records of old. */
  readonly orderId?: string;
  readonly tradeId: string;
  readonly units: number;
  readonly priceTicks: number;
  /** As of a trade. */
  readonly valueDate?: string;
  /** Fills of the same answer come after it, and it after them once more. */
  readonly isEarly?: boolean;
}

/** What the STP download gave: a page is gone at the venue then, and stands here before its use. */
export interface StpEvent {
  readonly type: 'stp';
  /** A page; nothing waits any more; or pages come without an end and bring nothing new. */
  readonly step: 'page' | 'drained' | 'stuck';
  /** The page as it came, or what is odd about it. */
  readonly text: string;
}

/** A mid of another source of the venue, to compare our rate with. */
export interface BenchmarkEvent {
  readonly type: 'benchmark';
  readonly symbol: string;
  /** `benchmark` or `ticker`: then the price of the last trade. */
  readonly source: string;
  readonly midTicks: number;
  /** When it was dealt; absent of a benchmark, which is of the second in which it was read. */
  readonly dealtAt?: Instant;
}

/** What can be spent, as the venue says; without a figure when that could not be read. */
export interface BalanceEvent {
  readonly type: 'balance';
  readonly currency: string;
  readonly free?: number;
}

/** What the venue says that is open of a symbol, minor units of the base. */
export interface PositionEvent {
  readonly type: 'position';
  readonly symbol: string;
  readonly units: number;
  /** The same by value date; absent in journals of before: no date is known. */
  readonly dated?: readonly DatedUnits[];
  /** What is held besides our fills; absent: what the first read leaves over. */
  readonly baseline?: number;
  /** The same by value date, as `dated`. */
  readonly datedBaseline?: readonly DatedUnits[];
}

/** Reference data of a symbol as the venue gave it. */
export interface ReferenceEvent {
  readonly type: 'reference';
  readonly symbol: string;
  readonly terms: InstrumentTerms;
}

/** What the venue's "no result" looks like for a coId query, learned at start. */
export interface NotFoundStatusEvent {
  readonly type: 'calibration';
  readonly subject: 'order-by-coId';
  readonly emptyStatus: number;
}

/** A support pack was made: the calls that led to a halt by a serious error. */
export interface SupportBundleEvent {
  readonly type: 'support';
  readonly file: string;
}

/** In words, for the person who has to look through it. */
export function describeSupportBundle(file: string): string {
  return `support pack ${file}: look through it, then send it to the venue's support yourself`;
}

export type BotEvent =
  | WakeEvent
  | RateEvent
  | PollEvent
  | SubmitResultEvent
  | RetryIdEvent
  | EgressRefusalEvent
  | OrderEvent
  | TradeEvent
  | BustEvent
  | StpEvent
  | BenchmarkEvent
  | BalanceEvent
  | PositionEvent
  | QuoteReportEvent
  | ReferenceEvent
  | NotFoundStatusEvent
  | HostEvent
  | SupportBundleEvent
  | OperatorEvent
  | RecoveryEvent
  | ResolveEvent
  | OverrideEvent
  | RevokeEvent;
