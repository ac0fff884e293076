// Makes rows of a table's batches: finds the columns of a rate by their names or by a layout.
import { fail, type Instant, MINUTE, ok, parseInstant, type Result } from '../../domain/index.js';
import { addDecimals } from '../add-decimals.js';
import { findKnown, type KnownFacts } from '../delimited.js';
import { type Column, type Mapping, SIZE_EXPONENTS } from '../formats/index.js';
import { formatNumber } from '../format-number.js';
import { bad, LATEST_MS, type RawRow } from '../rate-row.js';
import type { FileFacts } from '../row-format.js';
import { quoteCell } from '../symbol-table.js';
import { createTimeText, parseOffset, type TimeText } from '../time-text.js';
import type { Cell, ColumnKind, Table, TableBatch, TableColumn } from './table.js';

type ReadCell = (batch: TableBatch, row: number) => Cell;

/** Reads the rows of a batch. */
export interface TableRows extends Readonly<Record<Side, ReadCell>> {
  /** Numbers of the columns that batches are to have. */
  readonly wanted: readonly number[];
  readonly hasSizes: boolean;
  /** Powers of ten that sizes count in. */
  readonly sizeExponent: number;
  /** Undefined where the cell is no time. */
  toInstant(batch: TableBatch, row: number): Instant | undefined;
  /** A row as texts. Fault code `data.bad-row`. */
  toRaw(batch: TableBatch, row: number): Result<RawRow>;
}

const SIDES = ['symbol', 'bid', 'offer', 'bidSize', 'offerSize'] as const;
type Side = (typeof SIDES)[number];
/** Names of columns where no layout states others. */
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
 * Finds the columns of a rate. Fault codes `data.column`, `data.time-pattern`, `data.time-unit`,
 * and those of `findKnown`.
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
  const sizeExponent = SIZE_EXPONENTS[layout?.sizeUnit ?? 1];
  const toInstant: TableRows['toInstant'] = (batch, row) => {
    const at = time.value.parse(cells.time(batch, row));
    return at === undefined ? undefined : at + known.value.bar;
  };
  const toRaw: TableRows['toRaw'] = (batch, row) => {
    const at = toInstant(batch, row);
    if (at === undefined) {
      const shown = quoteCell(toTimeText(cells.time(batch, row)));
      return bad(`expected a time ${time.value.shape}, found ${shown}`);
    }
    return ok({
      ...{ at, symbol: toText(cells.symbol(batch, row)), sizeExponent },
      ...{ bid: toText(cells.bid(batch, row)), offer: toText(cells.offer(batch, row)) },
      bidSize: toSizeText(cells.bidSize(batch, row)),
      offerSize: toSizeText(cells.offerSize(batch, row)),
    });
  };
  const hasSizes = places.bidSize !== undefined || places.offerSize !== undefined;
  return ok({ ...cells, wanted, hasSizes, sizeExponent, toInstant, toRaw });
}

/** The cells of a row by what they are. */
function createCells(
  places: Places,
  wanted: readonly number[],
  { spread, symbol }: KnownFacts,
): Record<Side, ReadCell> & { time(batch: TableBatch, row: number): readonly Cell[] } {
  const of = (side: Side): ReadCell => {
    const number = places[side];
    if (number === undefined) return () => undefined;
    const at = wanted.indexOf(number);
    return (batch, row) => batch.columns[at]?.[row];
  };
  const times = places.time.map((number) => wanted.indexOf(number));
  const bid = of('bid');
  return {
    time: (batch, row) => times.map((at) => batch.columns[at]?.[row]),
    symbol: places.symbol === undefined ? () => symbol : of('symbol'),
    bid,
    offer:
      places.offer === undefined
        ? (batch, row) => addDecimals(toText(bid(batch, row)), spread)
        : of('offer'),
    ...{ bidSize: of('bidSize'), offerSize: of('offerSize') },
  };
}

/** The text that a cell is judged by. */
function toText(cell: Cell): string {
  return typeof cell === 'number' ? formatNumber(cell) : (cell ?? '');
}

/** A date and a time of day are put together with a blank. */
function toTimeText(cells: readonly Cell[]): string {
  return cells.map(toText).join(' ');
}

/** A size that is not a number is how pandas writes one that is missing. */
function toSizeText(cell: Cell): string {
  return Number.isNaN(cell) ? '' : toText(cell);
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

interface TableTime {
  parse(cells: readonly Cell[]): Instant | undefined;
  readonly shape: string;
}

const ISO: TimeText = {
  parse: (text) => {
    const parsed = parseInstant(text);
    return parsed.ok ? parsed.value : undefined;
  },
  format: () => '',
  shape: 'such as 2026-07-13T12:00:00.093Z',
};

function createTime(columns: readonly TableColumn[], layout?: Mapping): Result<TableTime> {
  const offset = parseOffset(layout?.utcOffset ?? 'Z');
  if (offset === undefined) {
    const found = `found ${layout?.utcOffset ?? ''}`;
    return fail('data.time-pattern', `expected utcOffset such as -05:00, ${found}`);
  }
  const [{ kind } = { kind: 'other' }, ...more] = columns;
  if (more.length === 0 && (kind === 'instant' || kind === 'local-instant')) {
    const shift = kind === 'instant' ? 0 : offset * MINUTE;
    const parse = ([cell]: readonly Cell[]) => {
      const at = typeof cell === 'number' ? cell - shift : -1;
      return at >= 0 && at <= LATEST_MS * 1_000 ? at : undefined;
    };
    return ok({ parse, shape: 'from 1970 to 2255' });
  }
  if (layout === undefined && kind !== 'text') {
    const message =
      'the file does not say what its times count: set recording.layout with timeFormat, ' +
      'one of epoch-s, epoch-ms, epoch-us';
    return fail('data.time-unit', message);
  }
  const text = layout === undefined ? ok(ISO) : createTimeText(layout.timeFormat, offset);
  if (!text.ok) return text;
  const { value } = text;
  return ok({ shape: value.shape, parse: (cells) => value.parse(toTimeText(cells)) });
}
