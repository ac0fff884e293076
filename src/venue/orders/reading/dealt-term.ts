// Converts between order amounts in the term currency and sizes in the base.
import { type Instrument, UNLIMITED } from '../../../domain/index.js';
import { bigPowerOfTen, divideHalfUp } from '../../../domain/numbers/index.js';
import type { VenueOrder } from '../../order.js';

/** Base units x ticks in minor units of the term, rounded down; UNLIMITED stays UNLIMITED. */
export function toDealtTerm(instrument: Instrument, baseUnits: number, ticks: number): number {
  if (baseUnits === UNLIMITED) return UNLIMITED;
  const { baseDecimals, ratePrecision, termDecimals } = instrument;
  const product = BigInt(baseUnits) * BigInt(ticks) * bigPowerOfTen(termDecimals);
  const units = product / bigPowerOfTen(baseDecimals + ratePrecision);
  return units > BigInt(UNLIMITED) ? UNLIMITED : Number(units);
}

/** Term units / ticks in minor units of the base, rounded half up, at least 1. */
export function toDealtBase(instrument: Instrument, termUnits: number, ticks: number): number {
  const { baseDecimals, ratePrecision, termDecimals } = instrument;
  const product = BigInt(termUnits) * bigPowerOfTen(baseDecimals + ratePrecision);
  return Math.max(1, Number(divideHalfUp(product, BigInt(ticks) * bigPowerOfTen(termDecimals))));
}

/** Converts units of an order's dealt currency to units of the base. */
export function toBaseUnits({ special, terms }: VenueOrder, units: number, ticks: number): number {
  return special?.inTerm === true ? toDealtBase(terms.instrument, units, ticks) : units;
}
