// Chooses the currency in which costs of several orders are stated, and converts their sums to it.
import type { Instrument } from '../../domain/index.js';
import { fromScaled, powerOfTen } from '../../domain/numbers/index.js';
import { type Mid, CurrencyConversion } from '../figures/currency-conversion.js';

export interface Money {
  readonly dealt: string;
  readonly dealtDecimals: number;
  readonly cost: string;
  /**
   * Currency of the million in `perMillion`: the dealt currency, but the term of a digital asset.
   */
  readonly perMillionOf: string;
  /** By symbol: from minor units of the base to `dealt`; without symbols that are left out. */
  readonly factors: ReadonlyMap<string, Factors>;
  readonly leftOut: readonly string[];
  /**
   * From a gain in half ticks per unit to `cost` per unit of `dealt`; undefined: use the mean
   * share.
   */
  readonly perUnit: number | undefined;
}

export interface Factors {
  readonly units: number;
  /** From half ticks x minor units of the base. */
  readonly sums: number;
}

/** A single symbol is stated in its own base, several symbols in USD. */
export function findMoney(instruments: readonly Instrument[], mids: readonly Mid[]): Money {
  const [only] = instruments;
  if (only !== undefined && instruments.length === 1) {
    const units = 1 / powerOfTen(only.baseDecimals);
    const plain = {
      dealt: only.base,
      dealtDecimals: only.baseDecimals,
      factors: new Map([[only.symbol, { units, sums: 1 }]]),
      leftOut: [],
    };
    if (only.class === 'DA') {
      return { ...plain, cost: only.term, perMillionOf: only.term, perUnit: undefined };
    }
    const usd = new CurrencyConversion(only.term, 'USD', mids).find();
    const tick = fromScaled(1, only.ratePrecision) / 2;
    return {
      ...plain,
      cost: usd === undefined ? only.term : 'USD',
      perMillionOf: only.base,
      perUnit: only.base === 'USD' ? undefined : tick * (usd ?? 1),
    };
  }
  const factors = new Map<string, Factors>();
  for (const { symbol, base, term, baseDecimals, ratePrecision } of instruments) {
    const [baseUsd, termUsd] = [
      new CurrencyConversion(base, 'USD', mids).find(),
      new CurrencyConversion(term, 'USD', mids).find(),
    ];
    if (baseUsd === undefined || termUsd === undefined) continue;
    const units = baseUsd / powerOfTen(baseDecimals);
    const sums = termUsd / (2 * powerOfTen(ratePrecision) * powerOfTen(baseDecimals));
    factors.set(symbol, { units, sums });
  }
  const leftOut = instruments.map(({ symbol }) => symbol).filter((symbol) => !factors.has(symbol));
  const dealt = { dealt: 'USD', dealtDecimals: 2 };
  return { ...dealt, cost: 'USD', perMillionOf: 'USD', factors, leftOut, perUnit: undefined };
}
