// Interface of a text format: detects its files and parses their lines.
import type { Instant, Micros, Result } from '../../domain/index.js';
import type { RateColumns } from '../columns/columns.js';
import type { LineBuffer } from './line-buffer.js';
import type { RawRow, RowRules } from './rate-row.js';
import type { SymbolTable } from './symbol-table.js';

/** Fast path: appends plain rows; returns the time of the last one, or `lastAt` without one. */
export type DecodePlain = (
  lines: LineBuffer,
  table: SymbolTable,
  rules: RowRules,
  lastAt: Instant,
  into: RateColumns,
) => Instant;

/** Powers of ten by unit of sizes. */
export const SIZE_EXPONENTS = { 1: 0, 1_000: 3, 100_000: 5, 1_000_000: 6 } as const;
export type SizeUnit = keyof typeof SIZE_EXPONENTS;

/** Parser of one file's lines. */
export interface RowReader {
  readonly headLines: 0 | 1;
  /** Whether rows may state sizes. */
  readonly hasSizes: boolean;
  /** Cells of a line of at most 4,096 bytes. Fault code `data.bad-row`. */
  parse(text: string): Result<RawRow>;
  /** Formats a time as the file does, for messages. */
  formatTime(at: Instant): string;
  /** Optional fast path for plain rows; other rows go to `parse`. */
  readonly decodePlain?: DecodePlain;
}

/** Head of a file, known before its rows are read. */
export interface FileHead {
  /** File name without folders. */
  readonly name: string;
  /** First line without its line end. */
  readonly first: string;
  /**
   * True for a known format with `;` between columns, as spreadsheets write it in some countries.
   */
  readonly hasSemicolons?: boolean;
}

/** Facts on a file that the configuration states in addition to its format. */
export interface FileFacts {
  /** Symbol of all rows, for files without a symbol column. */
  readonly symbol?: string | undefined;
  /** Spread of a file with one price only, as a decimal text. */
  readonly spread?: string | undefined;
  /** Side of the only price; absent: as in the file name, else the bid. */
  readonly side?: 'bid' | 'offer' | undefined;
  /** Length of bars, for files that do not state it. */
  readonly bar?: Micros | undefined;
  /** Units of the base in one unit of the file's sizes, which overrides its format's unit. */
  readonly sizeUnit?: SizeUnit | undefined;
}

/** A text format; each has one file in `formats/` and one line in its index. */
export interface RowFormat {
  readonly id: string;
  readonly summary: string;
  /** Whether a file has this format. */
  isOf(head: FileHead): boolean;
  /** Fault codes `data.symbol-missing`, `data.spread-missing`, `data.bar-missing`. */
  open(head: FileHead, facts: FileFacts): Result<RowReader>;
}
