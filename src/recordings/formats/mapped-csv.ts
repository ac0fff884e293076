// Any delimited text whose columns the configuration describes.
import { fail, ok, type Result } from '../../domain/index.js';
import { type Layout, openDelimited, splitCells } from '../text/delimited.js';
import {
  type FileFacts,
  type FileHead,
  type RowReader,
  SIZE_EXPONENTS,
  type SizeUnit,
} from '../text/row-format.js';
import { quoteCell } from '../text/symbol-table.js';
import { createTimeText, findZone } from '../times/index.js';

/** A column by its header name, or by its number from 1. */
export type Column = string | number;

/** Columns of a file in a configuration. */
export interface Mapping {
  readonly delimiter: string;
  readonly header: boolean;
  /** Several columns, such as date and time of day, are joined by a blank. */
  readonly time: Column | readonly Column[];
  /** Format for `createTimeText`. */
  readonly timeFormat?: string | undefined;
  /** Zone of times without one: an offset, or an IANA name. */
  readonly utcOffset?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly symbol?: Column | undefined;
  readonly bid: Column;
  readonly offer?: Column | undefined;
  readonly bidSize?: Column | undefined;
  readonly offerSize?: Column | undefined;
  /** Units of the base in one unit of the file's sizes. */
  readonly sizeUnit: SizeUnit;
  /** Factor, a power of ten, by which prices in the file are too large; absent: 1. */
  readonly scale?: number | undefined;
  readonly decimal?: '.' | ',' | undefined;
}

/**
 * Opens a file by its mapping. Fault codes `data.column` (the header lacks a column),
 * `data.time-pattern`, and those of `openDelimited`.
 */
export function openMapped(mapping: Mapping, head: FileHead, facts: FileFacts): Result<RowReader> {
  const layout = toLayout(mapping, head);
  if (!layout.ok) return layout;
  const { bar } = facts;
  const rows = bar === undefined ? layout.value : { ...layout.value, bar };
  return openDelimited(rows, head, facts);
}

function toLayout(mapping: Mapping, { first }: FileHead): Result<Layout> {
  const { decimal, delimiter, header, scale = 1, sizeUnit, timeFormat } = mapping;
  const zone = findZone(mapping.utcOffset, mapping.timeZone);
  if (!zone.ok) return zone;
  const time = createTimeText(timeFormat, zone.value);
  if (!time.ok) return time;
  const cells = splitCells(first, delimiter);
  const names = header ? cells.map((cell) => cell.trim()) : cells.map((_, i) => String(i + 1));
  const wanted = Array.isArray(mapping.time) ? mapping.time : [mapping.time];
  const timeColumns: number[] = [];
  for (const column of wanted as readonly Column[]) {
    const found = findColumn(names, column);
    if (!found.ok) return found;
    timeColumns.push(found.value);
  }
  const found: Partial<Record<Side, number>> = {};
  for (const side of SIDES) {
    const column = mapping[side];
    if (column === undefined) continue;
    const at = findColumn(names, column);
    if (!at.ok) return at;
    found[side] = at.value;
  }
  return ok({
    delimiter,
    headLines: header ? 1 : 0,
    columns: names,
    time: time.value,
    timeColumns,
    bid: found.bid ?? 0,
    ...found,
    sizeExponent: SIZE_EXPONENTS[sizeUnit],
    decimal,
    priceExponent: toExponent(scale),
  });
}

const SIDES = ['symbol', 'bid', 'offer', 'bidSize', 'offerSize'] as const;
type Side = (typeof SIDES)[number];

/** Exponent of a power of ten from 1 to 10^12. */
export function toExponent(scale: number): number {
  return String(scale).length - 1;
}

function findColumn(names: readonly string[], column: Column): Result<number> {
  const at = typeof column === 'number' ? column - 1 : names.indexOf(column);
  if (at >= 0 && at < names.length) return ok(at);
  const shown = typeof column === 'number' ? `number ${String(column)}` : quoteCell(column);
  const message = `expected a column ${shown}, found ${quoteCell(names.join(', '), 200)}`;
  return fail('data.column', message);
}
