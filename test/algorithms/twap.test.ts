// A TWAP in the kernel: slices, prices, catch-up, the end and the undealable rest.
import { describe, expect, it } from 'vitest';
import {
  createInstrument,
  type Instrument,
  type InstrumentTerms,
  SECOND,
  unwrap,
} from '../../src/domain/index.js';
import type { ExecuteIntent } from '../../src/domain/orders/index.js';
import { Bot, EUR_USD, START, THOUSAND, USD_JPY } from '../kernel/harness.js';

/** 1.10010 and 5 basis points, and 1.10000 less 5. */
const CAP_BUY = 110_065;
const CAP_SELL = 109_945;

/** A bot at work: buys 10,000 EUR/USD in ten slices over 100 seconds unless told otherwise. */
class Work {
  readonly bot: Bot;
  readonly #start: number;
  #ticket = 0;

  constructor(
    parent: Partial<ExecuteIntent> = {},
    params: object = {},
    limits: Readonly<Record<string, unknown>> = {},
    terms?: InstrumentTerms,
  ) {
    const eurUsd: Instrument = unwrap(createInstrument(0, 'EUR/USD', terms));
    const instruments = terms === undefined ? [EUR_USD, USD_JPY] : [eurUsd, USD_JPY];
    this.bot = new Bot({ limits, instruments }).warmUp();
    this.#start = this.bot.now;
    this.bot.act('alpha', (ctx) => {
      ctx.execute({
        algorithm: 'twap',
        key: 'main',
        symbol: 'EUR/USD',
        side: 'Buy',
        size: 10_000,
        params: { duration: '100s', slices: 10, ...params },
        ...parent,
      });
    });
    this.bot.wait(0);
  }

  /** Goes on to so many seconds after the start. */
  to(seconds: number): this {
    this.bot.now = this.#start + Math.round(seconds * SECOND);
    this.bot.wait(0);
    return this;
  }

  rate(bidTicks: number, offerTicks: number): this {
    this.bot.rate(EUR_USD, bidTicks, offerTicks);
    return this;
  }

  /** Fills the newest child by a share and ends it. */
  fill(share = 1): this {
    const child = this.bot.placed.at(-1)!;
    if (this.bot.view(child).isTerminal) return this;
    const units = Math.floor(child.units * share);
    if (units > 0) this.bot.trade(child, `t${++this.#ticket}`, units);
    this.bot.status(child, share === 1 ? 'FILLED' : 'EXPIRED', units);
    return this;
  }

  /** Size of each child so far, in thousands of the base. */
  get sizes(): readonly number[] {
    return this.bot.placed.map(({ units }) => units / THOUSAND);
  }

  get prices(): readonly number[] {
    return this.bot.placed.map(({ priceTicks }) => priceTicks);
  }

  get view() {
    return this.bot.parents.at(-1)!;
  }
}

describe('a TWAP', () => {
  it('sends an equal child at every slice, the first at once, and is done with the last', () => {
    const work = new Work();
    const times: number[] = [];
    for (let second = 0; second <= 100; second += 5) {
      const before = work.bot.placed.length;
      work.to(second);
      if (second === 0 || work.bot.placed.length > before) {
        times.push(second);
        work.fill();
      }
    }
    expect(times).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(work.sizes).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(work.view).toMatchObject({
      state: 'DONE',
      filledUnits: 10 * THOUSAND,
      bookedUnits: 10 * THOUSAND,
      slicesDone: 10,
      slices: 10,
      reason: '',
    });
    expect(work.bot.placed[0]).toMatchObject({ type: 'Limit', timeInForce: 'IOC', side: 'Buy' });
    expect(work.bot.orders.every((view) => view.parent === 'main')).toBe(true);
  });

  it('fires each slice at its own time, also after a long sleep', () => {
    const work = new Work().fill().to(35);
    const [, second] = work.bot.orders.filter((view) => view.state === 'SENDING');
    expect(second?.at).toBe(START + 4_000 - 1_000 + 10 * SECOND);
    expect(work.view.slicesDone).toBe(4);
  });

  it('catches up at the next slice what the last one did not fill', () => {
    const work = new Work().fill(0.4).to(10);
    expect(work.sizes).toEqual([1, 1.6]);
    work.fill(0).to(20);
    expect(work.sizes).toEqual([1, 1.6, 2.6]);
  });

  it('does not send again what is still working', () => {
    const work = new Work().to(10);
    expect(work.sizes).toEqual([1, 1]);
    work.to(20);
    expect(work.sizes).toEqual([1, 1, 1]);
  });

  it('catches up what the gate refused', () => {
    const work = new Work();
    const paused = { status: 400, code: 'InvalidOrderQty' };
    work.bot.answer(work.bot.placed[0]!, 'rejected', paused);
    work.to(65);
    expect(work.sizes).toEqual([1, 7]);
    expect(work.bot.refusals.map(({ rule }) => rule)).toEqual(Array(5).fill('RC39'));
  });

  it('varies its sizes by its seed, and sums to the whole', () => {
    const run = () => {
      const work = new Work({}, { sizeJitter: 0.3 });
      for (let second = 0; second < 100; second += 10) work.to(second).fill();
      return work;
    };
    const [first, second] = [run(), run()];
    expect(first.sizes).toEqual(second.sizes);
    expect(new Set(first.sizes).size).toBeGreaterThan(3);
    expect(first.sizes.reduce((sum, size) => sum + size, 0)).toBeCloseTo(10, 9);
    expect(first.view.state).toBe('DONE');
  });
});

describe('price of a TWAP child', () => {
  it.each([
    ['Buy', undefined, CAP_BUY],
    ['Buy', 1.2, CAP_BUY],
    ['Buy', 1.1005, 110_050],
    ['Buy', 1.1001, 110_010],
    ['Sell', undefined, CAP_SELL],
    ['Sell', 1, CAP_SELL],
    ['Sell', 1.0996, 109_960],
    ['Sell', 1.1, 110_000],
  ] as const)(
    'of a %s with limit %s is %i: the tighter of limit and collar',
    (side, limit, ticks) => {
      const work = new Work({ side, ...(limit === undefined ? {} : { limitPrice: limit }) });
      expect(work.prices).toEqual([ticks]);
      expect(work.bot.refusals).toEqual([]);
    },
  );

  it('follows the touch', () => {
    const work = new Work().fill().rate(111_000, 111_010).to(10);
    expect(work.prices).toEqual([CAP_BUY, 111_065]);
  });

  it('uses the cap of the limits', () => {
    const work = new Work({}, {}, { RC15: { G10: 10 } });
    expect(work.prices).toEqual([110_120]);
    expect(work.bot.refusals).toEqual([]);
  });

  it.each([
    ['Buy', 1.1001, 110_001, 110_011],
    ['Sell', 1.1, 109_999, 110_009],
  ] as const)(
    'of a %s is undefined while the market is beyond its limit',
    (side, limit, bid, offer) => {
      const work = new Work({ side, limitPrice: limit }).fill();
      work.rate(bid, offer).to(10).to(20);
      expect(work.sizes).toEqual([1]);
      work.rate(110_000, 110_010).to(30);
      expect(work.sizes).toEqual([1, 3]);
      expect(work.bot.refusals).toEqual([]);
    },
  );

  it('is undefined while the rate is broken', () => {
    const work = new Work().fill().rate(110_010, 110_000).to(10);
    expect(work.sizes).toEqual([1]);
    work.rate(110_000, 110_010).to(20);
    expect(work.sizes).toEqual([1, 2]);
    expect(work.bot.refusals).toEqual([]);
  });
});

describe('end of a TWAP', () => {
  it('sweeps its rest at once', () => {
    const work = new Work().fill(0).to(95);
    for (let i = 1; i < 10; i++) work.bot.status(work.bot.placed[i]!, 'EXPIRED');
    const before = work.sizes.length;
    work.to(99.999_999);
    expect(work.sizes).toHaveLength(before);
    work.to(100);
    expect(work.sizes.at(-1)).toBe(10);
    work.fill();
    expect(work.view.state).toBe('DONE');
  });

  it('sweeps every two seconds, ten times, and gives up the rest', () => {
    const work = new Work({}, { slices: 1 }).fill(0.5).to(99);
    const sweeps: number[] = [];
    for (let second = 100; second <= 140; second++) {
      const before = work.sizes.length;
      work.to(second);
      if (work.sizes.length === before) continue;
      sweeps.push(second);
      work.fill(0);
    }
    expect(sweeps).toEqual([100, 102, 104, 106, 108, 110, 112, 114, 116, 118]);
    expect(work.view).toMatchObject({
      state: 'STOPPED',
      filledUnits: 5 * THOUSAND,
      reason: '10 sweeps did not fill the rest',
    });
  });

  it('stops with the last sweep, not before', () => {
    const work = new Work({}, { slices: 1 }).fill(0);
    work.to(119.999_999);
    expect(work.view.state).toBe('WORKING');
    work.bot.status(work.bot.placed.at(-1)!, 'EXPIRED');
    work.to(120);
    expect(work.view.state).toBe('STOPPED');
  });

  it('stops at once on command, and gives up its rest', () => {
    const work = new Work({}, { atEnd: 'stop', slices: 2 }).fill().to(50).fill(0.5).to(99.999_999);
    expect(work.view.state).toBe('WORKING');
    work.to(100);
    expect(work.view).toMatchObject({
      state: 'STOPPED',
      filledUnits: 7.5 * THOUSAND,
      reason: 'the end of the schedule was reached',
    });
    work.to(200);
    expect(work.sizes).toEqual([5, 5]);
  });

  it('waits for a child that still works, cancels it, and counts its fill', () => {
    const work = new Work({}, { atEnd: 'stop', slices: 1 }).to(100);
    expect(work.view.state).toBe('WORKING');
    expect(work.bot.cancels).toHaveLength(1);
    work.bot.trade(work.bot.placed[0]!, 't1', 3 * THOUSAND);
    work.bot.status(work.bot.placed[0]!, 'CANCELED', 3 * THOUSAND);
    expect(work.view).toMatchObject({ state: 'STOPPED', filledUnits: 3 * THOUSAND });
  });

  it('is done, not stopped, when the last child still fills it', () => {
    const work = new Work({}, { atEnd: 'stop', slices: 1 }).to(100).fill();
    expect(work.view).toMatchObject({ state: 'DONE', reason: '' });
  });

  it('sends nothing once it is done', () => {
    const work = new Work({}, { slices: 1 }).fill().to(300);
    expect(work.sizes).toEqual([10]);
    expect(work.view.state).toBe('DONE');
  });
});

describe('odd sizes of a TWAP', () => {
  it('wait until the smallest order is reached', () => {
    const work = new Work({ size: 1_800 }, { slices: 2 });
    expect(work.sizes).toEqual([]);
    work.to(50);
    expect(work.sizes).toEqual([1.8]);
  });

  it('add a rest below the smallest order to the last child', () => {
    const work = new Work({ size: 2_900 }, { slices: 3 });
    expect(work.sizes).toEqual([]);
    work.to(34);
    expect(work.sizes).toEqual([2.9]);
  });

  it('leave enough for one more order when a child may not be larger', () => {
    const work = new Work({ size: 5_500 }, { slices: 1 }, { RC04: { G10: 5_000 } });
    expect(work.sizes).toEqual([4.5]);
    work.fill().to(100);
    expect(work.sizes).toEqual([4.5, 1]);
    work.fill();
    expect(work.view.state).toBe('DONE');
  });

  it('never go beyond the largest order', () => {
    const work = new Work({ size: 30_000 }, { slices: 1 }, { RC04: { G10: 10_000 } });
    work.fill().to(100).fill().to(102).fill();
    expect(work.sizes).toEqual([10, 10, 10]);
    expect(work.bot.refusals).toEqual([]);
    expect(work.view.state).toBe('DONE');
  });

  it('leave a rest that no order can have: it is given up with a reason', () => {
    const work = new Work({ size: 1_500 }, { slices: 1 }).fill(2 / 3).to(200);
    expect(work.sizes).toEqual([1.5]);
    expect(work.view).toMatchObject({
      state: 'STOPPED',
      filledUnits: THOUSAND,
      reason: 'the rest 500 is below the minimum order size 1,000',
    });
  });

  it('end their parent as soon as no working child could change the rest', () => {
    const work = new Work({ size: 2_299.45 }, { slices: 1 }).fill(0.8).to(0);
    const reason = 'the rest 459.89 is below the minimum order size 1,000';
    expect(work.view).toMatchObject({ state: 'STOPPED', reason, at: work.bot.now });
  });

  it('whose rest no sweep could send are reported as such', () => {
    const work = new Work({ limitPrice: 1 }, { slices: 1 }).to(200);
    expect(work.sizes).toEqual([]);
    expect(work.view.reason).toMatch(/^no order could be sent for the rest in 10 sweeps: /);
  });

  it('are whole steps of the instrument', () => {
    const terms = { sizeIncrement: 500, minSize: 1_000 };
    const work = new Work({ size: 10_000 }, { slices: 3 }, {}, terms);
    work.fill(0.5).to(34);
    expect(work.sizes).toEqual([3, 5]);
    expect(work.bot.refusals).toEqual([]);
    const most = { RC04: { G10: 2_300 } };
    const small = new Work({ size: 4_000 }, { slices: 1 }, most, terms).fill().to(100);
    expect(small.sizes).toEqual([2, 2]);
    expect(small.bot.refusals).toEqual([]);
  });
});

describe('TWAP and the order rate', () => {
  const RATE = { strategyPerSecond: 2, strategyPerMinute: 30, allPerSecond: 5, allPerMinute: 40 };

  /** Goes on for so many seconds in which every child fills at once. */
  function fillAll(work: Work, seconds: number): void {
    let seen = work.bot.placed.length;
    work.fill();
    for (let second = 1; second <= seconds; second++) {
      work.rate(110_000 - (second % 2), 110_010);
      work.to(second);
      for (; seen < work.bot.placed.length; seen++) work.fill();
    }
  }

  it('plans as many slices as RC33 lets pass, and is refused none', () => {
    // 120 slices in 120 s are one a second; 30 a minute are 60.
    const params = { duration: '120s', slices: 120 };
    const work = new Work({ size: 60_000 }, params, { RC33: RATE });
    expect(work.bot.notes).toMatchObject([{ fields: { asked: 120, slices: 60 } }]);
    fillAll(work, 130);
    expect(work.bot.refusals).toEqual([]);
    expect(work.bot.parents.at(-1)).toMatchObject({ state: 'DONE', slices: 60 });
  });

  it('keeps a plan that fits: 30 slices within half a minute', () => {
    const work = new Work({ size: 30_000 }, { duration: '30s', slices: 30 }, { RC33: RATE });
    expect(work.bot.notes).toEqual([]);
    fillAll(work, 31);
    expect(work.bot.placed).toHaveLength(30);
    expect(work.bot.refusals).toEqual([]);
  });

  it('catches up what other orders left no room for, without a refusal', () => {
    const limits = { RC33: { ...RATE, strategyPerSecond: 100, strategyPerMinute: 3 } };
    const work = new Work({ size: 6_000 }, { duration: '2m', slices: 6 }, limits);
    work.fill();
    work.bot.mustPlace({ size: 2_000 });
    work.bot.mustPlace({ size: 3_000 });
    work.to(20).to(40);
    expect(work.bot.refusals).toEqual([]);
    expect(work.bot.placed).toHaveLength(3);
    // A minute after the first three there is room again: four slices at once.
    work.to(60);
    expect(work.bot.placed.at(-1)).toMatchObject({ units: 3 * THOUSAND });
  });
});

describe('venue that changes its sizes during a TWAP', () => {
  /** Plays the parent with these terms after its first slice. */
  const play = (minSize: number, sizeIncrement: number) => {
    const work = new Work();
    work.fill();
    const { bot } = work;
    const terms = { minSize, sizeIncrement };
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms });
    for (let seconds = 1; seconds <= 130; seconds++)
      work
        .to(seconds)
        .rate(110_000, 110_010 + (seconds % 2))
        .fill();
    return work;
  };

  it.each([
    [1_500, 500, [1, 2, 2, 2, 3], 'DONE'],
    [1_000, 3_000, [1, 3, 3, 3], 'DONE'],
    [1_000, 4_000, [1, 4, 4], 'STOPPED'], // no step of 4,000 fits the last 1,000
    [6_000, 1_000, [1, 9], 'DONE'],
    [20_000, 1_000, [1], 'STOPPED'],
  ] as const)('gets sizes of at least %d in steps of %d: %j', (least, step, sizes, state) => {
    const work = play(least, step);
    expect(work.sizes).toEqual(sizes);
    expect(work.bot.refusals).toEqual([]);
    expect(work.view.state).toBe(state);
  });
});
