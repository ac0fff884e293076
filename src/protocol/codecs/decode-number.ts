// Converts numbers of a body to exact integers; faults name field and value.
import { fail, type Instrument, ok, type Result } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import { showValue } from '../wire-text.js';

/** Price in ticks of the instrument; at least 0. */
export function decodePrice(field: string, value: number, instrument: Instrument): Result<number> {
  return decodeScaled(field, value, instrument, instrument.ratePrecision);
}

/** Size in minor units of the base; at least 0. */
export function decodeSize(field: string, value: number, instrument: Instrument): Result<number> {
  return decodeScaled(field, value, instrument, instrument.baseDecimals);
}

/** Amount in minor units of its currency; at least 0. */
export function decodeDealt(
  field: string,
  value: number,
  instrument: Instrument,
  decimals: number,
): Result<number> {
  return decodeScaled(field, value, instrument, decimals);
}

function decodeScaled(
  field: string,
  value: number,
  instrument: Instrument,
  decimals: number,
): Result<number> {
  const scaled = toScaled(value, decimals);
  return scaled !== undefined && scaled >= 0
    ? ok(scaled)
    : fail(
        'protocol.value',
        `${instrument.symbol}: expected ${field} to be at least 0 with at most ` +
          `${String(decimals)} decimals and 15 digits, found ${showValue(value)}`,
      );
}

/** value x 10^decimals, shifted in the decimal text so that no rounding error is added. */
export function shiftDecimal(value: number, decimals: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${String(Number(exponent) + decimals)}`);
}

/** Decimals of the dealt currency; undefined if it is neither base nor term. */
export function findDealtDecimals(
  currency: unknown,
  { base, term, baseDecimals, termDecimals }: Instrument,
): number | undefined {
  return currency === base ? baseDecimals : currency === term ? termDecimals : undefined;
}

/** Fault of a body that does not match the expected schema. */
export function failShape(subject: string, expected: string, found: unknown) {
  return fail('protocol.shape', `${subject}: expected ${expected}, found ${showValue(found)}`);
}

/** Fault of a response for another symbol or currency than requested. */
export function failSymbol(subject: string, expected: string, found: unknown) {
  return fail('protocol.symbol', `${subject}: expected ${expected}, found ${showValue(found)}`);
}
