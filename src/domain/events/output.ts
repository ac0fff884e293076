// Outputs of the kernel besides commands: refusals, fills, notes, halts, alerts, kernel requests,
// and views of orders and parents.
import type { Instrument } from '../instrument.js';
import type { Side } from '../orders/order-enums.js';
import type { QuoteRequestView } from '../quotes/quotes.js';
import type { Instant } from '../time.js';

/** A breach of a limit by an intent, with all figures that are needed to recompute the decision. */
export interface Refusal {
  readonly at: Instant;
  readonly intentId: number;
  readonly strategy: string;
  readonly symbol: string;
  /** Control id, e.g. `RC14`. */
  readonly rule: string;
  readonly message: string;
  /** The limit and the value compared with it, in the unit that the message names. */
  readonly limit: number | string;
  readonly value: number | string;
  /** By how much the value exceeds the limit, when both are numbers. */
  readonly distance?: number;
  /** Newest rate at the decision: ticks, and ages in microseconds; absent without a rate. */
  readonly rate?: {
    readonly bidTicks: number;
    readonly offerTicks: number;
    readonly receiveAge: number;
    readonly venueAge: number;
  };
  /** Net position and working quantity of the symbol, minor units of the base. */
  readonly position: number;
  readonly workingBuy: number;
  readonly workingSell: number;
  /** Hashes of the limits and the policy in force. */
  readonly limitsVersion: string;
  readonly policyVersion?: string;
}

/** A booked fill of an own order. */
export interface Fill {
  readonly at: Instant;
  readonly strategy: string;
  readonly intentId: number;
  readonly coId: string;
  readonly tradeId: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly units: number;
  readonly priceTicks: number;
  readonly executedAt: Instant;
  /** `YYYY-MM-DD` from the trade report; absent for a provisional fill. */
  readonly valueDate?: string | undefined;
  /** Organization of the counterparty; absent when unknown, and for a provisional fill. */
  readonly counterparty?: string | undefined;
  /** Number of its units that replace busted units; absent when none do. */
  readonly replaces?: number;
}

/** A bust of a booked trade. */
export type Bust = Pick<
  Fill,
  | 'at'
  | 'strategy'
  | 'intentId'
  | 'coId'
  | 'tradeId'
  | 'instrument'
  | 'side'
  | 'units'
  | 'priceTicks'
  | 'valueDate'
>;

/** The trade report of a fill that was booked provisionally before. */
export interface RecordedFill extends Omit<Fill, 'replaces'> {
  /** Price at which it was booked, in ticks. */
  readonly bookedTicks: number;
}

/** A note of a strategy or of the kernel, kept in the journal and the report. */
export interface Note {
  readonly at: Instant;
  readonly strategy: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** Trading stopped until an operator resumes it. */
export interface Halt {
  readonly at: Instant;
  readonly scope: 'all' | 'strategy' | 'symbol';
  /** The halted strategy; else empty. */
  readonly strategy: string;
  /** The halted symbol; else absent. */
  readonly symbol?: string;
  /** Control id, e.g. `RC52`. */
  readonly rule: string;
  readonly reason: string;
  /** Id and author of a halt that was latched before this run. */
  readonly id?: string;
  readonly who?: string;
}

/** Strategy and symbol of a halt; empty for a halt of everything. */
export function describeHaltScope({
  strategy,
  symbol = '',
}: Pick<Halt, 'strategy' | 'symbol'>): string {
  return [strategy, symbol].filter((word) => word !== '').join(' ');
}

export const ALERT_LEVELS = ['info', 'warn', 'page'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** A message for the operator; `page` is urgent. */
export interface Alert {
  readonly at: Instant;
  readonly level: AlertLevel;
  /** Control id, e.g. `RC52`. */
  readonly rule: string;
  /** Strategy and symbol that it concerns; empty for all. */
  readonly strategy: string;
  readonly symbol: string;
  readonly text: string;
  /** Control that an order breached and passed by an override. */
  readonly overridden?: string;
  /** Until then its strategy can place nothing. */
  readonly mutedUntil?: Instant;
}

/** A request of the kernel to its session. */
export interface KernelRequest {
  readonly at: Instant;
  /** `refresh`: renew something · `probe`: query now · `throttle`: reduce the request budget. */
  readonly kind: 'refresh' | 'probe' | 'throttle';
  /**
   * For a refresh `login`, `clock`, `refdata`, `quote`, `calendar` or `positions`; for a probe
   * `order`, `quote`, `trades` or `positions`; for a throttle `budget`.
   */
  readonly what: string;
  /** Symbol and order that it concerns; else empty. */
  readonly symbol: string;
  readonly coId: string;
  /** For a throttle: the share of the request budget that is left, and until when; else 0. */
  readonly share: number;
  readonly until: Instant;
  readonly reason: string;
}

/** States of an own order in the kernel. */
export type OrderState =
  | 'JOURNALED'
  | 'SENDING'
  | 'PENDING_VENUE'
  | 'WORKING'
  | 'WORKING_PAUSED'
  | 'PARTIAL'
  | 'STATUS_UNKNOWN'
  | 'UNKNOWN'
  | 'QUARANTINED'
  | 'LOST'
  | 'ZOMBIE'
  | 'ABANDONED'
  | 'FILLED'
  | 'CANCELED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'REPLACED'
  | 'FAILED';

/** An own order, for strategies and reports; a new object per change. */
export interface OrderView {
  readonly at: Instant;
  readonly strategy: string;
  readonly intentId: number;
  /** Parent key, or empty. */
  readonly parent: string;
  readonly coId: string;
  readonly orderId: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: string;
  readonly timeInForce: string;
  readonly units: number;
  readonly priceTicks: number;
  readonly filledUnits: number;
  /** Bid plus offer in ticks at the intent: twice the arrival mid. 0 without a rate. */
  readonly arrivalTicks2: number;
  readonly state: OrderState;
  readonly isTerminal: boolean;
  readonly reason: string;
  /** Reject code of the policy, e.g. `SIZE_INVALID`; empty without a rejection. */
  readonly rejectCode: string;
  /** Hash of that policy; empty without a rejection. */
  readonly rejectPolicy: string;
}

/**
 * Copies an order's view. Sinks get the kernel's own object, which changes, and must not keep it:
 * if orders live long, V8 allocates all of them in its old space, which is rarely collected.
 */
export function copyOrderView(view: OrderView): OrderView {
  const { at, strategy, intentId, parent, coId, orderId, instrument, side, type } = view;
  const { timeInForce, units, priceTicks, filledUnits, arrivalTicks2, state, reason } = view;
  const { rejectCode, rejectPolicy } = view;
  return {
    at,
    strategy,
    intentId,
    parent,
    coId,
    orderId,
    instrument,
    side,
    type,
    timeInForce,
    units,
    priceTicks,
    filledUnits,
    arrivalTicks2,
    state,
    isTerminal: view.isTerminal,
    reason,
    rejectCode,
    rejectPolicy,
  };
}

/** A parent order that an execution algorithm works; a new object per change. */
export interface ParentView {
  readonly at: Instant;
  readonly strategy: string;
  readonly key: string;
  readonly algorithm: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly units: number;
  readonly filledUnits: number;
  /** Quantity of the booked fills, and their sum of units x ticks: the average price so far. */
  readonly bookedUnits: number;
  readonly bookedCash: bigint;
  /** Worst acceptable price in ticks; 0 without one. */
  readonly limitTicks: number;
  /** Bid plus offer in ticks when the parent was accepted: twice the arrival mid. */
  readonly arrivalTicks2: number;
  readonly startedAt: Instant;
  /** Slices sent and planned. */
  readonly slicesDone: number;
  readonly slices: number;
  /** HELD: from a previous run, and no algorithm works it. */
  readonly state: 'WORKING' | 'HELD' | 'DONE' | 'STOPPED';
  /** Why it ended, or empty. */
  readonly reason: string;
}

/** A parent that the gate refused as a whole, as its strategy requested it. */
export interface RefusedParent {
  readonly at: Instant;
  readonly strategy: string;
  readonly key: string;
  readonly symbol: string;
  readonly side: Side;
  /** Units of the base; any number. */
  readonly size: number;
  readonly causes: readonly Pick<Refusal, 'rule' | 'message'>[];
}

/** Receives the kernel's outputs, in the order in which they happen. */
export interface OutputSink {
  order(view: OrderView): void;
  parent(view: ParentView): void;
  /** A quote request at a change. */
  quotes(view: QuoteRequestView): void;
  fill(fill: Fill): void;
  /** Comes after the note about the bust. */
  busted(bust: Bust): void;
  /** Comes after the note about the trade. */
  recorded?(record: RecordedFill): void;
  /**
   * The key of a requested parent ended in a previous run: nothing was started. Follows the note.
   */
  unstarted(view: ParentView): void;
  /** Comes after its refusals. */
  parentRefused?(parent: RefusedParent): void;
  refused(refusal: Refusal): void;
  note(note: Note): void;
  halted(halt: Halt): void;
  alert(alert: Alert): void;
  ask(ask: KernelRequest): void;
}
