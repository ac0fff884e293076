// What a provider risks by a deal on its quote.
import type { RfsTerms } from './terms.js';

/**
 * What the provider risks at spot: above 0 when it sells the base, below when it buys it, 0 when
 * two legs are equal.
 */
export function findExposure({ nearUnits, farUnits }: RfsTerms, buysBase: boolean): number {
  const net = nearUnits - (farUnits ?? 0);
  return Math.sign(buysBase ? net : -net);
}
