// Converts rows of a table's batches to rates; finds columns by name or by layout.
import { fail, formatInstant, type Instant, ok, type Result } from '../../domain/index.js';
import { findKnown, type KnownFacts, placePrice } from '../text/delimited.js';
import { type Column, type Mapping, toExponent } from '../formats/index.js';
import { formatNumber } from '../text/format-number.js';
import { toNumberCell } from '../text/number-text.js';
import type { RawRow } from '../text/rate-row.js';
import { type FileFacts, SIZE_EXPONENTS } from '../text/row-format.js';
import { quoteCell } from '../text/symbol-table.js';
import { checkInstant, createTimeText, findZone, readTime, UTC } from '../times/index.js';
import type { Cell, ColumnKind, Table, TableBatch, TableColumn } from './table.js';

type ReadCell = (batch: TableBatch, row: number) => Cell;

export interface TableRows extends Readonly<Record<Side, ReadCell>> {
  /** Numbers of the columns that batches need. */
  readonly wanted: readonly number[];
  readonly hasSizes: boolean;
  /** Power of ten of the units of sizes. */
  readonly sizeExponent: number;
  /** Power of ten by which prices are too large. */
  readonly priceExponent: number;
  /** Undefined if the cell is no valid time. */
  toInstant(batch: TableBatch, row: number): Instant | undefined;
  /** A row as texts. Fault code `data.bad-row`. */
  toRaw(batch: TableBatch, row: number): Result<RawRow>;
}

const SIDES = ['symbol', 'bid', 'offer', 'bidSize', 'offerSize'] as const;
type Side = (typeof SIDES)[number];
/** Column names if no layout states others. */
const NAMES: Readonly<Record<Side | 'time', readonly string[]>> = {
  time: ['time', 'timestamp'],
  symbol: ['symbol'],
  bid: ['bid'],
  offer: ['offer', 'ask'],
  bidSize: ['bidSize'],
  offerSize: ['offerSize', 'askSize'],
};
const TIMES: readonly ColumnKind[] = ['instant', 'local-instant', 'number', 'integer', 'text'];
const NUMBERS: readonly ColumnKind[] = ['number', 'integer', 'text'];

type Places = Partial<Record<Side, number>> & { readonly time: readonly number[] };

/**
 * Finds the columns of a rate. Fault codes `data.column`, `data.time-pattern`, and those of
 * `findKnown`.
 */
export function openTableRows(
  { columns }: Table,
  name: string,
  facts: FileFacts & { readonly layout?: Mapping | undefined },
): Result<TableRows> {
  const { layout } = facts;
  const found = findPlaces(columns, layout);
  if (!found.ok) return found;
  const places = found.value;
  const known = findKnown({ ...places, bar: facts.bar ?? 0 }, name, facts);
  if (!known.ok) return known;
  const wanted = [...new Set([...places.time, ...SIDES.flatMap((side) => places[side] ?? [])])];
  const times = places.time.map((number) => columns[number]).filter((one) => one !== undefined);
  const time = createTime(times, layout);
  if (!time.ok) return time;
  const cells = createCells(places, wanted, known.value);
  const knownFacts = known.value;
  const { bar, spread } = knownFacts;
  const sizeExponent = SIZE_EXPONENTS[facts.sizeUnit ?? layout?.sizeUnit ?? 1];
  const priceExponent = toExponent(layout?.scale ?? 1);
  const toInstant: TableRows['toInstant'] = (batch, row) => {
    const at = time.value(cells.time(batch, row));
    return at.ok ? at.value + bar : undefined;
  };
  const toRaw: TableRows['toRaw'] = (batch, row) => {
    const at = time.value(cells.time(batch, row));
    if (!at.ok) return at;
    const symbol = toText(cells.symbol(batch, row));
    const raw = {
      at: at.value + bar,
      symbol,
      spread,
      priceExponent,
      sizeExponent,
      bid: toText(cells.bid(batch, row)),
      offer: toText(cells.offer(batch, row)),
      bidSize: toNumberCell(toText(cells.bidSize(batch, row))),
      offerSize: toNumberCell(toText(cells.offerSize(batch, row))),
    };
    return ok(placePrice(raw, knownFacts));
  };
  const hasSizes = places.bidSize !== undefined || places.offerSize !== undefined;
  return ok({ ...cells, wanted, hasSizes, priceExponent, sizeExponent, toInstant, toRaw });
}

/** Readers of a row's cells by meaning. */
function createCells(
  places: Places,
  wanted: readonly number[],
  { symbol }: KnownFacts,
): Record<Side, ReadCell> & { time(batch: TableBatch, row: number): readonly Cell[] } {
  const of = (side: Side): ReadCell => {
    const number = places[side];
    if (number === undefined) return () => undefined;
    const at = wanted.indexOf(number);
    return (batch, row) => batch.columns[at]?.[row];
  };
  const times = places.time.map((number) => wanted.indexOf(number));
  return {
    time: (batch, row) => times.map((at) => batch.columns[at]?.[row]),
    symbol: places.symbol === undefined ? () => symbol : of('symbol'),
    bid: of('bid'),
    offer: of('offer'),
    bidSize: of('bidSize'),
    offerSize: of('offerSize'),
  };
}

/** Text of a cell for parsing. */
function toText(cell: Cell): string {
  return typeof cell === 'number' ? formatNumber(cell) : (cell ?? '');
}

/** Joins date and time of day by a blank. */
function toTimeText(cells: readonly Cell[]): string {
  return cells.map(toText).join(' ');
}

function findPlaces(columns: readonly TableColumn[], layout: Mapping | undefined): Result<Places> {
  const wanted = layout?.time ?? findName(columns, 'time') ?? 'time';
  const time: number[] = [];
  for (const column of Array.isArray(wanted) ? (wanted as readonly Column[]) : [wanted as Column]) {
    const at = findColumn(columns, column, TIMES, 'times');
    if (!at.ok) return at;
    time.push(at.value);
  }
  const places: Partial<Record<Side, number>> = {};
  for (const side of SIDES) {
    const column = layout === undefined ? findName(columns, side) : layout[side];
    if (column === undefined && side !== 'bid') continue;
    const [kinds, what] = side === 'symbol' ? [['text'] as const, 'texts'] : [NUMBERS, 'numbers'];
    const at = findColumn(columns, column ?? side, kinds, what);
    if (!at.ok) return at;
    places[side] = at.value;
  }
  return ok({ ...places, time });
}

function findName(columns: readonly TableColumn[], side: Side | 'time'): string | undefined {
  return NAMES[side].find((name) => columns.some((column) => column.name === name));
}

function findColumn(
  columns: readonly TableColumn[],
  wanted: Column,
  kinds: readonly ColumnKind[],
  what: string,
): Result<number> {
  const at =
    typeof wanted === 'number' ? wanted - 1 : columns.findIndex((column) => column.name === wanted);
  const column = columns[at];
  const shown = typeof wanted === 'number' ? `number ${String(wanted)}` : quoteCell(wanted);
  if (column === undefined) {
    const names = columns.map((one) => one.name).join(', ');
    return fail('data.column', `expected a column ${shown}, found ${quoteCell(names, 200)}`);
  }
  if (kinds.includes(column.kind)) return ok(at);
  return fail('data.column', `expected ${what} in column ${shown}, found ${column.type}`);
}

/** The instant of a row's cells. Fault code `data.bad-row`. */
type TableTime = (cells: readonly Cell[]) => Result<Instant>;

function createTime(columns: readonly TableColumn[], layout?: Mapping): Result<TableTime> {
  const zone = findZone(layout?.utcOffset, layout?.timeZone);
  if (!zone.ok) return zone;
  const [{ kind } = { kind: 'other' }, ...more] = columns;
  if (more.length === 0 && (kind === 'instant' || kind === 'local-instant')) {
    const own = kind === 'instant' ? UTC : (zone.value ?? UTC);
    return ok(([cell]) => {
      if (typeof cell !== 'number') return checkInstant(-1, 'none');
      return checkInstant(own.toUtc(cell) ?? -1, showInstant(cell));
    });
  }
  const text = createTimeText(layout?.timeFormat, zone.value);
  if (!text.ok) return text;
  return ok((cells) => readTime(text.value, toTimeText(cells)));
}

function showInstant(at: Instant): string {
  // Larger instants are outside the range of dates.
  return Math.abs(at) < 8.64e18 ? formatInstant(at) : String(at);
}
