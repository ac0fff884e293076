// What a recording is to its readers, and the settings that say how to read one.
import type { Instant, Instrument, InstrumentTerms, Result } from '../domain/index.js';
import type { RateColumns } from './columns/columns.js';
import type { Mapping } from './formats/index.js';
import type { RowError } from './text/rate-row.js';
import type { FileFacts } from './text/row-format.js';

export interface RecordingOptions extends FileFacts {
  /** Which column is what, in a file of no known format. */
  readonly layout?: Mapping | undefined;
  /**
   * Displayed size of rates that state none, in units of the base; without it they are a fault.
   * `unknown`: it stays so (`UNKNOWN_UNITS`), for those who write recordings and play none.
   */
  readonly size?: number | 'unlimited' | 'unknown' | undefined;
  /** What a bad row does: `stop` (a fault, the default) or `skip` (left out and counted). */
  readonly badRows?: 'stop' | 'skip' | undefined;
  /** What a row with one side does: it is `bad` (the default), or leaves the other as it was. */
  readonly oneSided?: 'bad' | 'keep last' | undefined;
  /** Symbols by what the file calls them. */
  readonly symbols?: Readonly<Record<string, string>> | undefined;
  /** Sees each bad row that is left out. */
  readonly seeBad?: SeeBad | undefined;
  /** By symbol; wins over the fallback table. Not used when `instruments` are given. */
  readonly terms?: Readonly<Record<string, InstrumentTerms>> | undefined;
  /** A session's instruments, ids dense from 0; a rate of any other symbol is a bad row. */
  readonly instruments?: readonly Instrument[] | undefined;
  /** First instant that is read. */
  readonly startAt?: Instant | undefined;
  /** Reading stops before this instant. */
  readonly endAt?: Instant | undefined;
}

/** A bad row with what is wrong with it, and its text as the file has it. */
export interface BadRow {
  readonly line: number;
  readonly flaw: RowError;
  readonly reason: string;
  readonly text: string;
}

export type SeeBad = (row: BadRow) => void;

/** A row that was left out, and its line in the file, or its number in a table. */
export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
}

/** Recorded rates in order of time, read synchronously, a block at a time. */
export interface Recording {
  readonly file: string;
  /** Id of its format; `layout` where the configuration states one. */
  readonly format: string;
  /** What its rows are counted as. */
  readonly rowName: 'line' | 'row';
  /** In order of appearance, ids dense from 0; grows while reading unless they were handed in. */
  readonly instruments: readonly Instrument[];
  /** The first 100 bad rows that were left out. */
  readonly skipped: readonly SkippedRow[];
  /** All bad rows that were left out, and how many of them for what. */
  readonly skippedCount: number;
  readonly skippedByFlaw: Readonly<Record<RowError, number>>;
  /**
   * Fills `into` from row 0 and returns the number of rates, 0 at the end. A fault comes once the
   * rates before it have been returned, and again on each later call. Fault codes `data.bad-row`,
   * `data.size-missing`, `data.size`, `data.no-rates` (every row was left out), `data.unreadable`,
   * `data.too-many-symbols`, `instrument.unknown`, `instrument.terms`.
   */
  read(into: RateColumns): Result<number>;
  /** Starts again at the first rate; instruments stay, skipped rows are counted anew. */
  rewind(): void;
  close(): void;
}
