// Names of rates in the shape of the venue's sample: `2026-01-06-EURUSD-SPOT-5c01aa97be`.
import { formatDate } from '../domain/index.js';
import type { VisibleRate } from '../venue/index.js';

/** A name of its own for each rate of a symbol, up to 2^32 of them. */
export function formatRateId({ instrument, at, rateCount }: VisibleRate): string {
  const name = mix(rateCount).toString(16).padStart(8, '0');
  const tail = (mix(rateCount ^ 0x5bd1e995) >>> 24).toString(16).padStart(2, '0');
  return `${formatDate(at)}-${instrument.base}${instrument.term}-SPOT-${name}${tail}`;
}

/** Spreads a 32-bit number over all 32 bits; different numbers stay different. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
