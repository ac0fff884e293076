// The ledger as plain JSON, which survives restarts.
import type { SettlementSnapshot } from '../../domain/dates/index.js';
import type { Instant } from '../../domain/index.js';

export interface TotalsSnapshot {
  readonly value: number;
  readonly fees: number;
  readonly dayBase: number;
  readonly peakRun: number;
  readonly peakLife: number;
}

export interface BookSnapshot {
  readonly strategy: string;
  readonly symbol: string;
  readonly units: number;
  /** Sum of - sign x units x ticks, as decimal text. */
  readonly cash: string;
  readonly value: number;
  /** The value is from before its last change, because there was no rate. */
  readonly isUnvalued?: boolean;
}

export interface LedgerSnapshot {
  /** End of the FX day; 0 before the first entry. */
  readonly dayEndsAt: Instant;
  /** The day is over by our clock, but no response of the venue since the start confirms it. */
  readonly isOverdue?: true;
  /** Whole units of the account currency dealt in this FX day. */
  readonly turnover: number;
  readonly all: TotalsSnapshot;
  /** Sorted by strategy. */
  readonly strategies: readonly (TotalsSnapshot & { readonly strategy: string })[];
  /** Sorted by strategy and symbol. */
  readonly books: readonly BookSnapshot[];
  /** Absent before the first trade, and for runs that kept none. */
  readonly settlement?: SettlementSnapshot;
}
