// Shows a recording that a command has written, as figures and text.
import type { Transferred } from '../../recordings/index.js';
import { formatInstant, type Instant } from '../../domain/index.js';
import { formatBadRows, listUnknownSizes } from './inspection.js';
import { formatCount, formatGrouped } from '../figures/texts.js';

export interface TransferFigures {
  readonly file: string;
  readonly format: string;
  readonly rates: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly symbols: readonly {
    readonly symbol: string;
    readonly rates: number;
    readonly firstAt: string;
    readonly lastAt: string;
  }[];
  readonly badRows: {
    readonly total: number;
    readonly byFlaw: Transferred['badRows']['byFlaw'];
    /** File with the bad rows. */
    readonly file: string | null;
  };
  /** Texts on prices and sizes that are implausible for the symbol. */
  readonly doubts: readonly string[];
  /** Rates of unknown size: a session has to state `recording.size`. */
  readonly unknownSizes: number;
  readonly sources: Transferred['origins'];
  readonly sha256: string;
}

export function toTransferFigures(
  file: string,
  format: string,
  { badRows, count, doubts, origins, sha256, symbols, unknownSizes }: Transferred,
): TransferFigures {
  const show = (at: Instant) => formatInstant(at);
  const firstAt = Math.min(...symbols.map((one) => one.firstAt));
  const lastAt = Math.max(...symbols.map((one) => one.lastAt));
  return {
    file,
    format,
    rates: count,
    firstAt: show(firstAt),
    lastAt: show(lastAt),
    symbols: symbols.map(({ count: rates, instrument: { symbol }, ...one }) => {
      return { symbol, rates, firstAt: show(one.firstAt), lastAt: show(one.lastAt) };
    }),
    badRows: { ...badRows, file: badRows.file ?? null },
    doubts,
    unknownSizes,
    sources: origins,
    sha256,
  };
}

/** Name and value of each line for the terminal. */
export function listTransferLines(
  figures: TransferFigures,
): readonly (readonly [string, string])[] {
  const { badRows, file, firstAt, format, lastAt, rates, sha256, sources } = figures;
  const { doubts, symbols, unknownSizes } = figures;
  return [
    ['Written', file],
    ['Format', format],
    ['Rates', formatGrouped(rates)],
    ['From, to', `${firstAt} to ${lastAt}`],
    ...symbols.map((one) => {
      const value = `${formatCount(one.rates, 'rate')}, ${one.firstAt} to ${one.lastAt}`;
      return [one.symbol, value] as const;
    }),
    ['Bad rows', formatBadRows(badRows)],
    ...(badRows.file === null ? [] : [['  set aside in', badRows.file] as const]),
    ...doubts.map((doubt) => ['WARNING', doubt] as const),
    ...listUnknownSizes(unknownSizes),
    ...sources.map(
      (one) => ['Made of', `${one.file}, SHA-256 ${one.sha256.slice(0, 12)}`] as const,
    ),
    ['SHA-256', sha256],
  ];
}
