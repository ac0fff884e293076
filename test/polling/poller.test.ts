// The poll scheduler on a stepped clock: grid, budget, connections, back-off.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Instant, MILLISECOND, MINUTE, SECOND } from '../../src/domain/index.js';
import type { Clock } from '../../src/determinism/index.js';
import { type Lane, type LaneShares, RequestBudget } from '../../src/polling/request-budget.js';
import { createGrid, createPoller, type PollEnd, type Poller } from '../../src/polling/index.js';
import { createSteppedClock, type SteppedClock } from '../../src/torture/stepped-clock.js';
import { countRuns } from '../runs.js';

const START_AT = 1_767_693_600_000_000;
const INTERVAL = 250 * MILLISECOND;
const PLENTY: LaneShares = { safety: 1_000, trading: 1_000, data: 1_000 };

interface Setup {
  readonly clock: SteppedClock;
  readonly budget: RequestBudget;
  readonly poller: Poller;
}

function setUp({
  shares = PLENTY,
  seed = 1,
  restsWhenRefused = true,
  wrap = (clock: Clock): Clock => clock,
} = {}): Setup {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const clock = createSteppedClock(START_AT, turn);
  const budget = new RequestBudget(shares, START_AT);
  const poller = createPoller({
    ...{ clock: wrap(clock), budget, maxInFlight: 4, seed },
    restsWhenRefused,
  });
  return { clock, budget, poller };
}

interface TaskOptions {
  readonly interval?: number;
  readonly lane?: Lane;
  readonly answer?: () => Promise<PollEnd>;
}

/** Polls on the key's grid and gives the times after the start at which it asked. */
function record(
  { clock, poller }: Setup,
  key: string,
  { interval = INTERVAL, lane = 'data', answer = () => Promise.resolve(true) }: TaskOptions = {},
): { readonly times: number[]; readonly stop: () => void } {
  const times: number[] = [];
  const poll = poller.poll({
    key,
    lane,
    schedule: poller.grid(key, interval),
    ask: () => {
      times.push(clock.now() - START_AT);
      return answer();
    },
  });
  return { times, stop: () => poll.stop() };
}

/** An answer that a test gives. */
function hold(): { answer: () => Promise<boolean>; release: (hasWorked?: boolean) => void } {
  const waiting: ((hasWorked: boolean) => void)[] = [];
  return {
    answer: () => new Promise((resolve) => waiting.push(resolve)),
    release: (hasWorked = true) => waiting.shift()?.(hasWorked),
  };
}

function toGaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, i) => time - times[i]!);
}

describe('poll grid', () => {
  it('is start, phase and every interval, without drift over 1,000 polls', async () => {
    const setup = setUp();
    const { times } = record(setup, 'rate/EUR/USD');
    await setup.clock.advanceTo(START_AT + 1_000 * INTERVAL);
    const phase = times[0]!;
    expect(phase).toBeLessThan(INTERVAL);
    expect(times).toEqual(Array.from({ length: 1_000 }, (_, n) => phase + n * INTERVAL));
  });

  it('does not move when timers fire late', async () => {
    const late = 40 * MILLISECOND;
    const setup = setUp({
      wrap: (clock) => ({
        now: () => clock.now(),
        at: (dueAt: Instant, action: () => void) => clock.at(dueAt + late, action),
      }),
    });
    const punctual = record(setUp(), 'a');
    const { times } = record(setup, 'a');
    await setup.clock.advanceTo(START_AT + 100 * INTERVAL);
    expect(punctual.times).toEqual([]);
    expect(times[99]! - times[0]!).toBe(99 * INTERVAL);
  });

  it('skips points that passed while the timer was late', async () => {
    const setup = setUp();
    let stall = 0;
    const clock: Clock = {
      now: () => setup.clock.now(),
      at: (dueAt, action) => setup.clock.at(dueAt + stall, action),
    };
    const budget = new RequestBudget(PLENTY, START_AT);
    const stalling = { ...setup, poller: createPoller({ clock, budget, maxInFlight: 4, seed: 1 }) };
    const { times } = record(stalling, 'a');
    await setup.clock.advanceTo(START_AT + INTERVAL);
    stall = 3 * INTERVAL;
    await setup.clock.advanceTo(START_AT + 2 * INTERVAL);
    stall = 0;
    await setup.clock.advanceTo(START_AT + 8 * INTERVAL);
    expect(toGaps(times).map((gap) => gap / INTERVAL)).toEqual([1, 4, 1, 1]);
  });

  it('has a phase that differs by key and by seed, and repeats', async () => {
    const first = async (key: string, seed: number): Promise<number> => {
      const setup = setUp({ seed });
      const { times } = record(setup, key);
      await setup.clock.advanceTo(START_AT + INTERVAL);
      return times[0]!;
    };
    const phases = await Promise.all([first('a', 1), first('b', 1), first('a', 2)]);
    expect(new Set(phases).size).toBe(3);
    expect(await first('a', 1)).toBe(phases[0]);
  });
});

describe('refused poll', () => {
  it('rests until it is resumed, and rests again when it is refused again', async () => {
    const setup = setUp();
    const { times } = record(setup, 'a', { answer: () => Promise.resolve('refused') });
    await setup.clock.advanceTo(START_AT + 10 * INTERVAL);
    expect(times).toHaveLength(1);
    for (const count of [2, 3]) {
      setup.poller.resumeRefused();
      await setup.clock.advanceTo(setup.clock.now() + 5 * INTERVAL);
      expect(times).toHaveLength(count);
    }
    expect(toGaps(times).every((gap) => gap % INTERVAL === 0)).toBe(true);
  });

  it('backs off like a failed one where nobody resumes it', async () => {
    const setup = setUp({ restsWhenRefused: false });
    let left = 2;
    const answer = () => Promise.resolve(left-- > 0 ? ('refused' as const) : true);
    const { times } = record(setup, 'a', { answer });
    await setup.clock.advanceTo(START_AT + 20 * INTERVAL);
    const [first = 0, second = 0, ...later] = toGaps(times).map((gap) => gap / INTERVAL);
    expect([first > 1, second > 2]).toEqual([true, true]);
    expect(new Set(later)).toEqual(new Set([1]));
  });

  it('does not continue once it was stopped', async () => {
    const setup = setUp();
    const { times, stop } = record(setup, 'a', { answer: () => Promise.resolve('refused') });
    await setup.clock.advanceTo(START_AT + 2 * INTERVAL);
    stop();
    setup.poller.resumeRefused();
    await setup.clock.advanceTo(START_AT + 9 * INTERVAL);
    expect(times).toHaveLength(1);
  });
});

describe('poll', () => {
  it('skips the points at which its last request is still in flight', async () => {
    const setup = setUp();
    const { answer, release } = hold();
    const { times } = record(setup, 'a', { answer });
    await setup.clock.advanceTo(START_AT + 3 * INTERVAL);
    expect(times).toHaveLength(1);
    release();
    await setup.clock.advanceTo(START_AT + 4 * INTERVAL);
    expect(toGaps(times)).toEqual([3 * INTERVAL]);
  });

  it('sends no more requests once it is stopped, also when stopped in flight', async () => {
    const setup = setUp();
    const { answer, release } = hold();
    const { times, stop } = record(setup, 'a', { answer });
    await setup.clock.advanceTo(START_AT + INTERVAL);
    stop();
    release(false);
    await setup.clock.advanceTo(START_AT + MINUTE);
    expect(times).toHaveLength(1);
  });

  it('is postponed to its next point while its lane is used up', async () => {
    const setup = setUp({ shares: { safety: 0, trading: 0, data: 1 } });
    const { times } = record(setup, 'a');
    await setup.clock.advanceTo(START_AT + 20 * SECOND);
    expect(new Set(toGaps(times))).toEqual(new Set([SECOND]));
  });

  it('of the safety lane is sent although the budget is empty', async () => {
    const setup = setUp({ shares: { safety: 0, trading: 0, data: 0 } });
    const safety = record(setup, 'a', { lane: 'safety' });
    const trading = record(setup, 'b', { lane: 'trading' });
    await setup.clock.advanceTo(START_AT + 10 * INTERVAL);
    expect([safety.times.length, trading.times.length]).toEqual([10, 0]);
  });

  it('leaves the last connection to safety', async () => {
    const setup = setUp();
    const { answer, release } = hold();
    const polls = ['a', 'b', 'c', 'd', 'e'].map((key) => record(setup, key, { answer }));
    const count = () => polls.flatMap(({ times }) => times).length;
    await setup.clock.advanceTo(START_AT + 3 * INTERVAL);
    expect(count()).toBe(3);
    expect(setup.poller.tryRequest('trading', () => Promise.resolve(true))).toBeUndefined();
    const safety = ['s', 't'].map((key) => record(setup, key, { lane: 'safety', answer }));
    await setup.clock.advanceTo(START_AT + 6 * INTERVAL);
    expect(safety.map(({ times }) => times.length)).toEqual([1, 1]);
    // Two for safety are still under way, so two are left for all others.
    for (let i = 0; i < 3; i++) release();
    await setup.clock.advanceTo(START_AT + 9 * INTERVAL);
    expect(count()).toBe(5);
  });

  it('shares a budget that is too small fairly and uses all of it', async () => {
    const poll = fc.record({
      count: fc.integer({ min: 2, max: 12 }),
      share: fc.integer({ min: 1, max: 8 }),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(poll, async ({ count, share, seed }) => {
        const seconds = 60;
        const setup = setUp({ seed, shares: { safety: 0, trading: 0, data: share } });
        const polls = Array.from({ length: count }, (_, i) => record(setup, `p${i}`));
        await setup.clock.advanceTo(START_AT + seconds * SECOND);
        const asked = polls.map(({ times }) => times.length);
        const total = asked.reduce((sum, n) => sum + n, 0);
        expect(Math.max(...asked) - Math.min(...asked)).toBeLessThanOrEqual(2);
        const wanted = Math.min(count * 4, share) * seconds;
        expect(total).toBeLessThanOrEqual(share * (seconds + 1) + 1);
        expect(total).toBeGreaterThan(0.9 * wanted);
      }),
      { numRuns: countRuns(15) },
    );
  });

  it('of an order continues under any throttle, though rates use up their lane', async () => {
    const setup = setUp({ shares: { safety: 2, trading: 4, data: 4 } });
    for (let i = 0; i < 4; i++) {
      const at = START_AT + i * SECOND;
      setup.budget.throttle(0.5, at + MINUTE, at);
    }
    const rates = ['EUR/USD', 'GBP/USD'].map((symbol) => record(setup, symbol));
    const order = record(setup, 'order', { lane: 'trading' });
    await setup.clock.advanceTo(START_AT + 50 * SECOND);
    expect(rates.every(({ times }) => times.length > 0)).toBe(true);
    // 4 a second by 16 make one in 4 s
    expect(order.times.filter((time) => time > 10 * SECOND).length).toBeGreaterThanOrEqual(9);
  });

  it('does not wait for a slower one that was postponed', async () => {
    const setup = setUp({ shares: { safety: 0, trading: 0, data: 2 } });
    const slow = record(setup, 'slow', { interval: 30 * SECOND });
    const quick = record(setup, 'quick', { interval: 100 * MILLISECOND });
    await setup.clock.advanceTo(START_AT + 5 * MINUTE);
    expect(quick.times.length).toBeGreaterThan(550);
    expect(slow.times.length).toBeGreaterThan(0);
  });
});

describe('failing poll', () => {
  const fail = (): Promise<boolean> => Promise.resolve(false);

  it('skips twice as many points each time, up to 5 s', async () => {
    const setup = setUp();
    const { times } = record(setup, 'a', { answer: fail });
    await setup.clock.advanceTo(START_AT + MINUTE);
    const points = toGaps(times).map((gap) => gap / INTERVAL);
    [1, 2, 4, 8].forEach((least, i) => {
      expect(points[i]).toBeGreaterThan(least);
      expect(points[i]).toBeLessThanOrEqual(2 * least);
    });
    expect(new Set(points.slice(5))).toEqual(new Set([20]));
  });

  it('draws its back-off from the seed, not its points', async () => {
    const run = async (seed: number, key: string): Promise<number[]> => {
      const setup = setUp({ seed });
      const times: number[] = [];
      setup.poller.poll({
        key,
        lane: 'data',
        schedule: createGrid(START_AT, INTERVAL),
        ask: () => {
          times.push(setup.clock.now() - START_AT);
          return fail();
        },
      });
      await setup.clock.advanceTo(START_AT + 20 * SECOND);
      return times;
    };
    const [a, b, c] = await Promise.all([run(1, 'a'), run(1, 'a'), run(2, 'a')]);
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
    expect(a.every((time) => time % INTERVAL === 0)).toBe(true);
  });

  it('returns to every point after one success', async () => {
    const setup = setUp();
    let left = 4;
    const { times } = record(setup, 'a', { answer: () => Promise.resolve(left-- <= 0) });
    await setup.clock.advanceTo(START_AT + MINUTE);
    expect(new Set(toGaps(times.slice(4)))).toEqual(new Set([INTERVAL]));
  });

  it('with long gaps is sent at its next point', async () => {
    const setup = setUp();
    const { times } = record(setup, 'a', { interval: 10 * SECOND, answer: fail });
    await setup.clock.advanceTo(START_AT + 5 * MINUTE);
    expect(new Set(toGaps(times))).toEqual(new Set([10 * SECOND]));
  });
});
