// The rules that are switched on: in which order they check, and which checks are skipped.
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/domain/index.js';
import { NO_ACTIONS } from '../../src/risk/gate/index.js';
import { type Candidate, limitsSchema, toLimits } from '../../src/risk/index.js';
import type { RuleSetup } from '../../src/risk/rule.js';
import { ActiveRules } from '../../src/risk/active-rules.js';
import { Overrides } from '../../src/risk/overrides.js';
import { candidate, EUR_USD, makeSetup, NOW, quote } from './candidate.js';

const NONE = new Overrides(NO_ACTIONS, 'USD');
/** A Sunday noon, when FX is closed. */
const CLOSED = NOW - 24 * 60 * MINUTE;

function open(limits: object = {}, setup: Partial<RuleSetup> = {}) {
  const symbol = quote(EUR_USD);
  const whole = makeSetup({ symbols: [symbol], ...setup });
  const rules = new ActiveRules(toLimits(limitsSchema.parse(limits)), whole, NONE);
  const list = (order: Partial<Candidate> = {}, only?: readonly string[]) =>
    rules
      .check(candidate({ symbol, ...order }), only && new Set(only))
      .map(({ rule, isAlertOnly }) => (isAlertOnly === undefined ? rule : `${rule} soft`));
  return { rules, symbol, list };
}

describe('active rules', () => {
  it('check stage by stage, and report all breaches of the first stage with a hard breach', () => {
    const { list } = open({
      RC04: { G10: 500 },
      RC70: { hours: 'fx' },
    });
    const wrong = { timeInForce: 'GTC', priceTicks: 111_000 } as const;
    expect(list({ ...wrong, at: CLOSED })).toEqual(['RC70']);
    expect(list(wrong)).toEqual(['RC02', 'RC04']);
    expect(open().list({ priceTicks: 120_000 })).toContain('RC14');
  });

  it('continue after a soft breach and report it', () => {
    const limits = { RC05: { hard: 10_000, soft: 500 } };
    expect(open(limits).list()).toEqual(['RC05 soft']);
    const small = { ...limits, RC23: { G10: 100 } };
    expect(open(small).list()).toEqual(['RC05 soft', 'RC23']);
  });

  it('check only the requested rules, where some are requested', () => {
    const { list } = open({ RC04: { G10: 500 } });
    const wrong = { timeInForce: 'GTC' } as const;
    expect([list(wrong, ['RC04']), list(wrong, ['RC05'])]).toEqual([['RC04'], []]);
  });

  it('are off where no limit states them, except live-only rules in live', () => {
    const limits = toLimits(limitsSchema.parse({}));
    const bare = { ...limits, rules: {} };
    const isOn = (id: string, isLive: boolean) =>
      new ActiveRules(bare, makeSetup({ isLive }), NONE).has(id);
    expect(['RC14', 'RC31'].map((id) => isOn(id, true))).toEqual([false, true]);
    expect(['RC14', 'RC31'].map((id) => isOn(id, false))).toEqual([false, false]);
  });
});

describe('size or price that is not exact', () => {
  const RULES_OF_SHAPE = { RC06: 'off', RC07: 'off' };

  it('is refused by RC08 although other rules are off, and by the shape stage alone', () => {
    const { rules, symbol, list } = open(RULES_OF_SHAPE);
    const order = { units: Number.NaN, size: 0.001, at: NOW + MINUTE };
    expect(list(order)).toEqual(['RC08']);
    const reported = rules.check(candidate({ symbol, ...order }));
    const message = 'expected a size and a price that fit the instrument, found size 0.001';
    expect(reported).toEqual([{ rule: 'RC08', limit: 'exact', value: 'size 0.001', message }]);
    const price = { priceTicks: Number.NaN, price: 1.100001 };
    expect(rules.check(candidate({ symbol, ...price }))[0]?.value).toBe('price 1.100001');
  });

  it('is refused once beside other breaches of the shape stage', () => {
    const both = { units: Number.NaN, size: Number.NaN, timeInForce: 'GTC' } as const;
    expect(open(RULES_OF_SHAPE).list(both)).toEqual(['RC02', 'RC08']);
  });

  it('is not refused when only other rules are requested', () => {
    const { list } = open(RULES_OF_SHAPE);
    const late = { priceTicks: Number.NaN, at: NOW + MINUTE };
    expect([list(late, ['RC05']), list(late, ['RC16'])]).toEqual([[], ['RC16']]);
  });
});

describe('order whose terms have passed before', () => {
  it('is checked by its terms again only once the cache is cleared', () => {
    const { rules, symbol, list } = open();
    expect(list()).toEqual([]);
    symbol.leastUnits = 200_000;
    expect(list()).toEqual([]);
    rules.forgetTerms();
    expect(list()).toEqual(['RC06']);
  });

  it('is not cached when only some rules were requested', () => {
    const { symbol, list } = open();
    expect(list({}, ['RC14'])).toEqual([]);
    symbol.leastUnits = 200_000;
    expect(list()).toEqual(['RC06']);
  });

  it('is still checked by rules on rates and prices', () => {
    const { list } = open();
    expect(list()).toEqual([]);
    expect(list({ at: NOW + MINUTE })).toEqual(['RC16']);
    expect(list({ priceTicks: 120_000 })).toContain('RC14');
  });

  it('is checked in full when rules are requested', () => {
    const { symbol, list } = open();
    expect(list()).toEqual([]);
    symbol.leastUnits = 200_000;
    expect(list({}, ['RC06'])).toEqual(['RC06']);
  });
});
