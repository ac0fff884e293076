// Interface of a recording, and the options for reading one.
import type { Instant, Instrument, InstrumentTerms, Result } from '../domain/index.js';
import type { RateColumns } from './columns/columns.js';
import type { Mapping } from './formats/index.js';
import type { RowError } from './text/rate-row.js';
import type { FileFacts } from './text/row-format.js';

export interface RecordingOptions extends FileFacts {
  /** Columns of a file without a known format. */
  readonly layout?: Mapping | undefined;
  /**
   * Displayed size of rates without one, in units of the base; absent: such rates are a fault.
   * `unknown` keeps it unknown (`UNKNOWN_UNITS`), for writers of recordings, which replay none.
   */
  readonly size?: number | 'unlimited' | 'unknown' | undefined;
  /** Effect of a bad row: `stop` (a fault, the default) or `skip` (left out and counted). */
  readonly badRows?: 'stop' | 'skip' | undefined;
  /** Effect of a one-sided row: `bad` (default), or `keep last` for the missing side. */
  readonly oneSided?: 'bad' | 'keep last' | undefined;
  /** Symbols by their names in the file. */
  readonly symbols?: Readonly<Record<string, string>> | undefined;
  /** Called with each bad row that is left out. */
  readonly seeBad?: SeeBad | undefined;
  /** By symbol; takes precedence over the built-in table. Ignored if `instruments` are given. */
  readonly terms?: Readonly<Record<string, InstrumentTerms>> | undefined;
  /** A session's instruments, ids dense from 0; a rate of another symbol is a bad row. */
  readonly instruments?: readonly Instrument[] | undefined;
  /** First instant that is read. */
  readonly startAt?: Instant | undefined;
  /** Reading stops before this instant. */
  readonly endAt?: Instant | undefined;
}

/** A bad row with the reason and its text in the file. */
export interface BadRow {
  readonly line: number;
  readonly flaw: RowError;
  readonly reason: string;
  readonly text: string;
}

export type SeeBad = (row: BadRow) => void;

/** A row left out, with its line in a text or its row number in a table. */
export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
}

/** Recorded rates in order of time, read synchronously in blocks. */
export interface Recording {
  readonly file: string;
  /** Id of the format; `layout` if the configuration describes the columns. */
  readonly format: string;
  readonly rowName: 'line' | 'row';
  /**
   * In order of appearance, ids dense from 0; grows while reading unless options have instruments.
   */
  readonly instruments: readonly Instrument[];
  /** First 100 bad rows that were left out. */
  readonly skipped: readonly SkippedRow[];
  /** Number of bad rows left out, in total and by reason. */
  readonly skippedCount: number;
  readonly skippedByFlaw: Readonly<Record<RowError, number>>;
  /**
   * Fills `into` from row 0 and returns the number of rates, 0 at the end. A fault is returned
   * after all rates before it, and on each later call. Fault codes `data.bad-row`,
   * `data.size-missing`, `data.size`, `data.no-rates` (every row was left out), `data.unreadable`,
   * `data.too-many-symbols`, `instrument.unknown`, `instrument.terms`.
   */
  read(into: RateColumns): Result<number>;
  /** Restarts at the first rate; keeps the instruments and resets the count of skipped rows. */
  rewind(): void;
  close(): void;
}
