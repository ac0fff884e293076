// The oracle on cases computed by hand, and the scripts that are to be played with it.
import { describe, expect, it } from 'vitest';
import { runNaive, type NaiveResult } from './naive-venue.js';
import {
  createRandom,
  generateScript,
  UNLIMITED,
  type CancelStep,
  type PlaceStep,
  type RateStep,
  type ScriptSettings,
  type Step,
} from './script.js';

const SECOND = 1_000_000;

/** Plays the steps on EUR/USD (from 10 units in steps of 5) and GBP/USD (any size). */
function play(steps: readonly Step[], settings: Partial<ScriptSettings> = {}): NaiveResult {
  return runNaive({
    settings: { latencyOrders: 0, latencyReplies: 0, fillTiming: 'arrival', ...settings },
    instruments: [
      { symbol: 'EUR/USD', baseDecimals: 2, ratePrecision: 5, minSize: 10, sizeIncrement: 5 },
      { symbol: 'GBP/USD', baseDecimals: 2, ratePrecision: 5, minSize: 1, sizeIncrement: 1 },
    ],
    steps,
  });
}

/** A rate of EUR/USD, without limit of size unless told. */
function rate(at: number, bidTicks: number, offerTicks: number, more: Partial<RateStep> = {}) {
  const sizes = { bidUnits: UNLIMITED, offerUnits: UNLIMITED };
  const step: RateStep = { at, kind: 'rate', symbol: 'EUR/USD', bidTicks, offerTicks, ...sizes };
  return { ...step, ...more };
}

/** A limit order to buy EUR/USD, good till canceled unless told. */
function place(
  at: number,
  coId: string,
  units: number,
  priceTicks: number,
  more: Partial<PlaceStep> = {},
): PlaceStep {
  const order = { symbol: 'EUR/USD', side: 'Buy', type: 'Limit', timeInForce: 'GTC' } as const;
  return { at, kind: 'place', coId, ...order, units, priceTicks, expirySeconds: 0, ...more };
}

function cancel(at: number, coId: string): CancelStep {
  return { at, kind: 'cancel', coId };
}

/** Fills as `coId units@ticks at maker|taker`. */
function listFills({ fills }: NaiveResult): readonly string[] {
  return fills.map(
    ({ coId, units, ticks, at, maker }) =>
      `${coId} ${units}@${ticks} ${at} ${maker ? 'maker' : 'taker'}`,
  );
}

/** Orders as `coId status cumUnits`. */
function listOrders({ orders }: NaiveResult): readonly string[] {
  return orders.map(({ coId, status, cumUnits }) => `${coId} ${status} ${cumUnits}`);
}

describe('naive venue: placing', () => {
  it('order with a wrong size or price is rejected and its coId can be used again', () => {
    const result = play([
      place(1, 'small', 5, 100),
      place(1, 'odd', 12, 100),
      place(1, 'free', 10, 0),
      place(2, 'free', 10, 100),
      rate(3, 98, 100),
    ]);
    expect(result.rejected).toEqual(['small', 'odd', 'free']);
    expect(listOrders(result)).toEqual(['free FILLED 10']);
  });

  it('coId of an order that has ended is rejected as a duplicate', () => {
    const result = play([
      place(1, 'a', 10, 100, { timeInForce: 'IOC' }),
      place(2, 'a', 20, 100),
      place(3, 'a', 20, 100),
    ]);
    expect(result.rejected).toEqual(['a', 'a']);
    expect(listOrders(result)).toEqual(['a EXPIRED 0']);
  });
});

describe('naive venue: arriving order', () => {
  it('order fills at the touch up to the displayed size; time in force decides its rest', () => {
    const result = play([
      rate(1, 98, 100, { offerUnits: 35 }),
      place(2, 'far', 10, 99, { timeInForce: 'IOC' }),
      place(2, 'all-or-none', 40, 100, { timeInForce: 'FOK' }),
      place(2, 'part', 20, 103, { timeInForce: 'FOK' }),
      place(3, 'rest', 20, 101, { type: 'Market', timeInForce: 'IOC' }),
      place(4, 'late', 10, 100),
      place(4, 'seller', 10, 98, { side: 'Sell' }),
    ]);
    expect(listFills(result)).toEqual([
      'part 20@100 2 taker',
      'rest 15@100 3 taker',
      'seller 10@98 4 taker',
    ]);
    expect(listOrders(result)).toEqual([
      'far EXPIRED 0',
      'all-or-none EXPIRED 0',
      'part FILLED 20',
      'rest EXPIRED 15',
      'late ALIVE 0',
      'seller FILLED 10',
    ]);
  });

  it('order gets no fill before the first rate of its symbol', () => {
    const result = play([
      rate(1, 98, 100, { symbol: 'GBP/USD' }),
      place(1, 'ioc', 10, 200, { timeInForce: 'IOC' }),
      place(1, 'gtc', 10, 200),
      rate(5, 98, 100),
    ]);
    expect(listFills(result)).toEqual(['gtc 10@200 5 maker']);
    expect(listOrders(result)).toEqual(['ioc EXPIRED 0', 'gtc FILLED 10']);
  });

  it('unlimited size is never consumed; cash beyond 2^53 is exact', () => {
    const units = 8_000_000_000_000_000;
    const result = play([rate(1, 98, 100_003), place(2, 'a', units, 100_003), rate(3, 98, 99)]);
    expect(listFills(result)).toEqual([`a ${units}@100003 2 taker`]);
    expect(result.orders[0]?.cumCash).toBe(800_024_000_000_000_000_000n);
    const twice = play([rate(1, 98, 100), place(2, 'a', units, 100), place(2, 'b', units, 100)]);
    expect(listOrders(twice)).toEqual([`a FILLED ${units}`, `b FILLED ${units}`]);
  });

  it('order fills at the book of its arrival, before a rate of the same instant', () => {
    const result = play(
      [
        rate(0, 98, 100),
        place(0, 'a', 10, 100, { timeInForce: 'IOC' }),
        rate(5, 97, 99),
        place(5, 'b', 10, 100, { timeInForce: 'IOC' }),
        rate(10, 96, 98),
        rate(15, 95, 97),
        place(15, 'on-its-way', 10, 100),
      ],
      { latencyOrders: 10 },
    );
    expect(listFills(result)).toEqual(['a 10@99 10 taker', 'b 10@98 15 taker']);
    expect(listOrders(result)).toEqual(['a FILLED 10', 'b FILLED 10', 'on-its-way ALIVE 0']);
  });

  it('with fill timing next-rate, order fills at the next rate after resting orders', () => {
    const result = play(
      [
        rate(1, 98, 100),
        place(1, 'rests', 20, 99),
        rate(2, 98, 100, { symbol: 'GBP/USD' }),
        rate(3, 98, 100),
        place(3, 'first', 10, 99, { timeInForce: 'IOC' }),
        place(3, 'second', 10, 105, { timeInForce: 'IOC' }),
        rate(4, 97, 98, { offerUnits: 35 }),
        place(4, 'waits', 10, 105),
      ],
      { fillTiming: 'next-rate' },
    );
    expect(listFills(result)).toEqual([
      'rests 20@99 4 maker',
      'first 10@98 4 taker',
      'second 5@98 4 taker',
    ]);
    expect(listOrders(result)).toEqual([
      'rests FILLED 20',
      'first FILLED 10',
      'second EXPIRED 5',
      'waits ALIVE 0',
    ]);
  });
});

describe('naive venue: resting orders', () => {
  it('resting orders fill at their limit prices by price, then age', () => {
    const result = play([
      rate(1, 100, 110, { bidUnits: 0 }),
      place(2, 'low', 10, 101),
      place(2, 'high', 10, 103),
      place(3, 'low-too', 10, 101),
      place(3, 'never', 10, 99),
      place(3, 'cheap', 10, 100, { side: 'Sell' }),
      place(3, 'dear', 10, 101, { side: 'Sell' }),
      rate(4, 100, 101, { offerUnits: 24, bidUnits: 7 }),
      rate(5, 101, 103, { bidUnits: 11 }),
    ]);
    expect(listFills(result)).toEqual([
      'high 10@103 4 maker',
      'low 10@101 4 maker',
      'low-too 4@101 4 maker',
      'cheap 7@100 4 maker',
      'cheap 3@100 5 maker',
      'dear 8@101 5 maker',
    ]);
    expect(result.orders.find(({ coId }) => coId === 'cheap')?.cumCash).toBe(1000n);
  });

  it('new order gets the displayed size that resting orders left, until the next rate', () => {
    const result = play([
      rate(1, 98, 100, { offerUnits: 0 }),
      place(1, 'rests', 30, 100),
      rate(2, 98, 100, { offerUnits: 35 }),
      place(2, 'new', 10, 100),
      rate(3, 98, 100, { offerUnits: 35 }),
    ]);
    expect(listFills(result)).toEqual([
      'rests 30@100 2 maker',
      'new 5@100 2 taker',
      'new 5@100 3 maker',
    ]);
  });
});

describe('naive venue: cancel', () => {
  it('cancel takes effect after the latency, before a rate of that instant', () => {
    const steps = [place(0, 'a', 10, 100), cancel(5, 'a'), cancel(6, 'a'), cancel(6, 'nobody')];
    const settings = { latencyOrders: 10 };
    const lost = play([...steps, rate(14, 98, 100), cancel(20, 'a')], settings);
    expect(listOrders(lost)).toEqual(['a FILLED 10']);
    const won = play([...steps, rate(15, 98, 100)], settings);
    expect(listOrders(won)).toEqual(['a CANCELED 0']);
    expect(won.fills).toEqual([]);
  });

  it('cancel is too late for an order filled on arrival; it ends one that waits for a rate', () => {
    const steps = [rate(1, 98, 100), place(1, 'a', 10, 100), cancel(1, 'a'), rate(2, 98, 100)];
    expect(listOrders(play(steps))).toEqual(['a FILLED 10']);
    expect(listOrders(play(steps, { fillTiming: 'next-rate' }))).toEqual(['a CANCELED 0']);
  });
});

describe('naive venue: expiry', () => {
  const timed = { timeInForce: 'GTT', expirySeconds: 1 } as const;

  it('GTT order expires its seconds after placing, before a rate of that instant', () => {
    const missed = play([place(7, 'a', 10, 100, timed), rate(7 + SECOND, 98, 100)]);
    expect(listOrders(missed)).toEqual(['a EXPIRED 0']);
    const met = play([place(7, 'a', 10, 100, timed), rate(6 + SECOND, 98, 100)]);
    expect(listOrders(met)).toEqual(['a FILLED 10']);
  });

  it('arrival at the instant of the expiry still fills; an expiry may precede the arrival', () => {
    const steps = [rate(0, 98, 100), place(0, 'a', 10, 100, timed), rate(5 * SECOND, 98, 100)];
    expect(listOrders(play(steps, { latencyOrders: SECOND }))).toEqual(['a FILLED 10']);
    expect(listOrders(play(steps, { latencyOrders: SECOND + 1 }))).toEqual(['a EXPIRED 0']);
  });

  it.each([
    ['in summer', '2026-07-01T20:59:59Z', '2026-07-01T21:00:00Z'],
    ['in winter', '2026-01-06T21:59:59Z', '2026-01-06T22:00:00Z'],
    ['placed at 17:00, so on the next day', '2026-07-01T21:00:00Z', '2026-07-02T21:00:00Z'],
    ['over the change to summer time', '2026-03-07T22:00:00Z', '2026-03-08T21:00:00Z'],
    ['over the change to winter time', '2026-10-31T21:00:00Z', '2026-11-01T22:00:00Z'],
  ])('DAY order expires at 17:00 New York: %s', (_when, placedAt, endsAt) => {
    const order = place(Date.parse(placedAt) * 1000, 'a', 10, 100, { timeInForce: 'DAY' });
    const endAt = Date.parse(endsAt) * 1000;
    expect(listOrders(play([order, rate(endAt - 1, 98, 101)]))).toEqual(['a ALIVE 0']);
    expect(listOrders(play([order, rate(endAt, 98, 100)]))).toEqual(['a EXPIRED 0']);
  });
});

describe('naive venue: generated scripts', () => {
  const seeds = Array.from({ length: 150 }, (_, index) => index + 1);
  const plays = seeds.map((seed) => {
    const script = generateScript(createRandom(seed), 120);
    return { script, result: runNaive(script) };
  });

  it('same seed gives the same script, another seed another one', () => {
    const again = generateScript(createRandom(7), 120);
    expect(again).toEqual(plays[6]?.script);
    expect(again).not.toEqual(plays[7]?.script);
  });

  it('steps are ordered by time; at equal times rates come before places and cancels', () => {
    for (const { steps } of plays.map(({ script }) => script)) {
      const sorted = steps.toSorted(
        (a, b) => a.at - b.at || Number(a.kind !== 'rate') - Number(b.kind !== 'rate'),
      );
      expect(steps).toEqual(sorted);
    }
  });

  it('scripts hold integers only', () => {
    const values = plays.flatMap(({ script }) =>
      script.steps.flatMap((step) => Object.values(step).filter((one) => typeof one === 'number')),
    );
    expect(values.every(Number.isSafeInteger)).toBe(true);
  });

  it('quantity and cash of orders equal the sums of their fills; no order is overfilled', () => {
    for (const { script, result } of plays) {
      for (const { coId, status, cumUnits, cumCash } of result.orders) {
        const fills = result.fills.filter((fill) => fill.coId === coId);
        const placed = script.steps.filter((step) => step.kind === 'place' && step.coId === coId);
        const sizes = placed.map((step) => (step as PlaceStep).units);
        expect(fills.reduce((sum, { units }) => sum + units, 0)).toBe(cumUnits);
        const cash = fills.map(({ units, ticks }) => BigInt(units) * BigInt(ticks));
        expect(cash.reduce((sum, one) => sum + one, 0n)).toBe(cumCash);
        if (status === 'FILLED') expect(sizes).toContain(cumUnits);
        else expect(cumUnits).toBeLessThan(Math.max(...sizes));
      }
    }
  });

  it('generated scripts reach every state, time in force and fill timing', () => {
    const seen = new Map<string, number>();
    const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    for (const { script, result } of plays) {
      const { fillTiming, latencyOrders } = script.settings;
      see(`${fillTiming}, ${latencyOrders === 0 ? 'at once' : 'late'}`);
      see(`${script.instruments.length} symbols`);
      for (const order of result.orders) see(`${order.status}${order.cumUnits > 0 ? ' part' : ''}`);
      for (const fill of result.fills) see(`${fill.maker ? 'maker' : 'taker'} ${fillTiming}`);
      for (const step of script.steps) if (step.kind === 'place') see(step.timeInForce);
      result.rejected.forEach(() => see('rejected'));
    }
    const cases = [
      ...['arrival, at once', 'arrival, late', 'next-rate, at once', 'next-rate, late'],
      ...['1 symbols', '2 symbols', '3 symbols', '4 symbols', 'rejected'],
      ...['FILLED part', 'EXPIRED', 'EXPIRED part', 'CANCELED', 'CANCELED part'],
      ...['ALIVE', 'ALIVE part', 'IOC', 'FOK', 'GTC', 'GTT', 'DAY'],
      ...['maker arrival', 'taker arrival', 'maker next-rate', 'taker next-rate'],
    ];
    expect([...seen.keys()].toSorted()).toEqual(cases.toSorted());
    expect([...seen].filter(([, times]) => times < 10)).toEqual([]);
  });
});
