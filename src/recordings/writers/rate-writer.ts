// What a format that recordings are written in is: rates in, bytes out, exact both ways.
import type { Instrument } from '../../domain/index.js';
import type { RateColumns } from '../columns/columns.js';
import type { TakeBytes } from '../tables/index.js';

export interface WriteSettings {
  readonly instruments: readonly Instrument[];
  /** Kept with the rates where the format can; keys and texts. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly take: TakeBytes;
}

export interface RateWriter {
  /** Writes all rates of a block; in a table they are one batch. */
  add(columns: RateColumns): void;
  finish(): void;
}

/** A format: one file beside this one, one line in the index. */
export interface WriteFormat {
  /** As readers of the format call it. */
  readonly id: string;
  /** Of its files, the first one usual. */
  readonly extensions: readonly string[];
  open(settings: WriteSettings): Promise<RateWriter>;
}
