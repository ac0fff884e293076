// The ledger as plain JSON: what of the money outlives a run.
import type { Instant, SettlementSnapshot } from '../../domain/index.js';

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
  /** That is of before its last change: there was no rate to value it by. */
  readonly isUnvalued?: boolean;
}

export interface LedgerSnapshot {
  /** When the FX day ends; 0 before the first entry. */
  readonly dayEndsAt: Instant;
  /** That is over by our clock, but no answer of the venue since the start has said so. */
  readonly isOverdue?: true;
  /** Whole units of the account currency dealt in this FX day. */
  readonly turnover: number;
  readonly all: TotalsSnapshot;
  /** By strategy. */
  readonly strategies: readonly (TotalsSnapshot & { readonly strategy: string })[];
  /** By strategy and symbol. */
  readonly books: readonly BookSnapshot[];
  /** Absent before the first trade, and of runs that kept none. */
  readonly settlement?: SettlementSnapshot;
}
