// Amounts of a trade's legs: computed from dealt amount and rate, or split into parts.
import type { Instrument } from '../../domain/index.js';
import { divideHalfUp } from '../../domain/numbers/index.js';
import { toBaseUnits, toTermUnits, type TradeLeg } from '../../domain/venue/index.js';
import type { FieldCheck } from './back-office-refusal.js';

export type LegAmounts = Pick<TradeLeg, 'dealtUnits' | 'baseUnits' | 'termUnits'>;

/** Amounts of a leg; the rate, in fine ticks, gives the amount that was not dealt. */
export function toLegAmounts(
  instrument: Instrument,
  isBaseDealt: boolean,
  dealtUnits: number,
  rate: number,
  check: FieldCheck,
): LegAmounts {
  if (isBaseDealt) {
    const termUnits = toTermUnits(instrument, dealtUnits, rate);
    return { dealtUnits, baseUnits: dealtUnits, termUnits };
  }
  const termUnits = BigInt(dealtUnits);
  const baseUnits = check.units('baseAmount', toBaseUnits(instrument, termUnits, rate));
  return { dealtUnits, baseUnits, termUnits };
}

/**
 * Splits a leg in proportion to `shares`. Each amount is cut at the cumulated shares, rounded half
 * up, so that the parts add up to the whole.
 */
export function splitLeg(leg: TradeLeg, shares: readonly number[]): readonly TradeLeg[] {
  const total = shares.reduce((sum, share) => sum + BigInt(share), 0n);
  let before = 0n;
  return shares.map((share) => {
    const after = before + BigInt(share);
    const part = (amount: bigint) =>
      divideHalfUp(amount * after, total) - divideHalfUp(amount * before, total);
    const amounts = {
      dealtUnits: Number(part(BigInt(leg.dealtUnits))),
      baseUnits: Number(part(BigInt(leg.baseUnits))),
      termUnits: part(leg.termUnits),
    };
    before = after;
    return { ...leg, ...amounts };
  });
}
