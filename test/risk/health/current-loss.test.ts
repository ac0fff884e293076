// Losses that still exceed their limit at a start: a resume under them would only halt again.
import { describe, expect, it } from 'vitest';
import { findDailyLoss, findDrawdown, limitsSchema, toLimits } from '../../../src/risk/index.js';
import type { LedgerSnapshot } from '../../../src/risk/ledger/snapshot.js';
import { NOW } from '../candidate.js';

const cents = (dollars: number) => dollars * 100;

/** A ledger of one strategy and of all, that have this much and began the day with nothing. */
function ledger(strategy: number, all = strategy, more: Partial<LedgerSnapshot> = {}) {
  const rest = { fees: 0, dayBase: 0, peakRun: 0, peakLife: 0 };
  return {
    dayEndsAt: NOW + 1,
    turnover: 0,
    all: { value: cents(all), ...rest },
    strategies: [{ strategy: 'twap', value: cents(strategy), ...rest }],
    books: [],
    ...more,
  } satisfies LedgerSnapshot;
}

const limits = (raw: Readonly<Record<string, unknown>> = {}) => toLimits(limitsSchema.parse(raw));
const RC43 = { strategy: 5_000, all: 10_000 };

describe('daily loss at a start (RC43)', () => {
  const find = (of: LedgerSnapshot, strategy = 'twap', at = NOW) =>
    findDailyLoss(limits({ RC43 }), of, strategy, at);

  it('of a strategy exceeds its limit from that limit on', () => {
    expect(find(ledger(-4_999.99))).toBe('');
    expect(find(ledger(-5_000))).toBe('twap lost 5000.00 USD today, limit 5000');
  });

  it('of all exceeds its limit where the halt names no strategy', () => {
    expect(find(ledger(-1, -9_999.99), '')).toBe('');
    expect(find(ledger(-1, -10_000), '')).toBe(
      'all strategies lost 10000.00 USD today, limit 10000',
    );
  });

  it('counts from the start of the day and includes fees', () => {
    const [one] = ledger(-4_000).strategies;
    const of = (more: object) => ledger(0, 0, { strategies: [{ ...one!, ...more }] });
    expect(find(of({ dayBase: cents(1_000) }))).toContain('twap lost 5000.00');
    expect(find(of({ dayBase: cents(-1_000) }))).toBe('');
    expect(find(of({ fees: cents(1_000) }))).toContain('twap lost 5000.00');
  });

  it('ends with its day once a response of the venue has proved the date', () => {
    expect(find(ledger(-6_000), 'twap', NOW + 1)).toBe('');
    expect(find(ledger(-6_000, 0, { isOverdue: true }), 'twap', NOW + 1)).toContain('6000.00');
  });

  it('is none for a strategy that never traded, and none when the rule is off', () => {
    expect(find(ledger(-6_000), 'other')).toBe('');
    expect(findDailyLoss(limits({ RC43: 'off' }), ledger(-6_000), 'twap', NOW)).toBe('');
  });
});

describe('drawdown at a start (RC44)', () => {
  const RC44 = { equity: 100_000, lifetimePercent: 10 };
  const find = (all: Partial<LedgerSnapshot['all']>, raw: object = { RC44 }) => {
    const { all: whole, ...rest } = ledger(0);
    return findDrawdown(limits({ ...raw }), { ...rest, all: { ...whole, ...all } });
  };

  it('exceeds its limit from that share of the equity below the peak of all runs', () => {
    expect(find({ peakLife: cents(9_999.99) })).toBe('');
    const found = '10000.00 USD below the peak of all runs, limit 10000';
    expect(find({ peakLife: cents(10_000) })).toBe(found);
    expect(find({ peakLife: cents(9_000), fees: cents(1_000) })).toBe(found);
    expect(find({ peakRun: cents(10_000) })).toBe('');
  });

  it('is none when the rule is off', () => {
    expect(find({ peakLife: cents(10_000) }, { RC44: 'off' })).toBe('');
  });
});
