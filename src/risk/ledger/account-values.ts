// Values of amounts in the account currency by the newest mids: fast for bounds, exact near a
// limit.
import { powerOfTen } from '../../domain/numbers/index.js';
import { toAccount } from '../convert.js';
import { usdScaleOf } from '../usd-scale.js';
import type { SymbolState } from '../gate/symbol-state.js';

/** Conversion from a symbol's base to the account currency, by one mid or two. */
export interface Path {
  readonly ownRate: boolean;
  readonly other: SymbolState | undefined;
  /** Divide by the other symbol's mid. */
  readonly inverts: boolean;
  /** Symbols whose rates the conversion uses. */
  readonly rates: readonly SymbolState[];
}

/** Relative error of a sum of up to a hundred doubles. */
const NEAR = 1e-9;

export class AccountValues {
  readonly account: string;
  readonly #symbols: readonly SymbolState[];
  /** Conversion paths by instrument id; the first one with rates is used. */
  readonly #paths: readonly (readonly Path[])[];
  /** 1 divided by the minor units per unit of the base, by instrument id. */
  readonly #scales: readonly number[];

  constructor(symbols: readonly SymbolState[], account: string) {
    this.#symbols = symbols;
    this.account = account;
    const paths: (readonly Path[])[] = [];
    const scales: number[] = [];
    for (const symbol of symbols) {
      const { id, baseDecimals } = symbol.instrument;
      paths[id] = listPaths(symbol, symbols, account);
      scales[id] = 1 / powerOfTen(baseDecimals);
    }
    this.#paths = paths;
    this.#scales = scales;
  }

  /** Units of the account currency for one minor unit of the base; NaN without a rate. */
  factor(symbol: SymbolState): number {
    const { id } = symbol.instrument;
    const path = this.#find(id, symbol);
    if (path === undefined) return Number.NaN;
    // unreached: a symbol with a path has a scale
    let factor = this.#scales[id] ?? Number.NaN;
    if (path.ownRate) factor *= mid(symbol);
    if (path.other !== undefined) {
      factor = path.inverts ? factor / mid(path.other) : factor * mid(path.other);
    }
    return factor;
  }

  /** Units of the account currency for one unit of the term; NaN without a rate. */
  termFactor(symbol: SymbolState): number {
    if (symbol.instrument.term === this.account) return 1;
    const { id } = symbol.instrument;
    if (!symbol.hasRate) return Number.NaN;
    // unreached: in range
    return this.factor(symbol) / (mid(symbol) * (this.#scales[id] ?? 1));
  }

  /** Whole units of the account currency, rounded away from zero; undefined without a rate. */
  exact(units: number, symbol: SymbolState): number | undefined {
    return toAccount(units, symbol, this.#symbols, this.account);
  }

  /**
   * Value of a trade: by its own price if its term is the account currency, else by the newest
   * mids. Without rates, as after a crash, by the power of ten of a dollar in each currency: the
   * larger of its two amounts. Never 0.
   */
  ofTrade(units: number, symbol: SymbolState, priceTicks: number): number {
    const { base, baseDecimals, term, ticksPerUnit } = symbol.instrument;
    const isPriced = term === this.account;
    const byMids = isPriced ? undefined : this.exact(units, symbol);
    if (byMids !== undefined) return byMids;
    const divisor = BigInt(powerOfTen(baseDecimals)) * BigInt(ticksPerUnit);
    const inTerm = Number((BigInt(units) * BigInt(priceTicks) + divisor - 1n) / divisor);
    if (isPriced) return inTerm;
    const inBase = units / powerOfTen(baseDecimals);
    const dollars = [inBase / usdScaleOf(base), inTerm / usdScaleOf(term)];
    const most = Math.max(...dollars.map(Math.abs)) * usdScaleOf(this.account);
    return Math.sign(units) * Math.ceil(most);
  }

  /** True when an amount is so clearly within a limit that its exact value is not needed. */
  isWell(units: number, symbol: SymbolState, limit: number): boolean {
    return units * this.factor(symbol) <= limit * (1 - NEAR) - 2;
  }

  /** Symbols whose rates convert a symbol's base into the account currency. */
  listRates(symbol: SymbolState): readonly SymbolState[] | undefined {
    return this.#find(symbol.instrument.id, symbol)?.rates;
  }

  #find(id: number, symbol: SymbolState): Path | undefined {
    const paths = this.#paths[id];
    if (paths === undefined) return undefined;
    for (const path of paths) {
      if ((!path.ownRate || symbol.hasRate) && path.other?.hasRate !== false) return path;
    }
    return undefined;
  }
}

function mid({ bidTicks, offerTicks, instrument }: SymbolState): number {
  return (bidTicks + offerTicks) / (2 * instrument.ticksPerUnit);
}

/** The same conversion paths as in `toAccount`, in the same order. */
export function listPaths(
  symbol: SymbolState,
  symbols: readonly SymbolState[],
  account: string,
): readonly Path[] {
  const { base, term } = symbol.instrument;
  if (base === account) return [toPath(undefined, undefined)];
  if (term === account) return [toPath(symbol, undefined)];
  const direct = symbols.find(
    ({ instrument }) => instrument.base === base && instrument.term === account,
  );
  if (direct !== undefined) return [toPath(undefined, direct)];
  return symbols.flatMap((other): readonly Path[] => {
    const { instrument } = other;
    if (instrument.base === term && instrument.term === account) return [toPath(symbol, other)];
    const isInverse = instrument.base === account && instrument.term === term;
    return isInverse ? [toPath(symbol, other, true)] : [];
  });
}

function toPath(
  own: SymbolState | undefined,
  other: SymbolState | undefined,
  inverts = false,
): Path {
  const rates = [own, other].filter((one) => one !== undefined);
  return { ownRate: own !== undefined, other, inverts, rates };
}
