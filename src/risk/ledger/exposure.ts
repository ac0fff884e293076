// What could be held at worst: filled, working and unknown quantity on the side that hurts, in the
// account currency.
import type { SymbolState } from '../symbol-state.js';
import type { AccountValues } from './account-values.js';

/** The part of an order under examination that its exposure depends on. */
export interface Increase {
  readonly symbol: SymbolState;
  readonly sign: 1 | -1;
  readonly units: number;
}

/** Minor units of the base held if everything of this side fills; below 0: the other way. */
export function findWorst(symbol: SymbolState, sign: 1 | -1): number {
  return sign > 0 ? symbol.position + symbol.workingBuy : symbol.workingSell - symbol.position;
}

export class Exposure {
  readonly #symbols: readonly SymbolState[];
  readonly #money: AccountValues;

  constructor(symbols: readonly SymbolState[], money: AccountValues) {
    this.#symbols = symbols;
    this.#money = money;
  }

  /** Worst-case net of a currency, bought (1) or sold (-1); NaN without a rate. */
  net(currency: string, sign: 1 | -1, order?: Increase): number {
    let sum = 0;
    for (const symbol of this.#symbols) {
      const { base, term } = symbol.instrument;
      if (base === currency) sum += this.#worth(symbol, sign, order);
      else if (term === currency) sum += this.#worth(symbol, sign > 0 ? -1 : 1, order);
    }
    return sum;
  }

  /** Sum over the symbols of the larger of both sides. */
  gross(order?: Increase): number {
    let sum = 0;
    for (const symbol of this.#symbols) {
      const long = this.#worth(symbol, 1, order);
      const short = this.#worth(symbol, -1, order);
      sum += long > short ? long : short;
    }
    return sum;
  }

  /**
   * Worst-case net of all currencies but the account's, bought or sold: a cross of two of them is
   * none.
   */
  open(sign: 1 | -1, order?: Increase): number {
    const { account } = this.#money;
    let sum = 0;
    for (const symbol of this.#symbols) {
      const { base, term } = symbol.instrument;
      if (term === account) sum += this.#worth(symbol, sign, order);
      else if (base === account) sum += this.#worth(symbol, sign > 0 ? -1 : 1, order);
    }
    return sum;
  }

  /** Everything that may still fill. */
  pending(order?: Increase): number {
    let sum = 0;
    for (const symbol of this.#symbols) {
      const units = symbol.workingBuy + symbol.workingSell;
      const added = order?.symbol === symbol ? order.units : 0;
      if (units + added > 0) sum += (units + added) * this.#money.factor(symbol);
    }
    return sum;
  }

  #worth(symbol: SymbolState, sign: 1 | -1, order: Increase | undefined): number {
    let units = findWorst(symbol, sign);
    if (order?.symbol === symbol && order.sign === sign) units += order.units;
    return units === 0 ? 0 : units * this.#money.factor(symbol);
  }
}

/** Whole units, rounded up: a sum of doubles is off by far less than a unit. */
export function roundUp(value: number): number {
  return Math.ceil(value - 1e-6);
}
