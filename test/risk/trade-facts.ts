// What a rule is told of own orders and their fills, and all that it does and asks.
import type { Instant } from '../../src/domain/index.js';
import type { Side } from '../../src/domain/orders/index.js';
import { SymbolState } from '../../src/risk/gate/index.js';
import type { OrderFacts, RuleSetup } from '../../src/risk/rule.js';
import { createRule, makeSetup, NOW, recordActions } from './candidate.js';

/** A rule over symbols, what it does, and the ledger and exposure that it asks. */
export function watch(id: string, params: unknown, symbols: readonly SymbolState[], more = {}) {
  const { act, told } = recordActions();
  const setup: RuleSetup = makeSetup({ symbols, act, ...more });
  return { ...createRule(id, params, setup), told, setup };
}

export function order(symbol: SymbolState, terms: Partial<OrderFacts['terms']> = {}): OrderFacts {
  const side: Side = terms.side ?? 'Buy';
  return {
    terms: {
      coId: 'w1-0001-0000001-0001',
      intentId: 1,
      host: { name: 'alpha' },
      symbol,
      side,
      sign: side === 'Buy' ? 1 : -1,
      type: 'Limit',
      timeInForce: 'IOC',
      units: 100_000,
      priceTicks: 110_010,
      arrivalTicks2: 220_000,
      parent: undefined,
      ...terms,
    },
    cumUnits: 0,
    bookedUnits: 0,
    isTerminal: false,
  };
}

export const fill = (priceTicks: number, at: Instant = NOW, tradeId = 'T1') => ({
  ...{ at, tradeId, priceTicks, units: 100_000 },
});
