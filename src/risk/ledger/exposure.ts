// Exposure: the worst-case position from filled, working and unknown quantity, in the account
// currency.
import type { SymbolState } from '../gate/symbol-state.js';
import type { AccountValues } from './account-values.js';

/** Fields of an order that its exposure depends on. */
export interface Increase {
  readonly symbol: SymbolState;
  readonly sign: 1 | -1;
  readonly units: number;
}

/**
 * Position in minor units of the base if all orders of this side fill; negative is the other
 * direction. An external position counts only where it adds, because its owner may close it.
 */
export function findWorst(symbol: SymbolState, sign: 1 | -1): number {
  return findOwnWorst(symbol, sign) + Math.max(0, sign * symbol.externalUnits);
}

/** The worst case of the bot's own fills and orders alone. */
export function findOwnWorst(symbol: SymbolState, sign: 1 | -1): number {
  return sign > 0 ? symbol.position + symbol.workingBuy : symbol.workingSell - symbol.position;
}

/** A symbol as one side of a currency. */
interface Leg {
  readonly place: number;
  /** +1 when buying the symbol buys the currency. */
  readonly way: 1 | -1;
}

const NO_LEGS: readonly Leg[] = [];

/** Maximum by which an exact amount exceeds the value in doubles, in whole units. */
export const ROUNDING = 2;

/** Relative error of a sum of up to a hundred doubles. */
const NEAR = 1e-9;

export class Exposure {
  readonly #symbols: readonly SymbolState[];
  readonly #money: AccountValues;
  readonly #legs = new Map<string, Leg[]>();
  readonly #openLegs: readonly Leg[];
  /** Worst-case value of each symbol without the order, bought and sold. */
  readonly #long: Float64Array;
  readonly #short: Float64Array;
  /** Upper bound of all sums over the symbols, without and with the order under check. */
  #most = 0;
  #mostWith: number | undefined;
  #gross = 0;
  #isLook = false;
  #isMeasured = false;

  constructor(symbols: readonly SymbolState[], money: AccountValues) {
    this.#symbols = symbols;
    this.#money = money;
    this.#long = new Float64Array(symbols.length);
    this.#short = new Float64Array(symbols.length);
    for (const [place, { instrument }] of symbols.entries()) {
      this.#legsOf(instrument.base).push({ place, way: 1 });
      if (instrument.term === instrument.base) continue;
      this.#legsOf(instrument.term).push({ place, way: -1 });
    }
    const { account } = money;
    this.#openLegs = symbols.flatMap(({ instrument }, place): readonly Leg[] => {
      if (instrument.term === account) return [{ place, way: 1 }];
      return instrument.base === account ? [{ place, way: -1 }] : [];
    });
  }

  /**
   * Until `endLook` no rate, position or order changes, so the values of all symbols are computed
   * once for all rules that check the order.
   */
  beginLook(): void {
    this.#isLook = true;
    this.#isMeasured = false;
    this.#mostWith = undefined;
  }

  endLook(): void {
    this.#isLook = false;
  }

  /**
   * True when every sum below, with this order, is so clearly within a limit that it need not be
   * computed. Between `beginLook` and `endLook` there is one order.
   */
  isClearlyBelow(order: Increase, limit: number): boolean {
    if (!this.#isLook || this.#mostWith === undefined) {
      this.#measure();
      this.#mostWith = this.#most + order.units * this.#money.factor(order.symbol);
    }
    return this.#mostWith <= limit * (1 - NEAR) - 1;
  }

  /** Worst-case net of a currency, bought (1) or sold (-1); NaN without a rate. */
  net(currency: string, sign: 1 | -1, order?: Increase): number {
    return this.#sum(this.#legs.get(currency) ?? NO_LEGS, sign, order);
  }

  /** Sum over the symbols of the larger side. */
  gross(order?: Increase): number {
    this.#measure();
    let sum = 0;
    for (let place = 0; place < this.#symbols.length; place++) {
      // NaN when either side is NaN: an amount that cannot be converted must not count as 0.
      sum += Math.max(this.#worth(place, 1, order), this.#worth(place, -1, order));
    }
    return sum;
  }

  /** True when `worth` is at most `percent` of the gross without the order. */
  isPart(worth: number, percent: number): boolean {
    this.#measure();
    return worth * 100 <= percent * this.#gross * (1 - NEAR);
  }

  /** Worst-case net of all currencies but the account's; a cross of two of them has none. */
  netOpen(sign: 1 | -1, order?: Increase): number {
    return this.#sum(this.#openLegs, sign, order);
  }

  /** Value of everything that may still fill. */
  pending(order?: Increase): number {
    let sum = 0;
    for (const symbol of this.#symbols) {
      const units = symbol.workingBuy + symbol.workingSell;
      const added = order?.symbol === symbol ? order.units : 0;
      if (units + added > 0) sum += (units + added) * this.#money.factor(symbol);
    }
    return sum;
  }

  #sum(legs: readonly Leg[], sign: 1 | -1, order: Increase | undefined): number {
    this.#measure();
    let sum = 0;
    for (const { place, way } of legs) sum += this.#worth(place, way === sign ? 1 : -1, order);
    return sum;
  }

  #measure(): void {
    if (this.#isLook && this.#isMeasured) return;
    let most = 0;
    let gross = 0;
    for (let place = 0; place < this.#symbols.length; place++) {
      const symbol = this.#symbols[place] as SymbolState;
      const bought = findWorst(symbol, 1);
      const sold = findWorst(symbol, -1);
      const factor = bought === 0 && sold === 0 ? 0 : this.#money.factor(symbol);
      this.#long[place] = bought === 0 ? 0 : bought * factor;
      this.#short[place] = sold === 0 ? 0 : sold * factor;
      // Bought and sold quantity may both still fill.
      gross += Math.max(bought, sold) * factor;
      most += ((bought > 0 ? bought : 0) + (sold > 0 ? sold : 0)) * factor;
    }
    this.#most = most;
    this.#gross = gross;
    this.#isMeasured = true;
  }

  #worth(place: number, sign: 1 | -1, order: Increase | undefined): number {
    const worth = (sign > 0 ? this.#long : this.#short)[place] as number;
    if (order === undefined || order.sign !== sign) return worth;
    const { symbol, units } = order;
    if (this.#symbols[place] !== symbol) return worth;
    const worst = findWorst(symbol, sign) + units;
    return worst === 0 ? 0 : worst * this.#money.factor(symbol);
  }

  #legsOf(currency: string): Leg[] {
    const legs = this.#legs.get(currency) ?? [];
    this.#legs.set(currency, legs);
    return legs;
  }
}

/** Whole units, rounded up; the error of a sum of doubles is far below one unit. */
export function roundUp(value: number): number {
  return Math.ceil(value - 1e-6);
}
