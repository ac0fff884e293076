// The request budget: never more than shares and burst allow, and always a reserve for safety.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Micros, MILLISECOND, SECOND } from '../../src/domain/index.js';
import {
  DEFAULT_SHARES,
  type Lane,
  LANES,
  RequestBudget,
} from '../../src/polling/request-budget.js';
import { countRuns } from '../runs.js';

/** Three lanes without a part of data for queries. */
const PLAIN = { safety: 2, trading: 4, data: 4 };
const MINUTE = 60 * SECOND;

/** Requests that a lane gets at one instant. */
function drain(budget: RequestBudget, lane: Lane, at: Micros): number {
  let count = 0;
  while (count < 1_000 && budget.take(lane, at)) count++;
  return count;
}

describe('request budget', () => {
  it('starts with one second of every share', () => {
    expect(drain(new RequestBudget(PLAIN, 0), 'data', 0)).toBe(4);
    expect(drain(new RequestBudget(PLAIN, 0), 'safety', 0)).toBe(10);
  });

  it('lets a lane draw from the lanes below it, never from those above', () => {
    const budget = new RequestBudget(PLAIN, 0);
    expect(drain(budget, 'data', 0)).toBe(4);
    expect(drain(budget, 'trading', 0)).toBe(4);
    expect(drain(budget, 'safety', 0)).toBe(2);
    const other = new RequestBudget(PLAIN, 0);
    expect(drain(other, 'trading', 0)).toBe(8);
    expect(drain(other, 'data', 0)).toBe(0);
    expect(drain(other, 'safety', 0)).toBe(2);
  });

  it('spends a lane’s own share before it draws from below', () => {
    const budget = new RequestBudget(PLAIN, 0);
    for (let i = 0; i < 4; i++) budget.take('trading', 0);
    expect(drain(budget, 'data', 0)).toBe(4);
  });

  it('fills each lane at its share of a second', () => {
    const budget = new RequestBudget(PLAIN, 0);
    drain(budget, 'safety', 0);
    expect(drain(budget, 'data', 249 * MILLISECOND)).toBe(0);
    expect(drain(budget, 'data', 250 * MILLISECOND)).toBe(1);
    expect(drain(budget, 'data', SECOND)).toBe(3);
  });

  it('lets an unused share flow down to the next lane', () => {
    const budget = new RequestBudget(PLAIN, 0);
    drain(budget, 'data', 0);
    drain(budget, 'trading', 0);
    // safety is full: its 2 and the 4 of trading make 6, of which trading holds 4
    expect(drain(budget, 'trading', SECOND)).toBe(8);
    const other = new RequestBudget(PLAIN, 0);
    drain(other, 'data', 0);
    // safety and trading are full: all 10 of a second go to data
    expect(drain(other, 'data', 300 * MILLISECOND)).toBe(3);
  });

  it('saves up no more than one second', () => {
    const budget = new RequestBudget(PLAIN, 0);
    expect(drain(budget, 'data', 3_600 * SECOND)).toBe(4);
    expect(drain(budget, 'safety', 3_600 * SECOND)).toBe(6);
  });

  it('never delays a forced request, and delays later ones for it', () => {
    const budget = new RequestBudget(PLAIN, 0);
    drain(budget, 'safety', 0);
    for (let i = 0; i < 4; i++) budget.overdraw('safety', 0);
    expect(budget.take('safety', 2 * SECOND)).toBe(true); // from the lanes below
    expect(budget.take('data', 2 * SECOND)).toBe(true);
    drain(budget, 'trading', 2 * SECOND);
    expect(budget.take('safety', 2 * SECOND)).toBe(false);
    expect(budget.take('safety', 2.5 * SECOND)).toBe(true);
  });

  it('is unaffected by a time that goes back', () => {
    const budget = new RequestBudget(PLAIN, 10 * SECOND);
    drain(budget, 'safety', 10 * SECOND);
    expect(budget.take('safety', 5 * SECOND)).toBe(false);
    expect(drain(budget, 'data', 11 * SECOND)).toBe(4);
    expect(new RequestBudget(PLAIN, 10 * SECOND).take('data', 5 * SECOND)).toBe(true);
  });
});

describe('part of the data share reserved for queries', () => {
  it('is one request a second of ten, which rates do not get', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    expect(drain(budget, 'data', 0)).toBe(3);
    expect(budget.take('queries', 0)).toBe(true);
    expect(budget.take('queries', 0)).toBe(false);
  });

  it('may be filled up from what rates leave', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    let count = 0;
    while (budget.take('queries', 0)) count++;
    expect(count).toBe(4);
  });

  it('is used by orders and cancels in need', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    expect(drain(budget, 'safety', 0)).toBe(10);
    expect(budget.has('queries', 0)).toBe(false);
  });
});

describe('spare request', () => {
  it('is left in the own share, for its users too', () => {
    const budget = new RequestBudget({ safety: 1, trading: 2, data: 1 }, 0);
    expect(budget.take('trading', 0, 1)).toBe(true);
    expect(budget.take('trading', 0, 1)).toBe(true); // from data
    expect(budget.take('trading', 0, 1)).toBe(false);
    expect(budget.take('trading', 0)).toBe(true);
    expect(budget.take('trading', 0)).toBe(false);
  });
});

/** Requests a second of a lane whose bucket was empty, over ten of them. */
function measurePace(budget: RequestBudget, lane: Lane, from: Micros): number {
  drain(budget, lane, from);
  let count = 0;
  for (let at = from; at <= from + 10 * SECOND; at += 10 * MILLISECOND) {
    count += drain(budget, lane, at);
  }
  return count / 10;
}

describe('throttle', () => {
  it('slows trading and data to its share, and never safety', () => {
    const slow = () => {
      const budget = new RequestBudget(PLAIN, 0);
      for (const lane of LANES) drain(budget, lane, 0);
      budget.throttle(0.5, MINUTE, 0);
      return budget;
    };
    expect(measurePace(slow(), 'data', SECOND)).toBe(2);
    expect(measurePace(slow(), 'trading', SECOND)).toBe(4); // its own 2, and the 2 of data
    const budget = slow();
    for (let i = 1; i <= 20; i++) {
      drain(budget, 'trading', i * SECOND);
      expect(budget.take('safety', i * SECOND)).toBe(true);
      expect(budget.take('safety', i * SECOND)).toBe(true);
    }
  });

  it('leaves polls of orders their share of trading, and a place its request', () => {
    const budget = new RequestBudget(PLAIN, 0);
    for (const lane of LANES) drain(budget, lane, 0);
    budget.throttle(1 / 16, MINUTE, 0);
    const asked: number[] = [];
    for (let second = 1; second <= 20; second++) {
      drain(budget, 'data', second * SECOND);
      if (budget.take('trading', second * SECOND, 1)) asked.push(second);
    }
    // a quarter of a request a second: two after 8 s, of which one stays
    expect(asked).toEqual([8, 12, 16, 20]);
    expect(drain(budget, 'trading', 20 * SECOND)).toBe(1);
  });

  it('leaves queries their own share of data, so that they need none of the rates', () => {
    const budget = new RequestBudget(DEFAULT_SHARES, 0);
    for (const lane of LANES) drain(budget, lane, 0);
    budget.throttle(1 / 16, MINUTE, 0);
    const asked: number[] = [];
    for (let second = 1; second <= 33; second++) {
      drain(budget, 'data', second * SECOND);
      if (budget.take('queries', second * SECOND)) asked.push(second);
    }
    expect(asked).toEqual([16, 32]);
  });

  it('halves again only after a second, and stops at a sixteenth', () => {
    const budget = new RequestBudget(PLAIN, 0);
    budget.throttle(0.5, MINUTE, 0);
    budget.throttle(0.5, 2 * MINUTE, 999 * MILLISECOND);
    expect(budget.paceAt(SECOND)).toBe(0.5);
    budget.throttle(0.5, 2 * MINUTE, SECOND);
    expect(budget.paceAt(SECOND)).toBe(0.25);
    for (let i = 2; i < 10; i++) budget.throttle(0.5, 2 * MINUTE, i * SECOND);
    expect(budget.paceAt(MINUTE)).toBe(1 / 16);
  });

  it('recovers a twentieth in each quiet minute after its end, up to all', () => {
    const budget = new RequestBudget(PLAIN, 0);
    budget.throttle(0.5, 2 * MINUTE, 0);
    expect(budget.paceAt(3 * MINUTE - 1)).toBe(0.5);
    expect(budget.paceAt(3 * MINUTE)).toBe(0.55);
    expect(budget.paceAt(7 * MINUTE)).toBe(0.75);
    expect(budget.paceAt(12 * MINUTE)).toBe(1);
    expect(budget.paceAt(60 * MINUTE)).toBe(1);
  });

  it('starts from the recovered share', () => {
    const budget = new RequestBudget(PLAIN, 0);
    budget.throttle(0.5, MINUTE, 0);
    budget.throttle(0.5, 8 * MINUTE, 7 * MINUTE);
    expect(budget.paceAt(7 * MINUTE)).toBe(0.4); // half of 0.8
  });

  it('of less than a minute ends at its end, however often it came', () => {
    const budget = new RequestBudget(PLAIN, 0);
    for (const at of [0, 999 * MILLISECOND, SECOND]) budget.throttle(0.5, at + 5 * SECOND, at);
    expect(budget.paceAt(SECOND)).toBe(0.25);
    expect(budget.paceAt(6 * SECOND - 1)).toBe(0.25);
    expect(budget.paceAt(6 * SECOND)).toBe(1);
    budget.throttle(0.5, 15 * SECOND, 10 * SECOND);
    expect(budget.paceAt(10 * SECOND)).toBe(0.5);
  });

  it('of less than a minute adds to a long one, and neither goes below a sixteenth', () => {
    const budget = new RequestBudget(PLAIN, 0);
    for (const at of [0, SECOND]) budget.throttle(0.5, at + MINUTE, at);
    for (let at = 2; at < 10; at++) budget.throttle(0.5, (at + 5) * SECOND, at * SECOND);
    expect(budget.paceAt(9 * SECOND)).toBe(1 / 16);
    expect(budget.paceAt(14 * SECOND)).toBe(0.25);
  });
});

describe('budget that the venue blocks', () => {
  it('lets only safety requests leave until the stated time', () => {
    const budget = new RequestBudget(PLAIN, 0);
    budget.blockUntil(5 * SECOND);
    expect(budget.take('trading', 5 * SECOND - 1)).toBe(false);
    expect(budget.take('data', 5 * SECOND - 1)).toBe(false);
    expect(budget.take('safety', 5 * SECOND - 1)).toBe(true);
    expect(budget.take('data', 5 * SECOND)).toBe(true);
  });

  it('is not unblocked sooner by a later response', () => {
    const budget = new RequestBudget(PLAIN, 0);
    budget.blockUntil(5 * SECOND);
    budget.blockUntil(SECOND);
    expect(budget.take('data', 4 * SECOND)).toBe(false);
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

describe('request budget under any demand', () => {
  it('exceeds its shares and one burst in no window of time', () => {
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
      { numRuns: countRuns(300) },
    );
  });

  it('gives safety its share, whatever the other lanes request', () => {
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
      { numRuns: countRuns(300) },
    );
  });
});
