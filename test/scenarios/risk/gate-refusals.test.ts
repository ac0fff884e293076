// What a gate tells of a refusal, and which rules speak when the same order leaves once more.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import type { RfsCommand } from '../../../src/domain/orders/index.js';
import {
  approveRepeat,
  approveRequest,
  type Candidate,
  limitsSchema,
  RULES,
} from '../../../src/risk/index.js';
import type { RuleSetup } from '../../../src/risk/rule.js';
import {
  candidate,
  createGate,
  EUR_USD,
  listBroken,
  makeSetup,
  NOW,
  quote,
  recordActions,
  USD_JPY,
} from '../../risk/candidate.js';

/** Euros against dollars, at the rate of every candidate. */
const open = (setup: Partial<RuleSetup> = {}) => makeSetup({ symbols: [quote(EUR_USD)], ...setup });

/** A gate with one rule in force, besides those that cannot be off. */
function only(id: string, params: unknown = {}) {
  const others = RULES.filter((rule) => limitsSchema.safeParse({ [rule.id]: 'off' }).success);
  const off = Object.fromEntries(others.map((rule) => [rule.id, 'off']));
  return createGate({ ...off, [id]: params }, open());
}

describe('refusal of the gate', () => {
  const refuse = (limits: Readonly<Record<string, unknown>>, order: Partial<Candidate> = {}) => {
    const gate = createGate(limits, open());
    const one = candidate(order);
    const [broken] = gate.preTradeCheck(one);
    if (broken === undefined) throw new Error('expected a refusal');
    return gate.describe(one, broken);
  };

  it('has the distance between two figures, the rate that was used, and the limits', () => {
    const found = refuse({ RC05: { hard: 1_000 } });
    expect(found).toMatchObject({
      ...{ at: NOW, intentId: 1, strategy: 'alpha', symbol: 'EUR/USD', rule: 'RC05' },
      ...{ limit: 1_000, value: 1_101, distance: 101, limitsVersion: 'v1' },
      ...{ position: 0, workingBuy: 0, workingSell: 0 },
      rate: { bidTicks: 110_000, offerTicks: 110_010, receiveAge: 0, venueAge: 0 },
    });
    expect(found).not.toHaveProperty('policyVersion');
  });

  it('has no distance where one side is a text, and no rate where there was none', () => {
    const symbol = quote(EUR_USD);
    symbol.rateCount = 0;
    const found = refuse({}, { symbol, timeInForce: 'GTC' });
    expect(found.rule).toBe('RC02');
    expect(found).not.toHaveProperty('distance');
    expect(found).not.toHaveProperty('rate');
  });

  it('names the policy in force', () => {
    const setup = { ...open(), policyVersion: 'p7' };
    const gate = createGate({ RC05: { hard: 1_000 } }, setup);
    const one = candidate();
    const [broken] = gate.preTradeCheck(one);
    expect(broken === undefined ? undefined : gate.describe(one, broken)).toMatchObject({
      policyVersion: 'p7',
    });
  });

  it('by a NaN alerts at once, another refusal does not', () => {
    const { act, told } = recordActions();
    const gate = createGate({}, open({ act }));
    const broken = { limit: 1, value: 2, message: 'a field is missing' };
    gate.findEscalation(candidate(), [{ rule: 'RC03', ...broken }]);
    expect(told()).toEqual(['page alpha EUR/USD: a field is missing']);
    gate.findEscalation(candidate(), [{ rule: 'RC14', ...broken }]);
    expect(told()).toEqual([]);
  });
});

describe('gate', () => {
  it('has no state at first, and knows its active rules', () => {
    const gate = createGate({ RC14: 'off' });
    expect(gate.snapshot(NOW)).toMatchObject({ halts: [], pauses: [] });
    expect([gate.isOn('RC05'), gate.isOn('RC14')]).toEqual([true, false]);
  });

  it('reports a soft limit for each symbol separately', () => {
    const { act, told } = recordActions();
    const symbols = [quote(EUR_USD), quote(USD_JPY, 150_000, 150_010)];
    const gate = createGate({ RC05: { hard: 10_000, soft: 500 } }, makeSetup({ symbols, act }));
    const [euro, yen] = symbols;
    expect(listBroken(gate, candidate({ symbol: euro! }))).toEqual([]);
    expect(listBroken(gate, candidate({ symbol: yen!, priceTicks: 150_005 }))).toEqual([]);
    expect(told().map((text) => text.slice(0, 18))).toEqual([
      ...['warn alpha EUR/USD', 'warn alpha USD/JPY'],
    ]);
  });

  it('returns only the hard refusal where a soft limit is broken too', () => {
    const { act, told } = recordActions();
    const limits = { RC04: { G10: 500 }, RC05: { hard: 10_000, soft: 500 } };
    const gate = createGate(limits, open({ act }));
    expect(listBroken(gate, candidate())).toEqual(['RC04']);
    expect(gate.dryRun(candidate(), new Set(['RC04', 'RC05'])).map(({ rule }) => rule)).toEqual([
      'RC04',
    ]);
    expect(gate.dryRun(candidate(), new Set(['RC05']))).toEqual([]);
    expect(told().length).toBeLessThanOrEqual(1);
  });

  it('ends a pause by rates that are as fresh as its polls can make them', () => {
    const findAt = (pollInterval: number, age: number) => {
      const symbol = quote(EUR_USD);
      const gate = createGate({ RC16: 'off' }, makeSetup({ symbols: [symbol], pollInterval }));
      const until = 'fresh' as const;
      gate.trading.pauses.add({
        ...{ scope: 'all', key: '', control: 'RC51', reason: 'a test', cause: '', until },
        ...{ since: NOW, hitAt: NOW },
      });
      symbol.receivedAt = NOW + MINUTE - age;
      return gate.trading.pauses.find(candidate({ symbol, at: NOW + MINUTE }))[0]?.control;
    };
    expect([findAt(SECOND, 3 * SECOND), findAt(SECOND, 3 * SECOND + 1)]).toEqual([
      ...[undefined, 'RC51'],
    ]);
    expect([findAt(10 * SECOND, 30 * SECOND), findAt(10 * SECOND, 30 * SECOND + 1)]).toEqual([
      ...[undefined, 'RC51'],
    ]);
  });
});

const old = quote(EUR_USD);
old.receivedAt = old.venueAt = NOW - MINUTE * 10;
const sunday = { hours: 'fx', holidays: ['2026-07-13'] };

describe('quote request in the gate', () => {
  const command: RfsCommand = {
    ...{ kind: 'rfs', coId: 'w1-0001-0000001-0001', intentId: 1, instrument: EUR_USD },
    ...{ side: 'Buy', units: 100_000, lifeSeconds: 10, customer: { org: 'Weir', account: 'A' } },
  };

  it.each<readonly [string, unknown, Partial<Candidate>]>([
    ['RC01', { restricted: ['EUR/USD'] }, {}],
    ['RC02', {}, { timeInForce: 'GTC' }],
    ['RC04', { G10: 500 }, {}],
    ['RC06', {}, { units: 99_999 }],
    ['RC08', {}, { size: Number.NaN }],
    ['RC09', {}, { currency: 'USD' }],
    ['RC16', {}, { symbol: old }],
    ['RC70', sunday, {}],
  ])('is refused by %s, which needs no price', (rule, params, order) => {
    const decision = approveRequest(only(rule, params), candidate(order), command);
    expect(decision).toMatchObject({ broken: [{ rule }] });
  });

  it('counts as an order does: requests beyond RC33 are refused', () => {
    const gate = only('RC33', { strategyPerSecond: 1 });
    expect(approveRequest(gate, candidate(), command)).toMatchObject({
      approved: { kind: 'rfs', limitsVersion: 'v1' },
    });
    expect(approveRequest(gate, candidate(), command)).toMatchObject({
      broken: [{ rule: 'RC33' }],
    });
  });

  it.each<readonly [string, unknown, Partial<Candidate>]>([
    ['RC13', {}, { coId: 'other' }],
    ['RC14', {}, { priceTicks: 120_000 }],
  ])('is not checked by %s, which checks its acceptance', (rule, params, order) => {
    const one = candidate(order);
    expect(listBroken(only(rule, params), one)).toEqual([rule]);
    expect(approveRequest(only(rule, params), one, command)).toHaveProperty('approved');
  });
});

describe('second attempt of an order in the gate', () => {
  it.each<readonly [string, unknown, Partial<Candidate>]>([
    ['RC01', { restricted: ['EUR/USD'] }, {}],
    ['RC02', {}, { timeInForce: 'GTC' }],
    ['RC04', { G10: 500 }, {}],
    ['RC05', { hard: 1_000 }, {}],
    ['RC12', {}, { timeInForce: 'GTT', expirySeconds: 4_000 }],
    ['RC14', {}, { priceTicks: 120_000 }],
    ['RC15', {}, { priceTicks: 110_500 }],
    ['RC16', {}, { symbol: old }],
    ['RC18', {}, { symbol: quote(EUR_USD, 110_010, 110_000) }],
    ['RC19', {}, { symbol: quote(EUR_USD, 110_000, 111_000) }],
    ['RC21', { bands: { 'EUR/USD': [0.7, 1] } }, {}],
    ['RC70', sunday, {}],
  ])('is refused by %s, whose inputs may have changed', (rule, params, order) => {
    const decision = approveRepeat(only(rule, params), candidate(order), 2);
    expect(decision).toMatchObject({ broken: [{ rule }] });
  });

  it.each<readonly [string, unknown, Partial<Candidate>]>([
    ['RC13', {}, { coId: 'other' }],
    ['RC33', { strategyPerSecond: 1 }, {}],
  ])('is not checked by %s again, which counted the first attempt', (rule, params, order) => {
    const gate = only(rule, params);
    gate.preTradeCheck(candidate());
    const one = candidate(order);
    expect(listBroken(gate, one)).toEqual([rule]);
    expect(approveRepeat(gate, one, 2)).toMatchObject({
      approved: { kind: 'place', coId: one.coId, attempt: 2, units: one.units, valueDate: '' },
    });
  });

  it('is stopped by a pause, except for one by the exempt control', () => {
    const gate = createGate({}, open());
    gate.trading.pauses.add({
      ...{ scope: 'all', key: '', control: 'RC51', reason: 'a test', cause: '' },
      ...{ since: NOW, hitAt: NOW, until: 'resume' },
    });
    expect(approveRepeat(gate, candidate(), 2)).toMatchObject({ broken: [{ rule: 'RC51' }] });
    expect(approveRepeat(gate, candidate(), 2, 'RC51')).toHaveProperty('approved');
  });

  it('at best keeps the value date of its placement', () => {
    const order = { type: 'AtBest', timeInForce: 'FOK', valueDate: '2026-07-15' } as const;
    const decision = approveRepeat(only('RC02'), candidate(order), 2);
    expect(decision).toMatchObject({ approved: { valueDate: '2026-07-15' } });
    const limit = { ...order, type: 'Limit' } as const;
    const other = approveRepeat(only('RC05'), candidate(limit), 2);
    expect(other).toMatchObject({ approved: { type: 'Limit', valueDate: '' } });
  });
});
