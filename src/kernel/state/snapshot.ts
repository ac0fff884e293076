// The kernel's state as plain JSON in one canonical order: what a fold of the journal gives too.
import type {
  Instant,
  Micros,
  OrderState,
  OrderType,
  ParentView,
  QuoteRequestSide,
  Side,
  TimeInForce,
} from '../../domain/index.js';
import { Digest } from '../../determinism/index.js';
import type { CountsSnapshot } from '../../policy/index.js';
import type { GateSnapshot, Pause } from '../../risk/index.js';
import type {
  CancelFault,
  CancelState,
  Contest,
  UnknownOutcome,
  ProvisionalFill,
} from '../orders/order.js';

/** What every order was placed with, and how far it came. */
interface PlacedSnapshot {
  readonly intentId: number;
  readonly strategy: string;
  /** Key of the parent, or empty. */
  readonly parent: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly units: number;
  readonly priceTicks: number;
  readonly expirySeconds: number;
  readonly arrivalTicks2: number;
  readonly state: OrderState;
  readonly cumUnits: number;
  /** Of the venue's id where that itself is not kept; else 0. */
  readonly orderHash: number;
  readonly transactAt: Instant;
  readonly endAt: Instant;
}

/** An own order that is not settled. */
export interface OrderSnapshot extends PlacedSnapshot {
  readonly coId: string;
  readonly orderId: string;
  /** When it last changed. */
  readonly at: Instant;
  readonly bookedUnits: number;
  readonly bookedCash: number;
  readonly reason: string;
  readonly cancelState: CancelState;
  readonly cancelAt: Instant;
  readonly cancelFault?: CancelFault;
  readonly missingSince: Instant;
  readonly unbookedSince: Instant;
  readonly averageTicks: number;
  readonly tradeIds: readonly string[];
  readonly provisional: ProvisionalFill | null;
  readonly bustedUnits: number;
  readonly amendedUnits?: number;
  readonly weakSince: Instant | null;
  readonly doubt: UnknownOutcome | null;
  /** The venue has shown it, where neither `transactAt` nor `cumUnits` says so. */
  readonly isSeen?: true;
  readonly isAccounted: boolean;
  /** Fills that the venue told of and then denied. */
  readonly contest?: Contest;
  /** The venue made it besides the one that was asked for. */
  readonly isDouble?: true;
  readonly isRevived: boolean;
  readonly hasLostMarks: boolean;
  /** Of a rejection that is not proven yet. */
  readonly rejectCode: string;
  readonly rejectRule: string;
}

/** A parent order, ended or not: a known key never makes a second one. */
export interface ParentSnapshot {
  readonly strategy: string;
  readonly key: string;
  readonly algorithm: string;
  readonly params: unknown;
  readonly symbol: string;
  readonly side: Side;
  readonly units: number;
  readonly limitTicks: number;
  readonly startedAt: Instant;
  readonly arrivalTicks2: number;
  readonly filledUnits: number;
  readonly bookedUnits: number;
  /** Sum of units x ticks over the booked fills, as decimal text. */
  readonly bookedCash: string;
  readonly state: ParentView['state'];
  readonly reason: string;
}

/** What a settled order leaves behind, so that a late word of it is judged right. */
export interface ClosedOrderSnapshot extends PlacedSnapshot {
  /** Epoch and random bits of its coId as one number. */
  readonly run: number;
  readonly bookedCash: number;
}

/** An own request for quotes that the venue may not have ended, or whose acceptance is open. */
export interface RequestSnapshot {
  readonly intentId: number;
  readonly coId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: QuoteRequestSide;
  readonly units: number;
  readonly lifeSeconds: number;
  readonly sentAt: Instant;
  /** Of the venue; empty while it is not known. */
  readonly requestId: string;
  readonly acceptedId: string;
}

export interface KernelSnapshot {
  /** Highest intent that a record names. */
  readonly lastIntentId: number;
  /** By intent. */
  readonly orders: readonly OrderSnapshot[];
  /** By intent; the latest some thousand. */
  readonly settled: readonly ClosedOrderSnapshot[];
  /** Booked trades of settled orders: intent and hash of the trade id, oldest first. */
  readonly trades: readonly (readonly [intentId: number, hash: number])[];
  /** Ended orders kept whole: LOST ones, those with provisional or busted fills; by intent. */
  readonly kept: readonly OrderSnapshot[];
  /** Net filled quantity by strategy and symbol, minor units of the base; never 0. */
  readonly positions: readonly {
    readonly strategy: string;
    readonly symbol: string;
    readonly units: number;
  }[];
  /** Longest time from an accepted request to the first sight of its order. */
  readonly longestUnseen: Micros;
  /** Oldest first; absent without one. */
  readonly requests?: readonly RequestSnapshot[];
  /** In the order in which they were accepted. */
  readonly parents: readonly ParentSnapshot[];
  /** Latched halts, durable pauses. */
  readonly gate: GateSnapshot;
  /** What steps of the policy have counted; absent without any, and of runs that kept none. */
  readonly counts?: CountsSnapshot;
}

/** What open orders of a symbol may still fill on each side, minor units of the base. */
export interface Reserved {
  readonly symbol: string;
  readonly buy: number;
  readonly sell: number;
}

/** Own orders that are not settled, what the gate reserves for them, and what holds others back. */
export interface OpenWork {
  readonly orders: readonly OrderSnapshot[];
  readonly reserved: readonly Reserved[];
  /** In force, also those that end with this run. */
  readonly pauses: readonly Pause[];
}

/** One text for equal snapshots: JSON whose keys are sorted at every depth. */
export function toCanonicalText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    const entries = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
    return Object.fromEntries(entries);
  });
}

/** 32 hex digits over the canonical text; not cryptographic. */
export function hashSnapshot(snapshot: KernelSnapshot): string {
  const digest = new Digest();
  digest.text(toCanonicalText(snapshot));
  return digest.hex();
}
