// Rate stream of several generators, merged by time.
import { type Instant, type Instrument, NEVER } from '../../domain/index.js';
import { type GeneratorSettings, RateGenerator } from '../../venue/index.js';
import type { RateSink, RateStream } from './rate-stream.js';

export class GeneratedRates implements RateStream {
  readonly instruments: readonly Instrument[];
  nextAt: Instant = NEVER;
  /** By the stream's instrument id. */
  readonly #generators: readonly RateGenerator[];
  #ids: readonly number[] = [];
  #next = 0;

  constructor(
    instruments: readonly Instrument[],
    { seed, week, symbols }: GeneratorSettings,
    startAt: Instant,
  ) {
    this.instruments = instruments;
    this.#generators = instruments.flatMap((instrument) => {
      const settings = symbols[instrument.symbol];
      return settings === undefined
        ? []
        : [new RateGenerator(instrument, settings, seed, startAt, week)];
    });
  }

  play(ids: readonly number[]): void {
    this.#ids = ids;
    this.#findNext();
  }

  deliverNext(sink: RateSink): void {
    const generator = this.#generators[this.#next];
    if (generator === undefined) return;
    const { at, bidTicks, offerTicks, bidUnits, offerUnits } = generator;
    sink.rate(at, this.#ids[this.#next] ?? 0, bidTicks, offerTicks, bidUnits, offerUnits);
    generator.next();
    this.#findNext();
  }

  /** Each symbol has a rate at `to`, as at the start. */
  skipTo(to: Instant): void {
    for (const generator of this.#generators) generator.skipTo(to);
    this.#findNext();
  }

  close(): void {
    this.nextAt = NEVER;
  }

  /** Selects the earliest rate; at equal times the first generator of the list. */
  #findNext(): void {
    this.nextAt = NEVER;
    for (let i = 0; i < this.#generators.length; i++) {
      const at = this.#generators[i]?.at ?? NEVER;
      if (at >= this.nextAt) continue;
      this.nextAt = at;
      this.#next = i;
    }
  }
}
