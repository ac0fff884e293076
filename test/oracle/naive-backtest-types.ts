// What the naive reference backtest takes and gives: plain data, integers, no type of ours.

/** Sizes are whole minor units of the base currency (10^-baseDecimals of it). */
export interface NaiveInstrument {
  readonly symbol: string;
  /** Decimals of a price: one tick is 10^-ratePrecision. */
  readonly ratePrecision: number;
  readonly baseDecimals: number;
  /** Smallest order and the step of sizes, both in units; steps count from zero. */
  readonly minSize: number;
  readonly sizeStep: number;
}

/** A row of the recording; `at` in epoch microseconds, units null where unlimited. */
export interface NaiveRate {
  readonly at: number;
  readonly symbol: string;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number | null;
  readonly offerUnits: number | null;
}

export type NaiveTimeInForce = 'IOC' | 'FOK' | 'GTC' | 'GTT' | 'DAY';

export interface NaivePlace {
  readonly do: 'place';
  /** Unique in the script. */
  readonly id: string;
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell';
  /** A market order is an IOC or FOK order; its price is the worst that it accepts. */
  readonly type: 'Limit' | 'Market';
  readonly timeInForce: NaiveTimeInForce;
  /** Life of a GTT order, and of no other. */
  readonly seconds?: number;
  readonly units: number;
  readonly priceTicks: number;
}

export interface NaiveCancel {
  readonly do: 'cancel';
  readonly id: string;
}

export type NaiveAction = NaivePlace | NaiveCancel;

/** The n-th rate (from 1) of a symbol that the bot sees, or an instant on its clock. */
export type NaiveTrigger =
  { readonly symbol: string; readonly nthRate: number } | { readonly at: number };

/** Decisions with the same trigger act in the order of the script. */
export interface NaiveDecision {
  readonly when: NaiveTrigger;
  readonly actions: readonly NaiveAction[];
}

export interface NaivePoll {
  readonly at: number;
  readonly symbol: string;
}

/** `every`: the bot sees each row. `polled`: it sees what these polls bring, sorted by time. */
export type NaivePolling =
  { readonly view: 'every' } | { readonly view: 'polled'; readonly polls: readonly NaivePoll[] };

/** One way, in microseconds. */
export interface NaiveLatency {
  readonly rates: number;
  readonly orders: number;
  readonly replies: number;
}

export interface NaiveCase {
  readonly instruments: readonly NaiveInstrument[];
  /** By time; equal times in the order of the rows. */
  readonly rates: readonly NaiveRate[];
  readonly latency: NaiveLatency;
  readonly fillTiming: 'arrival' | 'next-rate';
  readonly polling: NaivePolling;
  readonly script: readonly NaiveDecision[];
}

export type NaiveEndState = 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';

/** `at` is when the bot learns of it, `executedAt` when the venue filled. */
export interface NaiveFill {
  readonly at: number;
  readonly kind: 'fill';
  readonly id: string;
  readonly units: number;
  readonly priceTicks: number;
  readonly executedAt: number;
}

export interface NaiveEnd {
  readonly at: number;
  readonly kind: 'end';
  readonly id: string;
  readonly state: NaiveEndState;
  readonly filledUnits: number;
}

export type NaiveEvent = NaiveFill | NaiveEnd;

export interface NaiveSum {
  readonly symbol: string;
  readonly positionUnits: bigint;
  /** Units x ticks: received for sales, less what purchases cost. */
  readonly cash: bigint;
  /** Units x half ticks: 2 x cash + position x (bid + offer) of the symbol's last row. */
  readonly pnlHalfTicks: bigint;
}

export interface NaiveResult {
  /** In the order in which the bot learns of them. */
  readonly events: readonly NaiveEvent[];
  /** In the order of the instruments. */
  readonly sums: readonly NaiveSum[];
  readonly digest: string;
}
