// Merges the rate streams of a simulator by time, then by the order of the streams.
import { type Instant, type Instrument, NEVER } from '../../domain/index.js';
import type { FeedListener, RateSink, RateStream } from './rate-stream.js';

export class RateFeed {
  /** Instruments with a rate; ids are dense from 0. */
  readonly instruments: readonly Instrument[];
  /** Start of session time. */
  readonly firstAt: Instant;
  /** Session time of the next rate; NEVER when there are no more. */
  nextAt: Instant = NEVER;
  #next: RateStream | undefined;
  readonly #streams: readonly RateStream[];
  /** The venue's instrument ids of each stream. */
  readonly #ids: readonly (readonly number[])[];

  constructor(streams: readonly RateStream[], firstAt: Instant) {
    const instruments = new Map<string, Instrument>();
    for (const one of streams.flatMap((stream) => stream.instruments)) {
      const { symbol } = one;
      if (!instruments.has(symbol)) instruments.set(symbol, { ...one, id: instruments.size });
    }
    this.instruments = [...instruments.values()];
    this.#ids = streams.map((stream) =>
      stream.instruments.map(({ symbol }) => instruments.get(symbol)?.id ?? 0),
    );
    this.#streams = streams;
    this.firstAt = firstAt;
  }

  /** Starts the streams; no rate is due before. */
  play(listener: FeedListener): void {
    let playing = this.#streams.length;
    const each: FeedListener = {
      ended: () => {
        playing--;
        if (playing === 0) listener.ended();
      },
      failed: (fault) => {
        listener.failed(fault);
      },
    };
    this.#streams.forEach((stream, i) => {
      stream.play(this.#ids[i] ?? [], each);
    });
    this.#findNext();
  }

  /** Passes every rate due at or before `at` to the sink. */
  deliver(at: Instant, sink: RateSink): void {
    while (this.nextAt <= at) {
      this.#next?.deliverNext(sink);
      this.#findNext();
    }
  }

  /** Skips the rates before `to`, as in a closed market. */
  skipTo(to: Instant): void {
    for (const stream of this.#streams) stream.skipTo(to);
    this.#findNext();
  }

  close(): void {
    for (const stream of this.#streams) stream.close();
    this.nextAt = NEVER;
  }

  /** Selects the stream with the earliest rate; at equal times the first of the list. */
  #findNext(): void {
    this.#next = undefined;
    this.nextAt = NEVER;
    for (const stream of this.#streams) {
      if (stream.nextAt >= this.nextAt) continue;
      this.#next = stream;
      this.nextAt = stream.nextAt;
    }
  }
}
