// Interface of a rate stream: a series of rates in order of time.
import type { Fault, Instant, Instrument } from '../../domain/index.js';
import type { Venue } from '../../venue/index.js';

/** Callbacks for the end of rates. */
export interface FeedListener {
  /** All recordings have been played to their end. */
  ended(): void;
  /** A recording that was complete at the start became unreadable. */
  failed(fault: Fault): void;
}

/** Receives rates: the venue, or the filter in front of it. */
export type RateSink = Pick<Venue, 'rate'>;

export interface RateStream {
  /** Instruments with a rate; ids are dense from 0 within the stream. */
  readonly instruments: readonly Instrument[];
  /** Session time of the next rate; NEVER before `play` and when there are no more. */
  readonly nextAt: Instant;
  /** Starts the stream; `ids` are the venue's instrument ids by the stream's. */
  play(ids: readonly number[], listener: FeedListener): void;
  /** Passes the next rate to the sink. */
  deliverNext(sink: RateSink): void;
  /** Skips the rates before `to`. */
  skipTo(to: Instant): void;
  close(): void;
}
