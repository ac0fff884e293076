// Amounts in the account currency, by the newest mids. Rounded away from zero: never too small.
import { multiplyDivideUp, powerOfTen } from '../domain/index.js';
import type { SymbolState } from './symbol-state.js';

/**
 * Whole units of the account currency for minor units of the symbol's base, or undefined when a
 * conversion rate is missing (which every limit treats as a breach).
 */
export function toAccount(
  units: number,
  symbol: SymbolState,
  symbols: readonly SymbolState[],
  account: string,
): number | undefined {
  const { base, term } = symbol.instrument;
  if (base === account) return divideUp(units, powerOfTen(symbol.instrument.baseDecimals));
  if (term === account) return throughRate(units, symbol);
  for (const other of symbols) {
    const { instrument } = other;
    if (instrument.base === base && instrument.term === account) {
      return throughRate(units, other, symbol.instrument.baseDecimals);
    }
  }
  return throughTerm(units, symbol, symbols, account);
}

/** Base to term by the symbol's own mid, then term to account by another symbol's. */
function throughTerm(
  units: number,
  symbol: SymbolState,
  symbols: readonly SymbolState[],
  account: string,
): number | undefined {
  const inTerm = throughRate(units, symbol);
  if (inTerm === undefined) return undefined;
  for (const other of symbols) {
    if (!other.hasRate) continue;
    const { base, term, ratePrecision } = other.instrument;
    const mid2 = other.bidTicks + other.offerTicks;
    const scale2 = 2 * powerOfTen(ratePrecision);
    if (base === symbol.instrument.term && term === account) {
      return multiplyDivideUp(inTerm, mid2, scale2);
    }
    if (base === account && term === symbol.instrument.term) {
      return multiplyDivideUp(inTerm, scale2, mid2);
    }
  }
  return undefined;
}

/** Whole units of the term for minor units of the base, at the mid. */
function throughRate(
  units: number,
  symbol: SymbolState,
  baseDecimals = symbol.instrument.baseDecimals,
): number | undefined {
  if (!symbol.hasRate) return undefined;
  const { ratePrecision } = symbol.instrument;
  const mid2 = symbol.bidTicks + symbol.offerTicks;
  const ticks = multiplyDivideUp(units, mid2, 2 * powerOfTen(baseDecimals));
  return divideUp(ticks, powerOfTen(ratePrecision));
}

function divideUp(value: number, by: number): number {
  return Math.sign(value) * Math.ceil(Math.abs(value) / by);
}
