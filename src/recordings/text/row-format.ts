// What a text format of recordings is: how its lines become rows, and how a file of it is known.
import type { Instant, Micros, Result } from '../../domain/index.js';
import type { RateColumns } from '../columns/columns.js';
import type { LineBuffer } from './line-buffer.js';
import type { RawRow, RowRules } from './rate-row.js';
import type { SymbolTable } from './symbol-table.js';

/** Adds rows that need no second look; returns the last one's time, `lastAt` if none. */
export type DecodePlain = (
  lines: LineBuffer,
  table: SymbolTable,
  rules: RowRules,
  lastAt: Instant,
  into: RateColumns,
) => Instant;

/** Powers of ten by the unit of sizes. */
export const SIZE_EXPONENTS = { 1: 0, 1_000: 3, 100_000: 5, 1_000_000: 6 } as const;
export type SizeUnit = keyof typeof SIZE_EXPONENTS;

/** Reads the lines of one file. */
export interface RowReader {
  /** Lines before the first row. */
  readonly headLines: 0 | 1;
  /** Whether rows may state sizes. */
  readonly hasSizes: boolean;
  /** The parts of a line of at most 4,096 bytes. Fault code `data.bad-row`. */
  parse(text: string): Result<RawRow>;
  /** A time as the file's own rows write it, for messages. */
  formatTime(at: Instant): string;
  /** For speed: takes most rows, and leaves all others to `parse`. */
  readonly decodePlain?: DecodePlain;
}

/** What is known of a file before its rows are read. */
export interface FileHead {
  /** The name without its folders. */
  readonly name: string;
  /** The first line, without its end. */
  readonly first: string;
  /** A known format with `;` between its columns, as spreadsheets write it in some countries. */
  readonly hasSemicolons?: boolean;
}

/** What a configuration says of a file besides its format. */
export interface FileFacts {
  /** Of all rows, where the file names none. */
  readonly symbol?: string | undefined;
  /** What the offer is above the bid, in a file with one price only: a decimal text. */
  readonly spread?: string | undefined;
  /** Which side the only price of a file is; absent: as its name says it, else the bid. */
  readonly side?: 'bid' | 'offer' | undefined;
  /** Length of bars, in a file that does not say it. */
  readonly bar?: Micros | undefined;
  /** Sizes in the file are in so many of the base, whatever its format usually has. */
  readonly sizeUnit?: SizeUnit | undefined;
}

/** A text format: one file in `formats/`, one line in its index. */
export interface RowFormat {
  readonly id: string;
  readonly summary: string;
  /** Whether a file is of it. */
  isOf(head: FileHead): boolean;
  /** Fault codes `data.symbol-missing`, `data.spread-missing`, `data.bar-missing`. */
  open(head: FileHead, facts: FileFacts): Result<RowReader>;
}
