// What a rate feed is made of: series of rates, each in order of time.
import type { Fault, Instant, Instrument } from '../../domain/index.js';
import type { Venue } from '../../venue/index.js';

/** Who is told that no more rates come. */
export interface FeedListener {
  /** All recordings have been played to their end. */
  ended(): void;
  /** A recording, which was whole at the start, could not be read on. */
  failed(fault: Fault): void;
}

/** Who takes the rates: the venue, or what stands before it. */
export type RateSink = Pick<Venue, 'rate'>;

export interface RateStream {
  /** Those with a rate, ids dense from 0 within the stream. */
  readonly instruments: readonly Instrument[];
  /** Session time of the next rate; NEVER before the stream plays and when no more come. */
  readonly nextAt: Instant;
  /** Begins; `ids` are the venue's instrument ids by the stream's. */
  play(ids: readonly number[], listener: FeedListener): void;
  /** Hands over the next rate. */
  deliverNext(sink: RateSink): void;
  /** Leaves out the rates before `to`. */
  skipTo(to: Instant): void;
  close(): void;
}
