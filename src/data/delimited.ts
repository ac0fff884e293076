// Reads rows of delimited text by a layout: which column is what, and how times are written.
import { fail, type Micros, ok, type Result } from '../domain/index.js';
import { addDecimals } from './add-decimals.js';
import { bad, type RawRow } from './rate-row.js';
import type { FileFacts, FileHead, RowReader } from './row-format.js';
import { quoteCell } from './symbol-table.js';
import type { TimeText } from './time-text.js';

/** Columns are counted from 0. */
export interface Layout {
  readonly delimiter: string;
  readonly headLines: 0 | 1;
  /** Names of all columns, for messages; a row has as many. */
  readonly columns: readonly string[];
  readonly time: TimeText;
  /** Columns that make up a time, put together with a blank. */
  readonly timeColumns: readonly number[];
  /** Absent in a file of one symbol. */
  readonly symbol?: number | undefined;
  readonly bid: number;
  /** Absent in a file with one price only. */
  readonly offer?: number | undefined;
  readonly bidSize?: number;
  readonly offerSize?: number;
  /** Sizes count in powers of ten of the base: 6 for millions. */
  readonly sizeExponent?: number;
  /**
   * Rows are bars of this length, named by their start: their last price is known at the end.
   * `stated`: the configuration says how long they are.
   */
  readonly bar?: Micros | 'stated' | undefined;
}

/** A reader of files of a layout. Fault codes of `findKnown`. */
export function openDelimited(layout: Layout, head: FileHead, facts: FileFacts): Result<RowReader> {
  const known = findKnown(layout, head.name, facts);
  if (!known.ok) return known;
  const { bar } = known.value;
  const names = layout.columns.join(layout.delimiter);
  return ok({
    headLines: layout.headLines,
    hasSizes: layout.bidSize !== undefined || layout.offerSize !== undefined,
    formatTime: (at) => layout.time.format(at - bar),
    parse: (text) => {
      const cells = text.split(layout.delimiter);
      if (cells.length === layout.columns.length) return toRow(layout, cells, known.value);
      const count = String(layout.columns.length);
      return bad(`expected ${count} columns (${names}), found ${String(cells.length)}`);
    },
  });
}

/** What is known of all rows: texts are empty where the rows say it themselves. */
export interface KnownFacts {
  readonly symbol: string;
  readonly spread: string;
  readonly bar: Micros;
}

/**
 * What the columns of a file do not say, from the configuration or the file's name. Fault codes
 * `data.symbol-missing`, `data.spread-missing`, `data.bar-missing`.
 */
export function findKnown(
  layout: Pick<Layout, 'symbol' | 'offer' | 'bar'>,
  name: string,
  facts: FileFacts,
): Result<KnownFacts> {
  const fixed = layout.symbol === undefined ? (facts.symbol ?? findSymbol(name)) : '';
  if (fixed === undefined) {
    const message = 'the file names no symbol: set recording.symbol, such as EUR/USD';
    return fail('data.symbol-missing', message);
  }
  const { spread } = facts;
  if (layout.offer === undefined && spread === undefined) {
    const message =
      'the file has one price only, and an unknown spread is not taken for zero: ' +
      'set recording.spread to what the offer is above the bid';
    return fail('data.spread-missing', message);
  }
  const bar = layout.bar === 'stated' ? facts.bar : (layout.bar ?? 0);
  if (bar === undefined) {
    const message = 'the file does not say how long its bars are: set recording.bar, such as 1m';
    return fail('data.bar-missing', message);
  }
  return ok({ symbol: fixed, spread: spread ?? '', bar });
}

function toRow(layout: Layout, cells: readonly string[], known: KnownFacts): Result<RawRow> {
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
  const time = layout.timeColumns.map(cell).join(' ');
  const at = layout.time.parse(time);
  if (at === undefined) {
    return bad(`expected a time ${layout.time.shape}, found ${quoteCell(time)}`);
  }
  const bid = cell(layout.bid);
  return ok({
    at: at + known.bar,
    symbol: layout.symbol === undefined ? known.symbol : cell(layout.symbol),
    bid,
    offer: layout.offer === undefined ? addDecimals(bid, known.spread) : cell(layout.offer),
    bidSize: cell(layout.bidSize),
    offerSize: cell(layout.offerSize),
    sizeExponent: layout.sizeExponent ?? 0,
  });
}

/** A pair in a file's name: `DAT_ASCII_EURUSD_T_201202.csv`, `eurusd-tick-2024.csv`. */
function findSymbol(name: string): string | undefined {
  const pairs = name.toUpperCase().match(/(?<![A-Z])[A-Z]{6}(?![A-Z])/g) ?? [];
  const known = [...new Set(pairs)].filter((pair) => CURRENCIES.has(pair.slice(0, 3)));
  const [only, ...more] = known.filter((pair) => CURRENCIES.has(pair.slice(3)));
  return only === undefined || more.length > 0 ? undefined : `${only.slice(0, 3)}/${only.slice(3)}`;
}

/** Currencies that names of files are looked through for. */
const CURRENCIES = new Set([
  ...['AUD', 'CAD', 'CHF', 'CNH', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS', 'JPY'],
  ...['MXN', 'NOK', 'NZD', 'PLN', 'RUB', 'SEK', 'SGD', 'THB', 'TRY', 'USD', 'ZAR'],
]);
