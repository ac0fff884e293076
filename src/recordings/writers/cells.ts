// Cells of a table of rates: doubles whose shortest decimals are exact.
import type { Instrument } from '../../domain/index.js';
import { fromScaled } from '../../domain/numbers/index.js';
import { type RateColumns, UNKNOWN_UNITS } from '../columns/columns.js';

type Side = 'bid' | 'offer';

/** A cell for each row; `toCell` gets the instrument of the row's rate. */
export function toCells<T>(
  { count, instrument }: RateColumns,
  instruments: readonly Instrument[],
  toCell: (row: number, of: Instrument) => T,
): T[] {
  const cells: T[] = [];
  for (let row = 0; row < count; row++) {
    const of = instruments[instrument[row] ?? 0];
    if (of !== undefined) cells.push(toCell(row, of));
  }
  return cells;
}

export function toPrices(columns: RateColumns, side: Side, of: readonly Instrument[]): number[] {
  const ticks = columns[`${side}Ticks`];
  return toCells(columns, of, (row, one) => fromScaled(ticks[row] ?? 0, one.ratePrecision));
}

/** Undefined for unknown sizes. */
export function toSizes(
  columns: RateColumns,
  side: Side,
  of: readonly Instrument[],
): (number | undefined)[] {
  const units = columns[`${side}Units`];
  return toCells(columns, of, (row, { baseDecimals }) => {
    const size = units[row] ?? 0;
    return size === UNKNOWN_UNITS ? undefined : fromScaled(size, baseDecimals);
  });
}
