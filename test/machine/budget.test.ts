// The request budget: never more than shares and burst allow, and always something left for safety.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Micros, MILLISECOND, SECOND } from '../../src/domain/index.js';
import { DEFAULT_SHARES, type Lane, LANES, RequestBudget } from '../../src/machine/index.js';

/** Requests that a lane gets at one instant. */
function drain(budget: RequestBudget, lane: Lane, at: Micros): number {
  let count = 0;
  while (count < 1_000 && budget.take(lane, at)) count++;
  return count;
}

describe('a request budget', () => {
  it('starts with one second of every share', () => {
    expect(drain(new RequestBudget(DEFAULT_SHARES, 0), 'data', 0)).toBe(4);
    expect(drain(new RequestBudget(DEFAULT_SHARES, 0), 'safety', 0)).toBe(10);
  });

  it('lets a lane draw from the lanes below it, never from those above', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    expect(drain(budget, 'data', 0)).toBe(4);
    expect(drain(budget, 'trading', 0)).toBe(4);
    expect(drain(budget, 'safety', 0)).toBe(2);
    const other = new RequestBudget(DEFAULT_SHARES, 0);
    expect(drain(other, 'trading', 0)).toBe(8);
    expect(drain(other, 'data', 0)).toBe(0);
    expect(drain(other, 'safety', 0)).toBe(2);
  });

  it('spends its own share before it draws from below', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    for (let i = 0; i < 4; i++) budget.take('trading', 0);
    expect(drain(budget, 'data', 0)).toBe(4);
  });

  it('fills each lane at its share of a second', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    drain(budget, 'safety', 0);
    expect(drain(budget, 'data', 249 * MILLISECOND)).toBe(0);
    expect(drain(budget, 'data', 250 * MILLISECOND)).toBe(1);
    expect(drain(budget, 'data', SECOND)).toBe(3);
  });

  it('lets a share that nobody uses flow down to the next lane', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    drain(budget, 'data', 0);
    drain(budget, 'trading', 0);
    // safety is full: its 2 and the 4 of trading make 6, of which trading holds 4
    expect(drain(budget, 'trading', SECOND)).toBe(8);
    const other = new RequestBudget(DEFAULT_SHARES, 0);
    drain(other, 'data', 0);
    // safety and trading are full: all 10 of a second go to data
    expect(drain(other, 'data', 300 * MILLISECOND)).toBe(3);
  });

  it('saves up no more than one second', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    expect(drain(budget, 'data', 3_600 * SECOND)).toBe(4);
    expect(drain(budget, 'safety', 3_600 * SECOND)).toBe(6);
  });

  it('never holds a forced request back, and makes later ones wait for it', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    drain(budget, 'safety', 0);
    for (let i = 0; i < 4; i++) budget.force('safety', 0);
    expect(budget.take('safety', 2 * SECOND)).toBe(true); // from the lanes below
    expect(budget.take('data', 2 * SECOND)).toBe(true);
    drain(budget, 'trading', 2 * SECOND);
    expect(budget.take('safety', 2 * SECOND)).toBe(false);
    expect(budget.take('safety', 2.5 * SECOND)).toBe(true);
  });

  it('is not confused by a time that goes back', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 10 * SECOND);
    drain(budget, 'safety', 10 * SECOND);
    expect(budget.take('safety', 5 * SECOND)).toBe(false);
    expect(drain(budget, 'data', 11 * SECOND)).toBe(4);
    expect(new RequestBudget(DEFAULT_SHARES, 10 * SECOND).take('data', 5 * SECOND)).toBe(true);
  });
});

const lane = fc.constantFrom(...LANES);
const shares = fc.record({
  safety: fc.integer({ min: 1, max: 5 }),
  trading: fc.integer({ min: 1, max: 8 }),
  data: fc.integer({ min: 1, max: 8 }),
});
const demand = fc.array(fc.record({ lane, gap: fc.nat(400_000), count: fc.nat(12) }), {
  maxLength: 60,
});

describe('under any demand', () => {
  it('no window of time carries more than its shares and one burst', () => {
    fc.assert(
      fc.property(shares, demand, (limits, asks) => {
        const budget = new RequestBudget(limits, 0);
        const granted: { readonly lane: Lane; readonly at: Micros }[] = [];
        let at = 0;
        for (const ask of asks) {
          at += ask.gap;
          for (let i = 0; i < ask.count; i++) {
            if (budget.take(ask.lane, at)) granted.push({ lane: ask.lane, at });
          }
        }
        const perSecond = limits.safety + limits.trading + limits.data;
        const dataShare = limits.data;
        granted.forEach((first, i) => {
          const inData = granted.slice(i).filter((one) => one.lane === 'data');
          const last = granted.at(-1)!;
          const allowed = perSecond + (perSecond * (last.at - first.at)) / SECOND;
          expect(granted.length - i).toBeLessThanOrEqual(allowed + 1e-6);
          const lastData = inData.at(-1);
          if (lastData === undefined) return;
          const most = dataShare + (perSecond * (lastData.at - first.at)) / SECOND;
          expect(inData.length).toBeLessThanOrEqual(most + 1e-6);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('safety gets its share, whatever the other lanes ask', () => {
    const greedy = fc.array(fc.constantFrom('trading' as const, 'data' as const), {
      minLength: 1,
      maxLength: 4,
    });
    const gaps = fc.array(fc.nat(300_000), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(shares, greedy, gaps, (limits, lanes, waits) => {
        const budget = new RequestBudget(limits, 0);
        let at = 0;
        let safety = 0;
        for (const gap of waits) {
          at += gap;
          for (const one of lanes) drain(budget, one, at);
          if (budget.take('safety', at)) safety++;
          else expect(safety).toBeGreaterThanOrEqual(Math.floor((limits.safety * at) / SECOND));
        }
      }),
      { numRuns: 300 },
    );
  });
});
