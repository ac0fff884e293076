// What the bot machine puts out besides commands: refusals, fills, notes, halts, alerts, questions
// and order changes.
import type { Instrument } from '../instrument.js';
import type { Side } from '../order-enums.js';
import type { QuoteRequestView } from '../quotes/quotes.js';
import type { Instant } from '../time.js';

/** A limit that an intent broke, with everything needed to recompute the decision. */
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
  /** By how much the value is beyond the limit, where both are figures. */
  readonly distance?: number;
  /** Newest rate when the gate decided: ticks and its ages in microseconds; absent without one. */
  readonly rate?: {
    readonly bidTicks: number;
    readonly offerTicks: number;
    readonly receiveAge: number;
    readonly venueAge: number;
  };
  /** Net position and working remainders of the symbol, minor units of the base. */
  readonly position: number;
  readonly workingBuy: number;
  readonly workingSell: number;
  /** Hashes that name the limits and the policy in force. */
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
  /** `YYYY-MM-DD`, as the venue's record states it; absent where there is none yet. */
  readonly valueDate?: string | undefined;
  /** Organization of the other side; absent: not told, or a fill that stands in for its record. */
  readonly counterparty?: string | undefined;
  /** So many of its units stand for units of a trade that was taken back; absent: none. */
  readonly replaces?: number;
}

/** The venue took back a trade that was booked. */
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

/** The record of a trade that was booked by its order's own report before: a provisional fill. */
export interface RecordedFill extends Omit<Fill, 'replaces'> {
  /** At what price it was booked. */
  readonly bookedTicks: number;
}

/** A remark of a strategy or of the kernel, kept in the journal and the report. */
export interface Note {
  readonly at: Instant;
  readonly strategy: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** Trading stopped, until a person resumes it. */
export interface Halt {
  readonly at: Instant;
  readonly scope: 'all' | 'strategy' | 'symbol';
  /** Strategy that is halted; empty unless one is. */
  readonly strategy: string;
  /** Symbol that is halted; absent unless one is. */
  readonly symbol?: string;
  /** Control id, e.g. `RC52`. */
  readonly rule: string;
  readonly reason: string;
  /** Of one that was latched before this run: its name there, and who latched it. */
  readonly id?: string;
  readonly who?: string;
}

/** The strategy and symbol that a halt is of; empty when it is of everything. */
export function describeHaltScope({
  strategy,
  symbol = '',
}: Pick<Halt, 'strategy' | 'symbol'>): string {
  return [strategy, symbol].filter((word) => word !== '').join(' ');
}

export const ALERT_LEVELS = ['info', 'warn', 'page'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** Something that a person should know; `page`: at once. */
export interface Alert {
  readonly at: Instant;
  readonly level: AlertLevel;
  /** Control id, e.g. `RC52`. */
  readonly rule: string;
  /** Strategy and symbol that it is about; empty when all are. */
  readonly strategy: string;
  readonly symbol: string;
  readonly text: string;
  /** Control that an order broke and went all the same, by an override. */
  readonly overridden?: string;
  /** Until then its strategy places nothing. */
  readonly mutedUntil?: Instant;
}

/** What the machine asks its session to do for it. */
export interface KernelRequest {
  readonly at: Instant;
  /** `refresh`: mend something · `probe`: query now · `throttle`: send less for a while. */
  readonly kind: 'refresh' | 'probe' | 'throttle';
  /**
   * Of a refresh `login`, `clock`, `refdata`, `quote`, `calendar` or `positions`; of a probe
   * `order`, `quote`, `trades` or `positions`; of a throttle `budget`.
   */
  readonly what: string;
  /** Symbol and order that it is about; empty when none is. */
  readonly symbol: string;
  readonly coId: string;
  /** Of a throttle: the part of the request budget that is left, and until when; else 0. */
  readonly share: number;
  readonly until: Instant;
  readonly reason: string;
}

/** States of an own order as the kernel keeps them. */
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

/** An own order, for strategies and reports; a fresh object per change. */
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
  /** Bid + offer in ticks when the intent was made: twice the arrival mid. 0 without a rate. */
  readonly arrivalTicks2: number;
  readonly state: OrderState;
  readonly isTerminal: boolean;
  readonly reason: string;
  /** What the policy calls a rejection, e.g. `SIZE_INVALID`; empty without one. */
  readonly rejectCode: string;
  /** Hash of the policy that calls it so; empty without a rejection. */
  readonly rejectPolicy: string;
}

/**
 * A copy of an order's view. Sinks are handed the kernel's own object, which goes on changing, and
 * must not keep it: an engine that sees orders live long makes room for all of them where garbage
 * is rarely collected.
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

/** A parent order that an execution algorithm works; a fresh object per change. */
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
  /** Bid + offer in ticks when the parent was accepted: twice the arrival mid. */
  readonly arrivalTicks2: number;
  readonly startedAt: Instant;
  /** Slices sent and planned. */
  readonly slicesDone: number;
  readonly slices: number;
  /** HELD: of a run before, and nobody works it. */
  readonly state: 'WORKING' | 'HELD' | 'DONE' | 'STOPPED';
  /** Why it ended, or empty. */
  readonly reason: string;
}

/** A parent that the gate refused whole, as its strategy asked for it. */
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

/** Where the bot machine's outputs go; called in the order in which they happen. */
export interface OutputSink {
  order(view: OrderView): void;
  parent(view: ParentView): void;
  /** A request for quotes at a change. */
  quotes(view: QuoteRequestView): void;
  fill(fill: Fill): void;
  /** After the note that tells of it. */
  busted(bust: Bust): void;
  /** After the note that tells of it. */
  recorded?(record: RecordedFill): void;
  /**
   * A parent was asked for whose key a run before has ended: nothing was begun. After the note that
   * tells of it.
   */
  unstarted(view: ParentView): void;
  /** After its refusals. */
  parentRefused?(parent: RefusedParent): void;
  refused(refusal: Refusal): void;
  note(note: Note): void;
  halted(halt: Halt): void;
  alert(alert: Alert): void;
  ask(ask: KernelRequest): void;
}
