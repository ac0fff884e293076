// Rate stream of a recording: read in blocks, shifted in time, optionally looped.
import {
  assert,
  type Instant,
  type Instrument,
  type Micros,
  NEVER,
  SECOND,
} from '../../domain/index.js';
import { createColumns, type PreparedRecording, type Recording } from '../../recordings/index.js';
import type { FeedListener, RateSink, RateStream } from './rate-stream.js';

const BLOCK_RATES = 4_096;

export class RecordedRates implements RateStream {
  readonly instruments: readonly Instrument[];
  nextAt: Instant = NEVER;
  readonly #recording: Recording;
  /** Time shift from one loop to the next; undefined without loops. */
  readonly #period: Micros | undefined;
  readonly #columns = createColumns(BLOCK_RATES);
  readonly #prepared: PreparedRecording;
  /** The venue's instrument ids by the recording's. */
  #ids: readonly number[] = [];
  #listener: FeedListener | undefined;
  #shift: Micros;
  #row = 0;

  constructor(prepared: PreparedRecording, shift: Micros, loop: boolean) {
    const { facts } = prepared;
    this.instruments = facts.symbols.map(({ instrument }) => instrument);
    this.#prepared = prepared;
    this.#recording = prepared.open();
    // A recording of a single instant gets a period of 1 s, or its loop would never advance.
    const period = facts.lastAt - facts.firstAt + facts.medianGap || SECOND;
    this.#period = loop ? period : undefined;
    this.#shift = shift;
  }

  play(ids: readonly number[], listener: FeedListener): void {
    this.#ids = ids;
    this.#listener = listener;
    this.#readBlock();
  }

  deliverNext(sink: RateSink): void {
    const { bidTicks, offerTicks, bidUnits, offerUnits, instrument } = this.#columns;
    const row = this.#row;
    const id = this.#ids[instrument[row] ?? 0];
    assert(id !== undefined, 'a recording has a rate of a symbol that it did not have before');
    sink.rate(
      this.nextAt,
      id,
      bidTicks[row] ?? 0,
      offerTicks[row] ?? 0,
      bidUnits[row] ?? 0,
      offerUnits[row] ?? 0,
    );
    this.#advance();
  }

  skipTo(to: Instant): void {
    while (this.nextAt < to) this.#advance();
  }

  close(): void {
    this.nextAt = NEVER;
    this.#recording.close();
    this.#prepared.close();
  }

  #advance(): void {
    this.#row++;
    if (this.#row < this.#columns.count) this.#showNext();
    else this.#readBlock();
  }

  #showNext(): void {
    this.nextAt = (this.#columns.at[this.#row] ?? 0) + this.#shift;
  }

  #readBlock(): void {
    this.#row = 0;
    this.nextAt = NEVER;
    let read = this.#recording.read(this.#columns);
    if (read.ok && read.value === 0 && this.#period !== undefined) {
      this.#recording.rewind();
      this.#shift += this.#period;
      read = this.#recording.read(this.#columns);
    }
    if (!read.ok) this.#listener?.failed(read.fault);
    else if (read.value === 0) this.#listener?.ended();
    else this.#showNext();
  }
}
