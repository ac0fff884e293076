// Reads rows of delimited text by a layout: which column is what, and how times are written.
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
  /** Names of all columns, for messages; a row has as many. */
  readonly columns: readonly string[];
  readonly time: TimeText;
  /** Columns that make up a time, put together with a blank. */
  readonly timeColumns: readonly number[];
  /** Absent in a file of one symbol. */
  readonly symbol?: number | undefined;
  /** Or of the only price. */
  readonly bid: number;
  /** Absent in a file with one price only. */
  readonly offer?: number | undefined;
  readonly bidSize?: number;
  readonly offerSize?: number;
  /** Sizes count in powers of ten of the base: 6 for millions. */
  readonly sizeExponent?: number;
  /** Prices are this power of ten times as large as they mean. */
  readonly priceExponent?: number;
  /** Between the whole part of a number and its decimals; a dot when absent. */
  readonly decimal?: '.' | ',' | 'either' | undefined;
  /**
   * Rows are bars of this length, named by their start: their last price is known at the end.
   * `stated`: the configuration says how long they are.
   */
  readonly bar?: Micros | 'stated' | undefined;
}

/** A reader of files of a layout. Fault codes of `findKnown`. */
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

/** What is known of all rows. */
export interface KnownFacts {
  /** Empty where the rows say it themselves. */
  readonly symbol: string;
  /** Of a file with one price only; `side` says of which side it is. */
  readonly spread: string | undefined;
  readonly side: 'bid' | 'offer';
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

/** Numbers with a decimal comma; a dot in one would be read as another number than it means. */
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
 * The cells of a line, with quotes or without (RFC 4180). A quote that nothing closes stays in its
 * cell, where no number reads so.
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

/** Where the cell from `at` on ends: before the next delimiter that no quotes enclose. */
function findEnd(line: string, at: number, delimiter: string): number {
  let isOpen = false;
  for (let i = at; i < line.length; i++) {
    if (line[i] === '"') isOpen = !isOpen;
    else if (line[i] === delimiter && !isOpen) return i;
  }
  return line.length;
}

/** `EURUSD_Candlestick_1_h_ASK_01.01.2024.csv`, `eurusd-h1-ask.csv`: of the offer. */
function findSide(name: string): KnownFacts['side'] {
  return /(?<![a-z])ask(?![a-z])/i.test(name) ? 'offer' : 'bid';
}

/** The only price of a row is that of its side. */
export function placePrice<T extends Pick<RawRow, 'bid' | 'offer'>>(
  row: T,
  { side, spread }: KnownFacts,
): T {
  return spread === undefined || side === 'bid' ? row : { ...row, bid: '', offer: row.bid };
}

/** A pair in a file's name: `DAT_ASCII_EURUSD_T_201202.csv`, `eurusd-tick-2024.csv`. */
function findSymbol(name: string): string | undefined {
  const pairs = name.toUpperCase().match(/(?<![A-Z])[A-Z]{6}(?![A-Z])/g) ?? [];
  const [only, ...more] = new Set(pairs.map(toPair).filter((pair) => pair !== undefined));
  return more.length > 0 ? undefined : only;
}
