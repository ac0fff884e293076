// Interface of the collector that follows a session and returns its results.
import type { RateColumns } from '../../recordings/index.js';
import type { OutputSink } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { ObservedLimit } from '../../domain/venue/index.js';
import type { SessionStatus } from '../performance/performance.js';
import type { Results } from '../figures/results.js';

/** Receives what happens in a session; `finish` returns the results. */
export interface Collector extends OutputSink {
  /** What limits that are only observed would have refused or halted. */
  observed(limits: readonly ObservedLimit[]): void;
  /** Every rate of the session, in order; `instrument` is `Instrument.id`, `shown`: see toShown. */
  rate(at: Instant, instrument: number, bidTicks: number, offerTicks: number, shown?: number): void;
  /** The same for rows `from` to `to` (exclusive) of columns. */
  rates(columns: RateColumns, from: number, to: number): void;
  /** Positions and P&L so far, for the progress line. */
  status(): SessionStatus;
  /** Ends the session at `at`, once; `digest` is the digest over its outputs. */
  finish(at: Instant, digest: string): Results;
}
