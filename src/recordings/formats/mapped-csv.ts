// Any delimited text, by a layout that the configuration states: which column is what.
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

/** A column: by its name in the header, or by its number, from 1. */
export type Column = string | number;

/** What a configuration says of the columns of a file. */
export interface Mapping {
  readonly delimiter: string;
  readonly header: boolean;
  /** Several are put together with a blank: a date and a time of day. */
  readonly time: Column | readonly Column[];
  /** Of `createTimeText`. */
  readonly timeFormat?: string | undefined;
  /** Of times that state no zone: an offset, or the IANA name of a zone. */
  readonly utcOffset?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly symbol?: Column | undefined;
  readonly bid: Column;
  readonly offer?: Column | undefined;
  readonly bidSize?: Column | undefined;
  readonly offerSize?: Column | undefined;
  /** Sizes in the file are in so many of the base. */
  readonly sizeUnit: SizeUnit;
  /** Prices in the file are so many times what they mean, a power of ten; 1 when absent. */
  readonly scale?: number | undefined;
  readonly decimal?: '.' | ',' | undefined;
}

/**
 * Reads a file by its mapping. Fault codes `data.column` (the header has no such column),
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
    ...{ delimiter, headLines: header ? 1 : 0, columns: names, time: time.value, timeColumns },
    ...{ bid: found.bid ?? 0, ...found, sizeExponent: SIZE_EXPONENTS[sizeUnit] },
    decimal,
    priceExponent: toExponent(scale),
  });
}

const SIDES = ['symbol', 'bid', 'offer', 'bidSize', 'offerSize'] as const;
type Side = (typeof SIDES)[number];

/** Of a power of ten from 1 to 10^12. */
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
