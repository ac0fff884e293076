// Reduce-only: lets only orders pass that make the worst case smaller, in their symbol and both of
// its currencies.
import { toOwn, type RuleBreach, type Candidate } from '../rule.js';
import type { ActionScope } from './actions.js';
import { type Exposure, findOwnWorst, findWorst, type Increase } from '../ledger/exposure.js';

interface Order {
  readonly rule: string;
  readonly scope: ActionScope;
  readonly reason: string;
  readonly measure: Measure;
}

/** `currencies`: both currencies must get smaller too; `symbol`: only the symbol's position. */
type Measure = 'currencies' | 'symbol';

const NONE: readonly RuleBreach[] = [];

export class ReduceOnly {
  #orders: readonly Order[] = [];

  /** Sets the restriction of a control; an empty reason ends it. */
  set(rule: string, scope: ActionScope, reason: string, measure: Measure = 'currencies'): void {
    const others = this.#orders.filter(
      (one) =>
        one.rule !== rule ||
        one.scope.strategy !== scope.strategy ||
        one.scope.symbol !== scope.symbol,
    );
    this.#orders = reason === '' ? others : [...others, { rule, scope, reason, measure }];
  }

  /** Breaches of an order that does not reduce, one per control that restricts it. */
  find(candidate: Candidate, exposure: Exposure): readonly RuleBreach[] {
    if (this.#orders.length === 0) return NONE;
    const { symbol, strategy } = candidate;
    const controls = new Map<string, RuleBreach>();
    for (const { rule, scope, reason, measure } of this.#orders) {
      if ((scope.strategy ?? strategy) !== strategy || controls.has(rule)) continue;
      if ((scope.symbol ?? symbol.instrument.symbol) !== symbol.instrument.symbol) continue;
      if (isReducing(exposure, candidate, measure)) continue;
      const message = `only orders that reduce the exposure may leave: ${reason}`;
      const found = { rule, limit: 'reduce only', value: 'increases', message };
      controls.set(rule, toOwn(found));
    }
    return [...controls.values()];
  }
}

/** True when the worst case with the order is smaller than without it. */
export function isReducing(
  exposure: Exposure,
  order: Increase,
  measure: Measure = 'currencies',
): boolean {
  const { symbol, sign, units } = order;
  // Even with all orders of its side filled, the position does not change sign. A flatten counts
  // the bot's own position only.
  const findHeld = measure === 'symbol' ? findOwnWorst : findWorst;
  if (!(findHeld(symbol, sign) + units <= 0)) return false;
  if (measure === 'symbol') return true;
  const { base, term } = symbol.instrument;
  const opposite = sign > 0 ? -1 : 1;
  return isLess(exposure, base, sign, order) && isLess(exposure, term, opposite, order);
}

/** True when the side of a currency that grows stays no larger than its other side. */
function isLess(exposure: Exposure, currency: string, sign: 1 | -1, order: Increase): boolean {
  const after = exposure.net(currency, sign, order);
  return after <= exposure.net(currency, sign > 0 ? -1 : 1);
}
