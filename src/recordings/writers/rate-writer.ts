// Interface of a format in which recordings are written, exact in both directions.
import type { Instrument } from '../../domain/index.js';
import type { RateColumns } from '../columns/columns.js';
import type { TakeBytes } from '../tables/index.js';

export interface WriteSettings {
  readonly instruments: readonly Instrument[];
  /** Metadata stored with the rates, if the format can. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly take: TakeBytes;
}

export interface RateWriter {
  /** Writes the rates of a block; in a table they are one batch. */
  add(columns: RateColumns): void;
  finish(): void;
}

/** A format; each has one file in this folder and one line in the index. */
export interface WriteFormat {
  /** Id of the corresponding reader. */
  readonly id: string;
  /** File extensions; the first is the default. */
  readonly extensions: readonly string[];
  open(settings: WriteSettings): Promise<RateWriter>;
}
