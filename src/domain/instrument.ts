// Instruments, and the exact units of their prices and amounts.
import { fail, ok, type Result } from './fault.js';
import { MAX_DECIMALS, powerOfTen, toScaled } from './numbers/scaled.js';

/** Liquidity class of a symbol; the defaults of risk limits depend on it. */
export type InstrumentClass = 'G10' | 'EM' | 'DA';

export interface Instrument {
  /** Dense index within a session, from 0. */
  readonly id: number;
  /** Base and term with a slash, as the venue writes it: `EUR/USD`. */
  readonly symbol: string;
  readonly base: string;
  readonly term: string;
  readonly class: InstrumentClass;
  /** Decimals of a price; one tick is 10^-ratePrecision. */
  readonly ratePrecision: number;
  /** 10^ratePrecision. */
  readonly ticksPerUnit: number;
  /** One pip is 1 / pipFactor. */
  readonly pipFactor: number;
  /** Decimals of the base's minor unit: sizes are integers of 10^-baseDecimals. */
  readonly baseDecimals: number;
  /** Decimals of the term's minor unit. */
  readonly termDecimals: number;
  /** Smallest order, in minor units of the base. */
  readonly minSize: number;
  /** Order sizes are multiples of this, in minor units of the base. */
  readonly sizeIncrement: number;
  /** Business days from trade date to spot value date. */
  readonly spotLagDays: number;
}

/** Terms of a symbol from a configuration or the venue's reference data; sizes in units. */
export interface InstrumentTerms {
  readonly class?: InstrumentClass;
  readonly ratePrecision?: number;
  readonly pipFactor?: number;
  readonly baseDecimals?: number;
  readonly termDecimals?: number;
  readonly minSize?: number;
  readonly sizeIncrement?: number;
  readonly spotLagDays?: number;
}

const G10 = ['USD', 'EUR', 'JPY', 'GBP', 'CHF', 'AUD', 'NZD', 'CAD', 'SEK', 'NOK'];
const EM = ['CNH', 'HKD', 'SGD', 'MXN', 'ZAR', 'TRY', 'PLN', 'CZK', 'HUF', 'DKK', 'ILS', 'THB'];
const NO_MINOR_UNIT = ['JPY', 'KRW', 'CLP'];
const ONE_DAY_SPOT = ['USD/CAD', 'USD/TRY', 'USD/PHP'];

/** True for the ten most traded currencies. */
export function isMajor(currency: string): boolean {
  return G10.includes(currency);
}

/** Decimals of a currency's minor unit; assets have 8. */
export function decimalsOf(currency: string): number {
  if (NO_MINOR_UNIT.includes(currency)) return 0;
  return G10.includes(currency) || EM.includes(currency) ? 2 : 8;
}

/** True when the fallback table has both currencies of the symbol. */
export function isKnownPair(symbol: string): boolean {
  const [base = '', term = ''] = symbol.split('/');
  const known = [...G10, ...EM];
  return known.includes(base) && known.includes(term) && base !== term;
}

/** True when the text has the form of a symbol: `EUR/USD`. */
export function isSymbol(text: string): boolean {
  return /^[A-Z0-9]{2,12}\/[A-Z0-9]{2,12}$/.test(text);
}

function isDecimals(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_DECIMALS;
}

/**
 * A size finer than the base's minor unit, or a minimum size that is no multiple of the increment,
 * so that no order can have it. Undefined when the stated terms are consistent.
 */
export function findTermsFlaw(
  symbol: string,
  terms: InstrumentTerms,
): { readonly key: 'minSize' | 'sizeIncrement'; readonly message: string } | undefined {
  const [base = ''] = symbol.split('/');
  const { minSize, sizeIncrement, baseDecimals = decimalsOf(base) } = terms;
  if (!isDecimals(baseDecimals)) return undefined;
  for (const key of ['sizeIncrement', 'minSize'] as const) {
    const size = terms[key];
    if (size === undefined || toScaled(size, baseDecimals) !== undefined) continue;
    const decimals = String(baseDecimals);
    return { key, message: `expected at most ${decimals} decimals of ${base}, found ${size}` };
  }
  if (minSize === undefined || sizeIncrement === undefined) return undefined;
  const [least = 0, step = 1] = [minSize, sizeIncrement].map((one) => toScaled(one, baseDecimals));
  if (step === 0 || least % step === 0) return undefined;
  const message = `expected a multiple of sizeIncrement ${sizeIncrement}, found ${minSize}`;
  return { key: 'minSize', message };
}

/**
 * Creates an instrument from the fallback table of wire facts 9 (precision 5 and pip factor 10000,
 * JPY terms 3 and 100) and the given terms, which take precedence. A pair outside the table must
 * state precision and increment. Fault code `instrument.unknown` or `instrument.terms`.
 */
export function createInstrument(
  id: number,
  symbol: string,
  terms: InstrumentTerms = {},
): Result<Instrument> {
  if (!isSymbol(symbol)) {
    return fail('instrument.unknown', `expected a symbol such as EUR/USD, found "${symbol}"`);
  }
  const [base = '', term = ''] = symbol.split('/');
  const known = isKnownPair(symbol);
  if (!known && (terms.ratePrecision === undefined || terms.sizeIncrement === undefined)) {
    const missing = terms.ratePrecision === undefined ? 'ratePrecision' : 'sizeIncrement';
    return fail(
      'instrument.unknown',
      `${symbol} is not in the fallback table: instruments."${symbol}".${missing} is missing`,
    );
  }
  const inYen = NO_MINOR_UNIT.includes(term);
  const ratePrecision = terms.ratePrecision ?? (inYen ? 3 : 5);
  const baseDecimals = terms.baseDecimals ?? decimalsOf(base);
  const termDecimals = terms.termDecimals ?? decimalsOf(term);
  const wrong = [ratePrecision, baseDecimals, termDecimals].find((one) => !isDecimals(one));
  if (wrong !== undefined) {
    return fail('instrument.terms', `${symbol}: decimals must be 0 to 12, found ${String(wrong)}`);
  }
  const scale = powerOfTen(baseDecimals);
  const sizeIncrement = Math.round((terms.sizeIncrement ?? 1 / scale) * scale);
  const minSize = Math.round((terms.minSize ?? (known ? 1_000 : 1 / scale)) * scale);
  if (sizeIncrement < 1 || minSize < 1) {
    return fail('instrument.terms', `${symbol}: minSize and sizeIncrement must be above 0`);
  }
  return ok({
    id,
    symbol,
    base,
    term,
    class: terms.class ?? (!known ? 'DA' : G10.includes(base) && G10.includes(term) ? 'G10' : 'EM'),
    ratePrecision,
    ticksPerUnit: powerOfTen(ratePrecision),
    pipFactor: terms.pipFactor ?? (inYen ? 100 : 10_000),
    baseDecimals,
    termDecimals,
    minSize,
    sizeIncrement,
    spotLagDays: terms.spotLagDays ?? (ONE_DAY_SPOT.includes(symbol) ? 1 : 2),
  });
}
