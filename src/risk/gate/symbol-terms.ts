// Applies a changed minimum size or size increment of the venue during a session.
import type { InstrumentTerms } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import type { SymbolState } from './symbol-state.js';

/**
 * Applies reference data during a session: orders must then fit it and the instrument. A smaller
 * minimum or increment applies from the next start only. `unfit`: no size in our minor units can
 * satisfy it.
 */
export function applySymbolTerms(
  state: SymbolState,
  { minSize, sizeIncrement }: Pick<InstrumentTerms, 'minSize' | 'sizeIncrement'>,
): 'same' | 'changed' | 'unfit' {
  const { instrument, leastUnits, stepUnits } = state;
  const scale = powerOfTen(instrument.baseDecimals);
  const least = Math.ceil(toWhole((minSize ?? 0) * scale));
  const step = toStep(toWhole((sizeIncrement ?? 0) * scale), instrument.sizeIncrement);
  if (step === undefined || !Number.isSafeInteger(least) || least < 0) return 'unfit';
  state.leastUnits = Math.max(instrument.minSize, least);
  state.stepUnits = step;
  return state.leastUnits === leastUnits && step === stepUnits ? 'same' : 'changed';
}

/** Relative error that the product of a decimal may have. */
const EXACT = 1e-14;

/** Rounds a product of a decimal to its whole number, if it is one. */
function toWhole(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= whole * EXACT ? whole : value;
}

/** Least increment that satisfies both; undefined when there is none. */
function toStep(venue: number, own: number): number | undefined {
  if (venue === 0) return own;
  if (venue < 0 || !Number.isFinite(venue)) return undefined;
  // Finer than a minor unit: every amount of ours fits if it divides a minor unit.
  if (venue < 1) return Number.isInteger(toWhole(1 / venue)) ? own : undefined;
  if (!Number.isSafeInteger(venue)) return undefined;
  const common = (own / findDivisor(own, venue)) * venue;
  return Number.isSafeInteger(common) ? common : undefined;
}

function findDivisor(a: number, b: number): number {
  return b === 0 ? a : findDivisor(b, a % b);
}
