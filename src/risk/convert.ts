// Converts amounts into the account currency by the newest mids, rounded away from zero so that no
// amount is too small.
import { multiplyDivideUp, powerOfTen } from '../domain/numbers/index.js';
import type { SymbolState } from './gate/symbol-state.js';

/**
 * Whole units of the account currency for minor units of the symbol's base; undefined when a
 * conversion rate is missing, which every limit treats as a breach.
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

/** Converts base to term by the symbol's own mid, then term to account by another symbol's. */
function throughTerm(
  units: number,
  symbol: SymbolState,
  symbols: readonly SymbolState[],
  account: string,
): number | undefined {
  if (!symbol.hasRate) return undefined;
  for (const other of symbols) {
    if (!other.hasRate) continue;
    const { base, term } = other.instrument;
    const isInverse = base === account && term === symbol.instrument.term;
    if (!isInverse && (base !== symbol.instrument.term || term !== account)) continue;
    const [mid2, scale2] = listMid(symbol);
    const [otherMid2, otherScale2] = listMid(other);
    const [up, down] = isInverse ? [otherScale2, otherMid2] : [otherMid2, otherScale2];
    const minor = BigInt(powerOfTen(symbol.instrument.baseDecimals));
    return divideAway(BigInt(units) * mid2 * up, minor * scale2 * down);
  }
  return undefined;
}

/** The mid as a fraction: bid plus offer in ticks, and twice the ticks per unit. */
function listMid({ bidTicks, offerTicks, instrument }: SymbolState): readonly [bigint, bigint] {
  return [BigInt(bidTicks + offerTicks), 2n * BigInt(powerOfTen(instrument.ratePrecision))];
}

/** Rounds once, away from zero: a sum of rounded steps could be off by several units. */
function divideAway(value: bigint, by: bigint): number {
  const rest = value % by;
  const whole = (value - rest) / by;
  return Number(rest === 0n ? whole : whole + (value > 0n ? 1n : -1n));
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
