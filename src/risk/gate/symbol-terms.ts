// Least size and step that the venue asks for now, beside those that a session has started with.
import { type InstrumentTerms, powerOfTen } from '../../domain/index.js';
import type { SymbolState } from './symbol-state.js';

/**
 * Takes reference data that came in the middle of a session. From then on an order has to fit both
 * it and the instrument: what the venue asks for less of waits for the next start. `unfit`: no size
 * in our minor units can be told to fit.
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

/** Share by which a product of a decimal may miss its whole number. */
const EXACT = 1e-14;

/** The whole number that a product of a decimal text stands for, where there is one. */
function toWhole(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= whole * EXACT ? whole : value;
}

/** The least step that is one of both; undefined where the venue's is no part of ours. */
function toStep(venue: number, own: number): number | undefined {
  if (venue === 0) return own;
  if (venue < 0 || !Number.isFinite(venue)) return undefined;
  // Finer than a minor unit: every amount of ours fits when it goes into one.
  if (venue < 1) return Number.isInteger(toWhole(1 / venue)) ? own : undefined;
  if (!Number.isSafeInteger(venue)) return undefined;
  const common = (own / findDivisor(own, venue)) * venue;
  return Number.isSafeInteger(common) ? common : undefined;
}

/** Greatest common divisor. */
function findDivisor(a: number, b: number): number {
  return b === 0 ? a : findDivisor(b, a % b);
}
