// Operator overrides: which limits they loosen, for which orders, up to which value, until when.
import { describe, expect, it } from 'vitest';
import type { OverrideEvent } from '../../src/domain/events/index.js';
import { MINUTE } from '../../src/domain/index.js';
import { SymbolState } from '../../src/risk/gate/index.js';
import { type Candidate, findMostCap, type RiskRule, RULES } from '../../src/risk/index.js';
import type { OrderFacts } from '../../src/risk/rule.js';
import {
  ANY_RATE,
  BTC_USD,
  candidate,
  createGate,
  createRule,
  EUR_TRY,
  EUR_USD,
  findRule,
  makeSetup,
  NOW,
  quote,
  recordActions,
} from './candidate.js';

function override(rule: string, cap: number, more: Partial<OverrideEvent> = {}): OverrideEvent {
  const text = { by: 'Ada', reason: 'a large hedge is due today' } as const;
  const of = { id: 'O1-1', scope: 'all', key: '', minutes: 15 } as const;
  return { type: 'override', rule, cap, ...of, ...text, ...more };
}

function open(limits: Readonly<Record<string, unknown>>, listOrders = (): OrderFacts[] => []) {
  const symbol = quote(EUR_USD);
  const { act, told } = recordActions();
  const timers: (readonly [at: number, action: (now: number) => void])[] = [];
  const at = (dueAt: number, action: (now: number) => void) => timers.push([dueAt, action]);
  const setup = makeSetup({ symbols: [symbol], act: { ...act, at }, listOrders });
  const gate = createGate({ ...ANY_RATE, RC16: 'off', RC36: 'off', ...limits }, setup);
  /** Rules that refuse an order, and their words. */
  const list = (order: Partial<Candidate> = {}) =>
    gate
      .preTradeCheck(candidate({ symbol, ...order }))
      .map(({ rule, message }) => `${rule} ${message}`);
  const expire = () => {
    for (const [dueAt, action] of timers.splice(0)) action(dueAt);
  };
  return { gate, symbol, list, told, expire };
}

/** Limits that 1,000 EUR, worth 1,100 dollars, exceeds; what it is judged by is never above 1e6. */
const TIGHT: Readonly<Record<string, object>> = {
  RC04: { G10: 500 },
  RC05: { hard: 500 },
  RC10: { timesTop: 0.5, softTimes: 0.1 },
  RC23: { G10: 500 },
  RC24: { hard: 500 },
  RC25: { hard: 500 },
  RC26: { hard: 500 },
  RC27: { symbol: 1 },
  RC28: { hard: 500 },
  RC29: { hard: 500 },
};

function restingOrder(symbol: SymbolState): OrderFacts {
  const terms = { symbol, host: { name: 'alpha' }, side: 'Buy', sign: 1 };
  return { terms, isTerminal: false } as unknown as OrderFacts;
}

function openTight(rule: string) {
  const orders: OrderFacts[] = [];
  const opened = open({ [rule]: TIGHT[rule] }, () => orders);
  orders.push(restingOrder(opened.symbol));
  opened.symbol.offerUnits = 100_000;
  return opened;
}

describe('override', () => {
  it('applies to limits on amounts, and to no other control', () => {
    const rules: readonly RiskRule[] = RULES;
    const loosened = rules.filter(({ capIn }) => capIn !== undefined).map(({ id }) => id);
    const asked = 'TIGHT above has for each limits that the order of these tests breaks';
    expect(loosened.sort(), asked).toEqual(Object.keys(TIGHT));
  });

  it.each(Object.keys(TIGHT))('lets an order beyond %s pass, with an alert and a count', (rule) => {
    const { gate, list, told, expire } = openTight(rule);
    expect(list().map((text) => text.slice(0, 4))).toEqual([rule]);
    gate.overrides.grant(NOW, override(rule, 1_000_000));
    told();
    expect(list()).toEqual([]);
    const line = `warn alpha EUR/USD: order w1-0001-0000001-0001 exceeds ${rule}: `;
    expect(told()).toEqual([expect.stringContaining(line)]);
    expire();
    expect(told()).toEqual([`page all: override O1-1 of ${rule} has expired; 1 order used it`]);
    expect(list().map((text) => text.slice(0, 4))).toEqual([rule]);
  });

  it.each(Object.keys(TIGHT))('of %s lets nothing pass above its cap', (rule) => {
    const { gate, list, told } = openTight(rule);
    gate.overrides.grant(NOW, override(rule, 0.5));
    told();
    const unit = rule === 'RC27' ? 'orders' : rule === 'RC04' || rule === 'RC10' ? 'EUR' : 'USD';
    expect(list()).toEqual([expect.stringContaining(`; override O1-1 has a cap of 0.5 ${unit}`)]);
    expect(told()).toEqual([]);
  });

  it('covers exactly its cap and no minor unit more', () => {
    const { gate, list } = open({ RC04: { G10: 500 } });
    gate.overrides.grant(NOW, override('RC04', 1_000));
    expect([list().length, list({ units: 100_001 }).length]).toEqual([0, 1]);
  });

  it('ends at its time, also where no timer has fired yet', () => {
    const { gate, list } = open({ RC05: { hard: 500 }, RC22: 'off' });
    gate.overrides.grant(NOW, override('RC05', 5_000, { minutes: 2 }));
    expect(list({ at: NOW + 2 * MINUTE - 1 })).toEqual([]);
    expect(list({ at: NOW + 2 * MINUTE })).toHaveLength(1);
    expect(gate.snapshot(NOW + 2 * MINUTE - 1).overrides).toHaveLength(1);
    expect(gate.snapshot(NOW + 2 * MINUTE)).not.toHaveProperty('overrides');
  });

  it('applies to the orders of its scope', () => {
    const { gate, list } = open({ RC05: { hard: 500 } });
    const grant = (id: string, scope: OverrideEvent['scope'], key: string) => {
      gate.overrides.grant(NOW, override('RC05', 5_000, { id, scope, key }));
    };
    const revoke = (id: string) => {
      gate.overrides.revoke({ type: 'revoke', id, by: 'Ada', reason: 'enough' });
    };
    grant('O1-1', 'strategy', 'beta');
    grant('O1-2', 'symbol', 'USD/JPY');
    expect(list()).toHaveLength(1);
    grant('O1-3', 'symbol', 'EUR/USD');
    expect(list()).toEqual([]);
    revoke('O1-3');
    grant('O1-4', 'strategy', 'alpha');
    expect(list()).toEqual([]);
    revoke('O1-4');
    revoke('O1-4');
    expect(list()).toHaveLength(1);
  });

  it('leaves other controls unchanged: later stages, halts, fixed ones', () => {
    const { gate, list, told } = open({ RC05: { hard: 500 }, RC23: { G10: 500 } });
    gate.overrides.grant(NOW, override('RC05', 5_000));
    gate.overrides.grant(NOW, override('RC14', 5_000));
    gate.overrides.grant(NOW, override('RC69', 5_000));
    told();
    expect(list()).toEqual([expect.stringMatching(/^RC23 /)]);
    // What did not go is not told.
    expect(told()).toEqual([]);
    expect(list({ priceTicks: 120_000 })).toContainEqual(expect.stringMatching(/^RC14 /));
    gate.trading.halts.latch({
      at: NOW,
      scope: 'all',
      strategy: '',
      rule: 'RC52',
      reason: 'HTTP 500',
    });
    expect(list()).toEqual([expect.stringMatching(/^RC69 /)]);
  });

  it('leaves a soft breach soft', () => {
    const { gate, list, told } = open({ RC05: { soft: 500 } });
    gate.overrides.grant(NOW, override('RC05', 5_000));
    told();
    expect(list()).toEqual([]);
    expect(told()).toEqual([
      expect.stringMatching(/^warn alpha EUR\/USD: soft limit: notional: expected/),
    ]);
  });

  it('lets nothing pass whose value is unknown', () => {
    const symbol = quote(EUR_USD);
    const gate = createGate(
      { RC22: 'off' },
      makeSetup({ symbols: [symbol], accountCurrency: 'JPY' }),
    );
    gate.overrides.grant(NOW, override('RC05', 1e9));
    const order = candidate({ symbol });
    const refused = gate.preTradeCheck(order).find(({ rule }) => rule === 'RC05');
    expect(refused?.message).toMatch(/^no rate to convert EUR into JPY; override O1-1 has a cap/);
  });

  it('must cover every figure that its rule checks, including the largest', () => {
    const orders: OrderFacts[] = [];
    const { gate, symbol, list } = open({ RC27: { symbol: 2, all: 4 } }, () => orders);
    orders.push(restingOrder(symbol), restingOrder(symbol));
    gate.overrides.grant(NOW, override('RC27', 3));
    expect(list()).toEqual([]);
    const other = quote(BTC_USD);
    orders.push(restingOrder(other), restingOrder(other));
    expect(list()).toEqual([expect.stringContaining('at most 2 open orders of EUR/USD, found 3')]);
    gate.overrides.grant(NOW, override('RC27', 5, { id: 'O1-2' }));
    gate.overrides.grant(NOW, override('RC27', 4, { id: 'O1-3' }));
    expect(list()).toEqual([]);
  });

  it('must cover the other currency of a symbol too', () => {
    const symbol = quote(EUR_TRY, 3_500_000, 3_500_100);
    const dollars = quote(EUR_USD);
    dollars.position = -30_000;
    const rule = createRule('RC24', { hard: 500, EM: 100 }, { symbols: [symbol, dollars] });
    const found = rule.check(candidate({ symbol, priceTicks: 3_500_050 }));
    expect(found?.message).toMatch(/ of EUR long, found 7\d\d$/);
    expect(found?.worst).toBeGreaterThan(1_090);
  });
});

describe('largest cap of an override', () => {
  const find = (id: string, classes: readonly ('G10' | 'EM' | 'DA')[], account = 'USD') =>
    findMostCap(findRule(id), classes, account);

  it('is the least ceiling of the classes in its scope', () => {
    expect(find('RC23', ['G10'])).toBe(1_000_000_000);
    expect(find('RC23', ['G10', 'EM'])).toBe(100_000_000);
    expect(find('RC23', ['G10', 'DA'])).toBe(25_000_000);
    expect(find('RC24', ['G10'])).toBe(1_000_000_000);
    expect(find('RC24', ['DA'])).toBe(200_000_000);
    expect(find('RC27', ['EM'])).toBe(1_000);
  });

  it('is in the account currency where it is money', () => {
    expect(find('RC05', ['G10'], 'JPY')).toBe(100 * find('RC05', ['G10']));
    expect(find('RC04', ['G10'], 'JPY')).toBe(find('RC04', ['G10']));
  });

  it('is unbounded where the code has no ceiling', () => {
    expect([find('RC10', ['G10']), find('RC01', ['EM'])]).toEqual([Infinity, Infinity]);
  });
});

describe('parent order beyond a soft limit', () => {
  it('continues without an override, and none is counted as used', () => {
    const { gate, symbol } = open({ RC05: { hard: 5_000, soft: 500 } });
    const rules = new Set(['RC05']);
    expect(gate.dryRunParent('p1', candidate({ symbol }), rules)).toEqual([]);
    const beyond = candidate({ symbol, units: 500_001 });
    expect(gate.dryRunParent('p2', beyond, rules)).toMatchObject([{ rule: 'RC05' }]);
  });
});
