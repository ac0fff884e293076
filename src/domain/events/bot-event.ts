// Every input of the kernel except live rates, which take a faster path; each is journaled before
// it is applied.
import type { ReasonCodeKind, WriteKind, TransportOutcome } from '../venue/call-outcomes.js';
import type { Command } from '../orders/command.js';
import type { DatedUnits } from '../dates/dated-units.js';
import type { HostEvent } from './host-event.js';
import type { InstrumentTerms } from '../instrument.js';
import type { Refusal } from './output.js';
import type { OrderStatus, OrderType, TimeInForce } from '../orders/order-enums.js';
import type { QuoteReportEvent } from '../quotes/quotes.js';
import type {
  OperatorEvent,
  OverrideEvent,
  RecoveryEvent,
  ResolveEvent,
  RevokeEvent,
} from './operator-event.js';
import type { Instant } from '../time.js';

/** Time has reached a due timer. */
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

/** Key of a poll of `stp` that requests a resend. */
export const STP_RESEND = 'resend';

/** Result of a read that brought no new data. */
export interface PollEvent {
  readonly type: 'poll';
  readonly subject: PollSubject;
  /** Symbol or coId of the poll; for `call`, which is any call, its group. */
  readonly key: string;
  /** For `trades`: the venue's id of the order, which may have a duplicate under its coId. */
  readonly orderId?: string;
  /**
   * `unchanged` renews the receive age, and for `trades` means that all trades of the order are
   * reported; `empty` is the venue's "no result".
   */
  readonly outcome: 'unchanged' | 'empty' | 'failed';
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** Why there is no usable response; absent when the status says all. */
  readonly transport?: TransportOutcome;
  /** For `rate`: the venue's newest rate has no bid or no offer above 0. */
  readonly isBroken?: true;
  /**
   * True when only the order query was made, not a complete probe. Such an empty poll is no
   * evidence that the order does not exist.
   */
  readonly isPartial?: true;
  readonly message: string;
}

/** Outcome classes of a submit (`docs/risk-and-stop-rules.md`). */
export const SUBMIT_OUTCOMES = [
  'not-sent',
  'accepted',
  'rejected',
  'duplicate',
  'weak',
  'unknown',
] as const;
export type SubmitOutcome = (typeof SUBMIT_OUTCOMES)[number];

/** Result of a request that changes something at the venue. */
export interface SubmitResultEvent {
  readonly type: 'send-result';
  readonly kind: WriteKind;
  readonly coId: string;
  /** What the response proves, for readers of the journal; the policy decides what follows. */
  readonly class?: SubmitOutcome;
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** SHA-256, hex, of the response body as received; absent without a complete response. */
  readonly sha256?: string;
  /** Why there is no usable response; absent when the status says all. */
  readonly transport?: TransportOutcome;
  /** Kind of reason code in the response; absent when `code` shows it (none, or a known code). */
  readonly codeKind?: ReasonCodeKind;
  /** The code was written in another letter case than the known one. */
  readonly isInexact?: true;
  /** Reason code without prefix; empty for `none` and `conflict`. */
  readonly code: string;
  /** This coId was sent before: a duplicate then proves that it arrived. */
  readonly resent?: boolean;
  /** Text of the venue or fault of the transport, redacted and shortened. */
  readonly message: string;
  /** The venue's id of the order or quote request in the response; else empty. */
  readonly orderId: string;
}

/**
 * For a request that may be repeated. `send-again`: it is about to be sent once more, under this
 * `X-Request-ID`. `send-unused`: nothing was or will be sent under this id, because another one was
 * used.
 */
export interface RetryIdEvent {
  readonly type: 'send-again' | 'send-unused';
  readonly kind: 'cancel' | 'withdraw';
  readonly coId: string;
  readonly requestId: string;
}

/** The egress check refused an approved command: nothing was sent. */
export interface EgressRefusalEvent {
  readonly type: 'egress';
  readonly coId: string;
  readonly kind: Command['kind'];
  readonly reason: string;
  /** As in a refusal of the gate; absent in older journals. */
  readonly breach?: Pick<Refusal, 'rule' | 'message' | 'limit' | 'value'>;
}

/** The venue's report of one own order, from a query. */
export interface OrderEvent {
  readonly type: 'order';
  readonly coId: string;
  readonly orderId: string;
  /** Normalized status; unknown statuses keep their text and are never terminal. */
  readonly status: OrderStatus | (string & {});
  /** Filled quantity so far, minor units of the dealt currency. */
  readonly cumUnits: number;
  /** The order ended and the report states no filled quantity: `cumUnits` of 0 is no denial. */
  readonly lacksFilled?: true;
  /** Echoed size in minor units and limit in ticks, compared with ours; price 0 when absent. */
  readonly units: number;
  readonly priceTicks: number;
  readonly symbol: string;
  readonly side: string;
  /** Echoed type and time in force; absent when the value is unknown. */
  readonly orderType?: OrderType;
  readonly timeInForce?: TimeInForce;
  readonly reason: string;
  /** When the venue last changed the order; 0 when unknown. */
  readonly transactAt: Instant;
  /** The term currency if it is dealt, which own orders never do; absent: the base. */
  readonly dealtCurrency?: string;
  /** Average fill price in ticks and fractions of them; absent when the venue gives none. */
  readonly averageTicks?: number | undefined;
  /** The coId of the order that it replaced. */
  readonly originalCoId?: string;
  /** Older than what was applied before: only its terms are checked. */
  readonly isLate?: true;
}

/** A filled order, with the fields that its trades must match. */
export type FilledOrder = Pick<OrderEvent, 'coId' | 'cumUnits' | 'orderId' | 'side' | 'symbol'> & {
  /** It ended with a lower filled quantity than an earlier report had. */
  readonly contest?: { readonly endUnits: number };
};

/** One trade of an own order, from the venue's trade reports. */
export interface TradeEvent {
  readonly type: 'trade';
  readonly coId: string;
  readonly orderId: string;
  readonly tradeId: string;
  readonly units: number;
  readonly priceTicks: number;
  readonly executedAt: Instant;
  /** `YYYY-MM-DD`; absent when the trade report has none: the trade never settles by itself. */
  readonly valueDate?: string;
  /** From the trade report, compared with ours; absent where they cannot differ. */
  readonly symbol?: string;
  readonly side?: string;
  /** The term currency if it is dealt, which own orders never do; absent: the base. */
  readonly dealtCurrency?: string;
  /** The STP download states that it delivered the trade before. */
  readonly isResent?: boolean;
  /** An earlier report of this trade had other values. */
  readonly isChanged?: true;
  /** Organization of the counterparty; absent when the venue does not give it. */
  readonly counterparty?: string;
}

/** The venue busted a trade of an own order. */
export interface BustEvent {
  readonly type: 'bust';
  readonly coId: string;
  /** Absent in older journals. */
  readonly orderId?: string;
  readonly tradeId: string;
  readonly units: number;
  readonly priceTicks: number;
  /** As in a trade. */
  readonly valueDate?: string;
  /** Trades of the same report follow, and after them this bust once more. */
  readonly isEarly?: boolean;
}

/** Result of the STP download. The venue deletes a delivered page, so it is journaled first. */
export interface StpEvent {
  readonly type: 'stp';
  /** A page; no more pages; or endless pages without anything new. */
  readonly step: 'page' | 'drained' | 'stuck';
  /** The page as received, or what is wrong with it. */
  readonly text: string;
}

/** A mid of another source of the venue, to compare the polled rate with. */
export interface BenchmarkEvent {
  readonly type: 'benchmark';
  readonly symbol: string;
  /** `benchmark`, or `ticker` for the price of the last trade. */
  readonly source: string;
  readonly midTicks: number;
  /** When the trade was dealt; absent for a benchmark, which is as old as its read. */
  readonly dealtAt?: Instant;
}

/** The free balance by the venue; without an amount when it could not be read. */
export interface BalanceEvent {
  readonly type: 'balance';
  readonly currency: string;
  readonly free?: number;
}

/** The venue's open position of a symbol, in minor units of the base. */
export interface PositionEvent {
  readonly type: 'position';
  readonly symbol: string;
  readonly units: number;
  /** By value date; absent in older journals, where no date is known. */
  readonly dated?: readonly DatedUnits[];
  /** External position, which is not from our fills; when absent, the first read determines it. */
  readonly baseline?: number;
  /** External position by value date. */
  readonly datedBaseline?: readonly DatedUnits[];
}

/** Reference data of a symbol as the venue gave it. */
export interface ReferenceEvent {
  readonly type: 'reference';
  readonly symbol: string;
  readonly terms: InstrumentTerms;
}

/** HTTP status of the venue's "no result" for a coId query, learned at start. */
export interface NotFoundStatusEvent {
  readonly type: 'calibration';
  readonly subject: 'order-by-coId';
  readonly emptyStatus: number;
}

/** A support bundle was made: the calls that led to a halt by a serious error. */
export interface SupportBundleEvent {
  readonly type: 'support';
  readonly file: string;
}

/** Text for the operator who has to check the bundle. */
export function describeSupportBundle(file: string): string {
  return `support bundle ${file}: review it, then send it to the venue's support yourself`;
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
