// Reads rows of delimited text by a layout: meaning of columns and format of times.
import { fail, type Micros, ok, type Result, toPair } from '../../domain/index.js';
import { toNumberCell } from './number-text.js';
import { bad, type RawRow } from './rate-row.js';
import { type FileFacts, type FileHead, type RowReader, SIZE_EXPONENTS } from './row-format.js';
import { quoteCell } from './symbol-table.js';
import { readTime, type TimeText } from '../times/index.js';

/** Columns are counted from 0. */
export interface Layout {
  readonly delimiter: string;
  readonly headLines: 0 | 1;
  /** Names of all columns, for messages; each row has this number of cells. */
  readonly columns: readonly string[];
  readonly time: TimeText;
  /** Columns of the time, joined by a blank. */
  readonly timeColumns: readonly number[];
  /** Absent in a file of one symbol. */
  readonly symbol?: number | undefined;
  /** Column of the bid, or of the only price. */
  readonly bid: number;
  /** Absent in a file with one price only. */
  readonly offer?: number | undefined;
  readonly bidSize?: number;
  readonly offerSize?: number;
  /** Power of ten of the units of sizes: 6 for millions. */
  readonly sizeExponent?: number;
  /** Power of ten by which prices are too large. */
  readonly priceExponent?: number;
  /** Decimal separator; absent: a dot. */
  readonly decimal?: '.' | ',' | 'either' | undefined;
  /**
   * Length of bars, which are dated by their start and whose last price is known at their end.
   * `stated`: the configuration has the length.
   */
  readonly bar?: Micros | 'stated' | undefined;
}

/** Creates a reader of files with a layout. Fault codes of `findKnown`. */
export function openDelimited(format: Layout, head: FileHead, facts: FileFacts): Result<RowReader> {
  const { sizeUnit } = facts;
  const layout: Layout = {
    ...format,
    ...(sizeUnit === undefined ? {} : { sizeExponent: SIZE_EXPONENTS[sizeUnit] }),
    ...(head.hasSemicolons === true ? { delimiter: ';', decimal: 'either' } : {}),
  };
  const known = findKnown(layout, head.name, facts);
  if (!known.ok) return known;
  const { bar } = known.value;
  const names = layout.columns.join(layout.delimiter);
  return ok({
    headLines: layout.headLines,
    hasSizes: layout.bidSize !== undefined || layout.offerSize !== undefined,
    formatTime: (at) => layout.time.format(at - bar),
    parse: (text) => {
      const cells = splitCells(text, layout.delimiter);
      if (cells.length === layout.columns.length) return toRow(layout, cells, known.value);
      const count = String(layout.columns.length);
      return bad(`expected ${count} columns (${names}), found ${String(cells.length)}`);
    },
  });
}

/** Facts common to all rows. */
export interface KnownFacts {
  /** Empty if rows state their symbol. */
  readonly symbol: string;
  /** Only for files with one price; `side` is the side of that price. */
  readonly spread: string | undefined;
  readonly side: 'bid' | 'offer';
  readonly bar: Micros;
}

/**
 * Facts that the columns do not contain, from the configuration or the file name. Fault codes
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
      'the file has one price only, and an unknown spread does not count as zero: ' +
      'set recording.spread to offer minus bid';
    return fail('data.spread-missing', message);
  }
  const bar = layout.bar === 'stated' ? facts.bar : (layout.bar ?? 0);
  if (bar === undefined) {
    const message = 'the file does not state the length of its bars: set recording.bar, such as 1m';
    return fail('data.bar-missing', message);
  }
  const own = layout.offer === undefined ? spread : undefined;
  return ok({ symbol: fixed, spread: own, side: facts.side ?? findSide(name), bar });
}

function toRow(layout: Layout, cells: readonly string[], known: KnownFacts): Result<RawRow> {
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
  const time = layout.timeColumns.map(cell).join(' ');
  const at = readTime(layout.time, time);
  if (!at.ok) return at;
  const row = {
    at: at.value + known.bar,
    symbol: layout.symbol === undefined ? known.symbol : cell(layout.symbol),
    bid: cell(layout.bid),
    offer: cell(layout.offer),
    bidSize: toNumberCell(cell(layout.bidSize)),
    offerSize: toNumberCell(cell(layout.offerSize)),
  };
  const { decimal, priceExponent = 0, sizeExponent = 0 } = layout;
  const raw = { ...row, spread: known.spread, priceExponent, sizeExponent };
  const placed = placePrice(raw, known);
  return decimal === ',' || decimal === 'either' ? toDots(placed, decimal) : ok(placed);
}

/** Converts decimal commas; rejects dots, which would change the number's value. */
function toDots(row: RawRow, decimal: ',' | 'either'): Result<RawRow> {
  const cells = [row.bid, row.offer, row.bidSize, row.offerSize];
  const dotted = cells.find((cell) => cell.includes('.'));
  if (dotted !== undefined && decimal === ',') {
    return bad(`expected numbers with a decimal comma, found ${quoteCell(dotted)}`);
  }
  const [bid = '', offer = '', bidSize = '', offerSize = ''] = cells.map((cell) => {
    return cell.replace(',', '.');
  });
  return ok({ ...row, bid, offer, bidSize, offerSize });
}

/**
 * Splits a line into cells, quoted or not (RFC 4180). A quote that is not closed stays in its cell,
 * which then is no valid number.
 */
export function splitCells(line: string, delimiter: string): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    const end = findEnd(line, at, delimiter);
    const cell = line.slice(at, end);
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at = end + 1;
  }
  return cells;
}

/** End of the cell at `at`: the next delimiter outside quotes. */
function findEnd(line: string, at: number, delimiter: string): number {
  let isOpen = false;
  for (let i = at; i < line.length; i++) {
    if (line[i] === '"') isOpen = !isOpen;
    else if (line[i] === delimiter && !isOpen) return i;
  }
  return line.length;
}

/**
 * Side in a file name, such as `EURUSD_Candlestick_1_h_ASK_01.01.2024.csv` or `eurusd-h1-ask.csv`.
 */
function findSide(name: string): KnownFacts['side'] {
  return /(?<![a-z])ask(?![a-z])/i.test(name) ? 'offer' : 'bid';
}

/** Moves the only price of a row to its side. */
export function placePrice<T extends Pick<RawRow, 'bid' | 'offer'>>(
  row: T,
  { side, spread }: KnownFacts,
): T {
  return spread === undefined || side === 'bid' ? row : { ...row, bid: '', offer: row.bid };
}

/** Pair in a file name, such as `DAT_ASCII_EURUSD_T_201202.csv` or `eurusd-tick-2024.csv`. */
function findSymbol(name: string): string | undefined {
  const pairs = name.toUpperCase().match(/(?<![A-Z])[A-Z]{6}(?![A-Z])/g) ?? [];
  const [only, ...more] = new Set(pairs.map(toPair).filter((pair) => pair !== undefined));
  return more.length > 0 ? undefined : only;
}
