// The snapshot: the kernel's state as JSON in one canonical order. A replay of the journal gives
// the same.
import type { OrderState, ParentView } from '../../domain/events/index.js';
import type { Instant, Micros } from '../../domain/index.js';
import type { OrderType, Side, TimeInForce } from '../../domain/orders/index.js';
import type { QuoteRequestSide } from '../../domain/quotes/index.js';
import { Digest } from '../../determinism/index.js';
import type { CountsSnapshot } from '../../policy/index.js';
import type { GateSnapshot, Pause } from '../../risk/gate/index.js';
import type {
  CancelFault,
  CancelState,
  Contest,
  UnknownOutcome,
  ProvisionalFill,
} from '../orders/order-data.js';

/** Terms of an order and its progress. */
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
  /** Fingerprint of the venue's id where the id itself is not kept; else 0. */
  readonly orderHash: number;
  readonly transactAt: Instant;
  readonly endAt: Instant;
}

/** An own order that is not closed. */
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
  /** A report has shown the order, where neither `transactAt` nor `cumUnits` implies it. */
  readonly isSeen?: true;
  readonly isAccounted: boolean;
  /** Fills that the venue reported and later denied. */
  readonly contest?: Contest;
  /** A duplicate that the venue made. */
  readonly isDouble?: true;
  readonly isRevived: boolean;
  readonly hasLostMarks: boolean;
  /** Of a rejection that is not proven yet. */
  readonly rejectCode: string;
  readonly rejectRule: string;
}

/** A parent order, working or ended: a known key never starts a second parent. */
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

/** What is kept of a closed order, so that late reports about it are processed correctly. */
export interface ClosedOrderSnapshot extends PlacedSnapshot {
  /** Epoch and random bits of its coId as one integer. */
  readonly run: number;
  readonly bookedCash: number;
}

/** An own quote request that the venue may not have ended, or whose acceptance is open. */
export interface RequestSnapshot {
  readonly intentId: number;
  readonly coId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: QuoteRequestSide;
  readonly units: number;
  readonly lifeSeconds: number;
  readonly sentAt: Instant;
  /** The venue's id; empty while unknown. */
  readonly requestId: string;
  readonly acceptedId: string;
}

export interface KernelSnapshot {
  /** Highest intent id in the journal. */
  readonly lastIntentId: number;
  /** Sorted by intent id. */
  readonly orders: readonly OrderSnapshot[];
  /** Sorted by intent id; some thousand of the latest. */
  readonly settled: readonly ClosedOrderSnapshot[];
  /** Booked trades of closed orders: intent id and fingerprint of the trade id, oldest first. */
  readonly trades: readonly (readonly [intentId: number, hash: number])[];
  /** Kept as objects: LOST orders, and those with provisional or busted fills; by intent id. */
  readonly kept: readonly OrderSnapshot[];
  /** Net filled quantity by strategy and symbol, in minor units of the base; never 0. */
  readonly positions: readonly {
    readonly strategy: string;
    readonly symbol: string;
    readonly units: number;
  }[];
  /** Longest time from an accepted request to the first report of its order. */
  readonly longestUnseen: Micros;
  /** Oldest first; absent when empty. */
  readonly requests?: readonly RequestSnapshot[];
  /** In the order in which they were accepted. */
  readonly parents: readonly ParentSnapshot[];
  /** Latched halts and lasting pauses. */
  readonly gate: GateSnapshot;
  /** Counters of the policy's steps; absent without any, and for runs that keep none. */
  readonly counts?: CountsSnapshot;
}

/** Unfilled quantity of a symbol's open orders on each side, minor units of the base. */
export interface Reserved {
  readonly symbol: string;
  readonly buy: number;
  readonly sell: number;
}

/** Own orders that are not closed, the exposure that the gate reserves for them, and the pauses. */
export interface OpenWork {
  readonly orders: readonly OrderSnapshot[];
  readonly reserved: readonly Reserved[];
  /** Pauses in force, including those that end with this run. */
  readonly pauses: readonly Pause[];
}

/** Equal snapshots give equal text: JSON with keys sorted at every depth. */
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
