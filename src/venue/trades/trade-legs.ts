// Amounts of a trade's legs: computed from the dealt amount and the rate, or split.
import {
  divideHalfUp,
  type Instrument,
  toBaseUnits,
  toTermUnits,
  type TradeLeg,
} from '../../domain/index.js';
import type { FieldCheck } from './back-office-refusal.js';

export type LegAmounts = Pick<TradeLeg, 'dealtUnits' | 'baseUnits' | 'termUnits'>;

/** Amounts of a leg; the rate, in fine ticks, gives the one that was not dealt. */
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
 * A leg in parts as large as `shares` are of their sum. Each amount is cut at the running sum of
 * the shares, rounded half up, so that the parts of every amount add up to it.
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
