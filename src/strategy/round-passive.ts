// Rounds computed prices to whole ticks: the gate refuses other prices and rounds none.
import type { Instrument } from '../domain/index.js';
import { fromScaled, MAX_SCALED, powerOfTen, toScaled } from '../domain/numbers/index.js';
import type { Side } from '../domain/orders/index.js';

/** Significant digits of a double; further digits are errors of arithmetic. */
const DIGITS = 15;

/**
 * The nearest whole tick on the passive side: never above the price for a buy, never below it for a
 * sell. An impossible price is returned unchanged, for the gate to refuse.
 */
export function roundPassive(
  price: number,
  side: Side,
  { ratePrecision }: Pick<Instrument, 'ratePrecision'>,
): number {
  const near = Number(price.toPrecision(DIGITS));
  if (toScaled(near, ratePrecision) !== undefined) return near;
  const exact = near * powerOfTen(ratePrecision);
  const ticks = side === 'Buy' ? Math.floor(exact) : Math.ceil(exact);
  return Math.abs(ticks) <= MAX_SCALED ? fromScaled(ticks, ratePrecision) : price;
}
