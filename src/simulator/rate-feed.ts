// A recording's rates on their way to the venue: read in blocks, shifted in time, looped.
import {
  type Fault,
  type Instant,
  type Instrument,
  type Micros,
  NEVER,
  ok,
  type Result,
  SECOND,
} from '../domain/index.js';
import {
  createColumns,
  inspectRecording,
  openRecording,
  type Recording,
  type RecordingFacts,
} from '../data/index.js';
import type { Venue } from '../venue/index.js';
import type { RecordingSettings } from './settings.js';

const BLOCK_RATES = 4_096;

/** Who is told that no more rates come. */
export interface FeedListener {
  /** The recording has been played to its end. */
  ended(): void;
  /** The recording, which was whole at the start, could not be read on. */
  failed(fault: Fault): void;
}

/**
 * Checks the whole recording and opens it for playing. `wallNow` is where `origin: now` starts.
 * Fault codes of `openRecording` and `Recording.read`.
 */
export function openRateFeed(settings: RecordingSettings, wallNow: Instant): Result<RateFeed> {
  const facts = inspectRecording(settings.file, settings.options);
  if (!facts.ok) return facts;
  const recording = openRecording(settings.file, settings.options);
  if (!recording.ok) return recording;
  const shift = settings.origin === 'now' ? wallNow - facts.value.firstAt : 0;
  return ok(new RateFeed(recording.value, facts.value, shift, settings.loop));
}

export class RateFeed {
  /** Those with a rate; ids dense from 0. */
  readonly instruments: readonly Instrument[];
  readonly firstAt: Instant;
  readonly facts: RecordingFacts;
  /** Session time of the next rate, NEVER when no more come. */
  nextAt: Instant = NEVER;
  readonly #recording: Recording;
  /** How far each loop is shifted against the one before; undefined without loops. */
  readonly #period: Micros | undefined;
  readonly #columns = createColumns(BLOCK_RATES);
  /** The venue's instrument id by the recording's. */
  readonly #ids: readonly (number | undefined)[];
  #listener: FeedListener | undefined;
  #shift: Micros;
  #row = 0;

  constructor(recording: Recording, facts: RecordingFacts, shift: Micros, loop: boolean) {
    const ids: (number | undefined)[] = [];
    this.instruments = facts.symbols.map(({ instrument }, id) => {
      ids[instrument.id] = id;
      return { ...instrument, id };
    });
    this.#ids = ids;
    this.#recording = recording;
    // A recording of a single instant still takes time, or its loop would never end.
    const period = facts.lastAt - facts.firstAt + facts.medianGap || SECOND;
    this.#period = loop ? period : undefined;
    this.#shift = shift;
    this.facts = facts;
    this.firstAt = facts.firstAt + shift;
  }

  /** Begins; before it no rate is due. */
  play(listener: FeedListener): void {
    this.#listener = listener;
    this.#readBlock();
  }

  /** Gives the venue every rate that is due at `at`. */
  deliver(at: Instant, venue: Venue): void {
    while (this.nextAt <= at) {
      const { bidTicks, offerTicks, bidUnits, offerUnits, instrument } = this.#columns;
      const row = this.#row;
      venue.rate(
        this.nextAt,
        this.#ids[instrument[row] ?? 0] ?? 0,
        bidTicks[row] ?? 0,
        offerTicks[row] ?? 0,
        bidUnits[row] ?? 0,
        offerUnits[row] ?? 0,
      );
      this.#row++;
      if (this.#row < this.#columns.count) this.#showNext();
      else this.#readBlock();
    }
  }

  close(): void {
    this.nextAt = NEVER;
    this.#recording.close();
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
