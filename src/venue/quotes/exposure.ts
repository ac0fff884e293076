// Spot exposure of a provider by a deal on its quote.
import type { RfsTerms } from './terms.js';

/**
 * Sign of the provider's exposure: +1 when it sells the base at spot, -1 when it buys it, 0 when
 * both legs are equal.
 */
export function findExposure({ nearUnits, farUnits }: RfsTerms, buysBase: boolean): number {
  const net = nearUnits - (farUnits ?? 0);
  return Math.sign(buysBase ? net : -net);
}
