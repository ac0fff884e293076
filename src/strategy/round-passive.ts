// Prices that an author has reckoned, as whole ticks: the gate refuses others and rounds none.
import {
  fromScaled,
  type Instrument,
  MAX_SCALED,
  powerOfTen,
  type Side,
  toScaled,
} from '../domain/index.js';

/** What doubles are exact to: digits beyond are of the reckoning, not of the price. */
const DIGITS = 15;

/**
 * The price in whole ticks that is nearest on the passive side: never above it for a buy, never
 * below it for a sell. What is no price at all comes back as it is, for the gate to refuse.
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
