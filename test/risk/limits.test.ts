// The limits file: defaults, what may be switched off, and the inventory of rules.
import { describe, expect, it } from 'vitest';
import {
  defaultLimits,
  limitsSchema,
  listControlsOff,
  type RiskRule,
  RULES,
  toLimits,
} from '../../src/risk/index.js';

const rules: readonly RiskRule[] = RULES;
const FIXED = ['RC03', 'RC08', 'RC09', 'RC40'];

describe('limits', () => {
  it('are whole without a file', () => {
    expect(defaultLimits()).toEqual({
      accountCurrency: 'USD',
      rules: {
        RC01: {},
        RC02: { allowed: ['Limit/IOC', 'Limit/GTT', 'AtBest/FOK', 'PQ/FOK'] },
        RC03: {},
        RC04: { G10: 1_000_000, EM: 500_000, DA: 1_000_000 },
        RC05: { hard: 2_000_000 },
        RC06: {},
        RC07: {},
        RC08: {},
        RC09: {},
        RC12: { maxSeconds: 3_600 },
        RC14: { G10: 50, EM: 100, DA: 300 },
        RC15: { G10: 5, EM: 15, DA: 30 },
        RC16: { receiveSeconds: 3, venueSeconds: { G10: 30, EM: 60, DA: 30 } },
        RC18: {},
        RC23: { G10: 10_000_000, EM: 1_000_000, DA: 250_000 },
        RC33: {
          strategyPerSecond: 2,
          strategyPerMinute: 30,
          allPerSecond: 5,
          allPerMinute: 40,
        },
        RC36: { windowMs: 1_000 },
        RC40: {},
        RC53: {},
      },
    });
  });

  it('keep the defaults of what a rule leaves out', () => {
    const limits = toLimits(limitsSchema.parse({ accountCurrency: 'EUR', RC04: { EM: 7 } }));
    expect(limits.accountCurrency).toBe('EUR');
    expect(limits.rules['RC04']).toEqual({ G10: 1_000_000, EM: 7, DA: 1_000_000 });
    expect(limits.rules['RC14']).toEqual({ G10: 50, EM: 100, DA: 300 });
  });

  it.each(rules.filter((rule) => !rule.fixed).map((rule) => rule.id))('can be off: %s', (id) => {
    const limits = toLimits(limitsSchema.parse({ [id]: 'off' }));
    expect(limits.rules[id]).toBe('off');
    expect(listControlsOff(limits)).toEqual([id]);
  });

  it('cannot be off where they are fixed', () => {
    expect(rules.filter((rule) => rule.fixed).map((rule) => rule.id)).toEqual(
      expect.arrayContaining(FIXED),
    );
    for (const id of FIXED) expect(limitsSchema.safeParse({ [id]: 'off' }).success).toBe(false);
    expect(listControlsOff(defaultLimits())).toEqual([]);
  });

  it.each([
    { RC99: {} },
    { accountCurrency: 'usd' },
    { RC04: { G10: 0 } },
    { RC04: { G20: 5 } },
    { RC04: 'unlimited' },
    { RC05: { hard: -1 } },
    { RC12: { maxSeconds: 0 } },
    { RC16: { receiveSeconds: 0 } },
    { RC33: { allPerSecond: 1.5 } },
    { RC36: { windowMs: -1 } },
    { RC40: { limit: 5 } },
  ])('refuse %o', (limits) => {
    expect(limitsSchema.safeParse(limits).success).toBe(false);
  });
});

describe('the inventory', () => {
  it('has every rule once, with words for it', () => {
    const ids = rules.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, summary } of rules) {
      expect(id).toMatch(/^RC\d\d$/);
      expect(summary).toMatch(/^[A-Z][^.]+$/);
    }
  });

  it('says which rules halt, after how many refusals', () => {
    const halting = rules.flatMap(({ id, haltAfter }) =>
      haltAfter === undefined ? [] : [[id, haltAfter.refusals, haltAfter.within / 1_000_000]],
    );
    expect(halting).toEqual([
      ['RC01', 3, 60],
      ['RC08', 1, expect.any(Number)],
      ['RC04', 3, 60],
      ['RC14', 5, 300],
      ['RC40', 1, expect.any(Number)],
    ]);
  });
});
