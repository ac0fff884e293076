// All rates on their way to the venue: streams put together by time, then by their order.
import { type Instant, type Instrument, NEVER } from '../../domain/index.js';
import type { FeedListener, RateSink, RateStream } from './rate-stream.js';

export class RateFeed {
  /** Those with a rate; ids dense from 0. */
  readonly instruments: readonly Instrument[];
  /** Where session time starts. */
  readonly firstAt: Instant;
  /** Session time of the next rate, NEVER when no more come. */
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

  /** Begins; before it no rate is due. */
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

  /** Hands over every rate that is due at `at`. */
  deliver(at: Instant, sink: RateSink): void {
    while (this.nextAt <= at) {
      this.#next?.deliverNext(sink);
      this.#findNext();
    }
  }

  /** Leaves out the rates before `to`, as a market does that is closed. */
  skipTo(to: Instant): void {
    for (const stream of this.#streams) stream.skipTo(to);
    this.#findNext();
  }

  close(): void {
    for (const stream of this.#streams) stream.close();
    this.nextAt = NEVER;
  }

  /** The stream with the earliest rate; of those at one instant the first in the list. */
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
