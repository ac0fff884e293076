// What follows a session as it goes, and gives its results at the end.
import type { RateColumns } from '../../recordings/index.js';
import type { Instant, ObservedLimit, OutputSink } from '../../domain/index.js';
import type { SessionStatus } from '../performance/performance.js';
import type { Results } from '../figures/results.js';

/** Takes in what happens in a session; `finish` gives the results. */
export interface Collector extends OutputSink {
  /** What limits that are only observed would have done. */
  observed(limits: readonly ObservedLimit[]): void;
  /** Every rate of the session, in order; `instrument` is `Instrument.id`, `shown`: see toShown. */
  rate(at: Instant, instrument: number, bidTicks: number, offerTicks: number, shown?: number): void;
  /** The same for rows of columns, from the first up to the second, which is left out. */
  rates(columns: RateColumns, from: number, to: number): void;
  /** What is held and gained so far, for a line of progress. */
  status(): SessionStatus;
  /** Closes the session at `at`, once; `digest` is the digest over its outputs. */
  finish(at: Instant, digest: string): Results;
}
