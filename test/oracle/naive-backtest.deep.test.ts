// The naive reference backtest against hand-made cases, each result worked out by hand beside it.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateNaiveCase } from './naive-backtest-cases.js';
import { nextNewYorkClose } from './naive-backtest-close.js';
import type {
  NaiveAction,
  NaiveCase,
  NaiveDecision,
  NaiveEvent,
  NaivePlace,
  NaiveRate,
} from './naive-backtest-types.js';
import { runNaiveBacktest } from './naive-backtest.js';

const EUR = 'EUR/USD';
const GBP = 'GBP/USD';
/** 2026-07-14T12:00:00Z; times of the cases are microseconds after it. */
const T0 = Date.UTC(2026, 6, 14, 12) * 1000;
const SECOND = 1_000_000;
/** Later than anything a case waits for: it ends the recording without touching an order. */
const QUIET = 3600 * SECOND;

/** Size in units of the base at both sides. */
function rate(at: number, bid: number, offer: number, units: number | null = null, symbol = EUR) {
  const prices = { bidTicks: bid, offerTicks: offer };
  return { at: T0 + at, symbol, ...prices, bidUnits: units, offerUnits: units };
}

function place(
  id: string,
  side: NaivePlace['side'],
  timeInForce: NaivePlace['timeInForce'],
  units: number,
  priceTicks: number,
  more: Partial<NaivePlace> = {},
): NaivePlace {
  const fixed = { do: 'place', symbol: EUR, type: 'Limit' } as const;
  return { ...fixed, id, side, timeInForce, units, priceTicks, ...more };
}

function cancel(id: string): NaiveAction {
  return { do: 'cancel', id };
}

function onRate(nthRate: number, ...actions: NaiveAction[]): NaiveDecision {
  return { when: { symbol: EUR, nthRate }, actions };
}

function atTime(at: number, ...actions: NaiveAction[]): NaiveDecision {
  return { when: { at: T0 + at }, actions };
}

function toCase(
  rates: readonly NaiveRate[],
  script: readonly NaiveDecision[],
  more: Partial<NaiveCase> = {},
): NaiveCase {
  const terms = { ratePrecision: 5, baseDecimals: 2, minSize: 10, sizeStep: 5 };
  return {
    instruments: [EUR, GBP].map((symbol) => ({ symbol, ...terms })),
    latency: { rates: 0, orders: 0, replies: 0 },
    fillTiming: 'arrival',
    polling: { view: 'every' },
    ...{ rates, script },
    ...more,
  };
}

/** `5 fill a 10 @ 101` and `5 end a FILLED 10`; a fill made before its news adds `of 3`. */
function format(event: NaiveEvent): string {
  const at = event.at - T0;
  if (event.kind === 'end') return `${at} end ${event.id} ${event.state} ${event.filledUnits}`;
  const of = event.executedAt === event.at ? '' : ` of ${event.executedAt - T0}`;
  return `${at} fill ${event.id} ${event.units} @ ${event.priceTicks}${of}`;
}

function runOf(...args: Parameters<typeof toCase>): readonly string[] {
  return runNaiveBacktest(toCase(...args)).events.map(format);
}

describe('reference backtest: marketable orders', () => {
  it('displayed size at the touch fills once until the next rate of its symbol', () => {
    // 30 stand at 101. a wants 20 (limit 103, pays the touch), b wants 20 and gets the 10 left, c
    // finds nothing. The rate of GBP renews nothing; the next of EUR, the same again, does.
    const rates = [rate(0, 99, 101, 30), rate(5, 1, 2, 30, GBP), rate(9, 99, 101, 30)];
    const script = [
      onRate(1, place('a', 'Buy', 'IOC', 20, 103), place('b', 'Buy', 'IOC', 20, 101)),
      atTime(7, place('c', 'Buy', 'IOC', 20, 101)),
      onRate(2, place('d', 'Buy', 'IOC', 20, 101)),
    ];
    expect(runOf(rates, script)).toEqual([
      ...['0 fill a 20 @ 101', '0 end a FILLED 20'],
      ...['0 fill b 10 @ 101', '0 end b EXPIRED 10', '7 end c EXPIRED 0'],
      ...['9 fill d 20 @ 101', '9 end d FILLED 20'],
    ]);
  });

  it('FOK order fills wholly or expires without a fill', () => {
    // 30 at the bid of 99: a wants 40 and leaves the 30 untouched, b takes exactly those, c asks
    // for a better bid than there is.
    const script = [
      onRate(1, place('a', 'Sell', 'FOK', 40, 99), place('b', 'Sell', 'FOK', 30, 98)),
      onRate(2, place('c', 'Sell', 'FOK', 10, 100)),
    ];
    expect(runOf([rate(0, 99, 101, 30), rate(1, 99, 101, 30)], script)).toEqual([
      ...['0 end a EXPIRED 0', '0 fill b 30 @ 99', '0 end b FILLED 30', '1 end c EXPIRED 0'],
    ]);
  });

  it('market order respects its protection price and fills any size of an unlimited rate', () => {
    const market = { type: 'Market' } as const;
    const script = [
      onRate(1, place('a', 'Buy', 'IOC', 10, 100, market)),
      onRate(1, place('b', 'Buy', 'IOC', 1_000_000, 105, market)),
    ];
    expect(runOf([rate(0, 99, 101)], script)).toEqual([
      ...['0 end a EXPIRED 0', '0 fill b 1000000 @ 101', '0 end b FILLED 1000000'],
    ]);
  });

  it('order gets no fill before the first rate or at a rate of size 0', () => {
    const script = [
      atTime(1, place('a', 'Buy', 'IOC', 10, 200)),
      onRate(1, place('b', 'Buy', 'FOK', 10, 101)),
    ];
    const rates = [rate(0, 1, 2, 0, GBP), rate(2, 99, 101, 0)];
    expect(runOf(rates, script)).toEqual(['1 end a EXPIRED 0', '2 end b EXPIRED 0']);
  });
});

describe('reference backtest: resting orders', () => {
  it('resting buys fill at their limit price by price, then age, up to the displayed size', () => {
    // Offer 105 with 50 at first: nothing is touched. Then offer 100 with 25: b (102) before a and
    // c (101), a before c by age. b 10, a 10, c the last 5; then 20 more: c 5 (its rest), d none.
    const rates = [rate(0, 99, 105, 50), rate(1, 99, 100, 25), rate(2, 98, 100, 20)];
    const orders = [
      ...[place('a', 'Buy', 'GTC', 10, 101), place('b', 'Buy', 'GTC', 10, 102)],
      ...[place('c', 'Buy', 'GTC', 10, 101), place('d', 'Buy', 'GTC', 10, 99)],
    ];
    expect(runOf(rates, [onRate(1, ...orders)])).toEqual([
      ...['1 fill b 10 @ 102', '1 end b FILLED 10', '1 fill a 10 @ 101', '1 end a FILLED 10'],
      ...['1 fill c 5 @ 101', '2 fill c 5 @ 101', '2 end c FILLED 10', '2 end d CANCELED 0'],
    ]);
  });

  it('resting sells fill after the buys of the same rate, lowest price first', () => {
    // At 1 bid and offer are 100 with 15 each. Sells: b (99) 10 before a (100) 5; buy c 10 at 101.
    const orders = [
      ...[place('a', 'Sell', 'GTC', 10, 100), place('b', 'Sell', 'GTC', 10, 99)],
      place('c', 'Buy', 'GTC', 10, 101),
    ];
    expect(runOf([rate(0, 90, 110, 15), rate(1, 100, 100, 15)], [onRate(1, ...orders)])).toEqual([
      ...['1 fill c 10 @ 101', '1 end c FILLED 10', '1 fill b 10 @ 99', '1 end b FILLED 10'],
      ...['1 fill a 5 @ 100', '1 end a CANCELED 5'],
    ]);
  });

  it('rest of a partly filled order fills later at its limit price', () => {
    // a takes the 10 at 101, then rests with 10 at 103; the next offer, 102, fills it at 103.
    // Sells mirror it: b takes the 10 at 99 and later fills at its own 97, not at 98.
    const rates = [rate(0, 99, 101, 10), rate(1, 98, 102, 10)];
    const script = [
      onRate(1, place('a', 'Buy', 'GTC', 20, 103), place('b', 'Sell', 'GTC', 20, 97)),
    ];
    expect(runOf(rates, script)).toEqual([
      ...['0 fill a 10 @ 101', '0 fill b 10 @ 99'],
      ...['1 fill a 10 @ 103', '1 end a FILLED 20', '1 fill b 10 @ 97', '1 end b FILLED 20'],
    ]);
  });

  it('order that arrives later gets only the size that resting orders left of the rate', () => {
    // a rests at 100; the rate at 1 shows 15 at 100: a takes 10 of it, b (arriving at 2) 5.
    const script = [
      onRate(1, place('a', 'Buy', 'GTC', 10, 100)),
      atTime(2, place('b', 'Buy', 'IOC', 10, 100)),
    ];
    expect(runOf([rate(0, 99, 101, 15), rate(1, 99, 100, 15), rate(3, 1, 2)], script)).toEqual([
      ...['1 fill a 10 @ 100', '1 end a FILLED 10', '2 fill b 5 @ 100', '2 end b EXPIRED 5'],
    ]);
  });
});

describe('reference backtest: fill timing next-rate', () => {
  const more = { fillTiming: 'next-rate' } as const;

  it('arriving order fills at the next rate of its symbol, after resting orders', () => {
    // a waits for the rate at 2 (the one of GBP is none of its own), which does not reach it, and
    // rests. b and c wait for the rate at 4 with 25 at 100: a 10 at its own 100, b 10 at the
    // touch, c 5. Of c, a FOK of 10, only 5 stand: it expires.
    const rates = [rate(0, 99, 101, 25), rate(1, 1, 2, 25, GBP), rate(2, 99, 101, 25)];
    const script = [
      onRate(1, place('a', 'Buy', 'GTC', 10, 100)),
      atTime(3, place('b', 'Buy', 'IOC', 10, 103), place('c', 'Buy', 'FOK', 10, 103)),
    ];
    expect(runOf([...rates, rate(4, 98, 100, 25)], script, more)).toEqual([
      ...['4 fill a 10 @ 100', '4 end a FILLED 10', '4 fill b 10 @ 100', '4 end b FILLED 10'],
      '4 end c EXPIRED 0',
    ]);
  });

  it('rate at the instant of the arrival counts as the next rate', () => {
    // Sent on the rate of 0, there at 20, where the rate of 20 comes after it.
    const latency = { rates: 0, orders: 20, replies: 0 };
    const script = [onRate(1, place('a', 'Buy', 'IOC', 10, 200))];
    const rates = [rate(0, 99, 101), rate(20, 99, 104), rate(40, 99, 107)];
    expect(runOf(rates, script, { ...more, latency })).toEqual([
      ...['20 fill a 10 @ 104', '20 end a FILLED 10'],
    ]);
  });

  it('waiting order is cancelled on request and at the end of the recording', () => {
    const script = [
      onRate(1, place('a', 'Buy', 'IOC', 10, 200)),
      atTime(1, cancel('a')),
      onRate(2, place('b', 'Buy', 'IOC', 10, 200)),
    ];
    expect(runOf([rate(0, 99, 101), rate(2, 99, 101)], script, more)).toEqual([
      ...['1 end a CANCELED 0', '2 end b CANCELED 0'],
    ]);
  });
});

describe('reference backtest: latency', () => {
  it('latencies of rate, order and reply add up', () => {
    // Rate at 0, seen at 5, sent; there at 12, before the rate of 12: 101. Told at 23.
    const latency = { rates: 5, orders: 7, replies: 11 };
    const script = [onRate(1, place('a', 'Buy', 'IOC', 10, 200))];
    expect(
      runOf([rate(0, 99, 101), rate(12, 99, 107), rate(50, 1, 2)], script, { latency }),
    ).toEqual(['23 fill a 10 @ 101 of 12', '23 end a FILLED 10']);
  });

  it('cancel that arrives at the instant of a rate wins; one that arrives later loses', () => {
    // Both rest at 100 from 10. The cancel of a is sent at 20 and there at 30, as the rate that
    // touches it: canceled. That of b is sent at 21: b filled at 30, the cancel does nothing.
    const latency = { rates: 0, orders: 10, replies: 0 };
    const script = [
      onRate(1, place('a', 'Buy', 'GTC', 10, 100), place('b', 'Buy', 'GTC', 10, 100)),
      atTime(20, cancel('a')),
      atTime(21, cancel('b'), cancel('unknown')),
    ];
    const rates = [rate(0, 99, 101), rate(30, 98, 100), rate(QUIET, 98, 102)];
    expect(runOf(rates, script, { latency })).toEqual([
      ...['30 end a CANCELED 0', '30 fill b 10 @ 100', '30 end b FILLED 10'],
    ]);
  });

  it('order and its cancel of the same step arrive in that order', () => {
    const script = [onRate(1, place('a', 'Buy', 'GTC', 10, 100), cancel('a'), cancel('a'))];
    expect(runOf([rate(0, 99, 101), rate(1, 99, 100)], script)).toEqual(['0 end a CANCELED 0']);
  });

  it('requests in flight at the end of the recording arrive; open orders are cancelled', () => {
    // a is sent at 0 and there at 30, ten after the last row: it meets the rate of 20. b rests;
    // its cancel is sent at 20 with the stop, there at 50, told at 53. The timer of 21 is dropped,
    // and so is the last rate, which the bot would see at 21.
    const latency = { rates: 1, orders: 30, replies: 3 };
    const script = [
      atTime(0, place('a', 'Buy', 'IOC', 10, 200), place('b', 'Buy', 'GTC', 10, 90)),
      atTime(21, place('c', 'Buy', 'IOC', 10, 200)),
      onRate(2, place('d', 'Buy', 'IOC', 10, 200)),
    ];
    expect(runOf([rate(0, 99, 101), rate(20, 99, 103)], script, { latency })).toEqual([
      ...['33 fill a 10 @ 103 of 30', '33 end a FILLED 10', '53 end b CANCELED 0'],
    ]);
  });
});

describe('reference backtest: events of the same instant', () => {
  it('rows are processed one by one: an order placed on the first fills before the second', () => {
    // Without latency the bot has the row of 101 and its IOC is filled before the row of 105.
    const rates = [rate(0, 99, 101), rate(0, 103, 105)];
    const script = [onRate(1, place('a', 'Buy', 'IOC', 10, 200))];
    expect(runOf(rates, script)).toEqual(['0 fill a 10 @ 101', '0 end a FILLED 10']);
    expect(runOf(rates, script, { fillTiming: 'next-rate' })).toEqual([
      ...['0 fill a 10 @ 105', '0 end a FILLED 10'],
    ]);
  });

  it('timer of the bot fires after the venue has the rate and before the bot sees it', () => {
    // At 5 the venue has 105 already when the timer sends; the order on the rate comes second. The
    // bot sees that rate, and its gate turns c down, before it is told of a.
    const script = [
      onRate(2, place('b', 'Buy', 'IOC', 10, 200), place('c', 'Buy', 'IOC', 5, 200)),
      atTime(5, place('a', 'Buy', 'IOC', 10, 200)),
    ];
    expect(runOf([rate(0, 99, 101), rate(5, 99, 105, 15)], script)).toEqual([
      ...['5 end c REJECTED 0', '5 fill a 10 @ 105', '5 end a FILLED 10'],
      ...['5 fill b 5 @ 105', '5 end b EXPIRED 5'],
    ]);
  });

  it('timer of the bot fires between the first and the second row of its instant', () => {
    // The timer sends after the row of 105 and before that of 107.
    const rates = [rate(0, 99, 101), rate(5, 99, 105), rate(5, 99, 107)];
    const script = [atTime(5, place('a', 'Buy', 'IOC', 10, 200))];
    expect(runOf(rates, script)).toEqual(['5 fill a 10 @ 105', '5 end a FILLED 10']);
  });

  it('venue timers and requests run before the rate, in order of insertion', () => {
    // a (GTT 1 s, from 0) ends at 1 s, before the rate of 1 s that would fill it. b is sent at
    // 1 s - 10 and arrives at 1 s, inserted after the timer of a.
    const latency = { rates: 0, orders: 10, replies: 0 };
    const script = [
      onRate(1, place('a', 'Buy', 'GTT', 10, 100, { seconds: 1 })),
      atTime(SECOND - 10, place('b', 'Buy', 'IOC', 10, 101)),
    ];
    const rates = [rate(0, 99, 101), rate(SECOND, 98, 100), rate(QUIET, 1, 2)];
    expect(runOf(rates, script, { latency })).toEqual([
      ...[`${SECOND} end a EXPIRED 0`, `${SECOND} fill b 10 @ 101`, `${SECOND} end b FILLED 10`],
    ]);
  });

  it('bot sees a delayed row between the first and the second venue row of that instant', () => {
    // Rows at 0 and twice at 5. The bot has the first at 5, after the venue had 105, before 107.
    const latency = { rates: 5, orders: 0, replies: 0 };
    const script = [onRate(1, place('a', 'Buy', 'IOC', 10, 200))];
    const rates = [rate(0, 99, 101), rate(5, 99, 105), rate(5, 99, 107), rate(20, 1, 2)];
    expect(runOf(rates, script, { latency })).toEqual(['5 fill a 10 @ 105', '5 end a FILLED 10']);
  });
});

describe('reference backtest: expiry and wrong sizes', () => {
  it('GTT order expires its seconds after the acceptance, not after the arrival', () => {
    // Accepted at 0 for 1 s, at the market from 600 ms: expired at 1 s, told at 1.1 s. b would be
    // there at 1.2 s, after its end.
    const latency = { rates: 0, orders: 600_000, replies: 100_000 };
    const gtt = { seconds: 1 };
    const order = place('a', 'Buy', 'GTT', 10, 100, gtt);
    const rates = [rate(0, 99, 101), rate(2 * SECOND, 98, 100), rate(QUIET, 1, 2)];
    expect(runOf(rates, [onRate(1, order)], { latency })).toEqual(['1100000 end a EXPIRED 0']);
    const slow = { ...latency, orders: 1_200_000 };
    expect(runOf(rates, [onRate(1, order)], { latency: slow })).toEqual([
      '1100000 end a EXPIRED 0',
    ]);
  });

  it('DAY order expires at 17:00 New York, before a rate of that instant', () => {
    // 12:00 UTC in July is 08:00 there: nine hours later.
    const close = 9 * QUIET;
    const rates = [rate(0, 99, 101), rate(close, 98, 100), rate(close + 1, 98, 100)];
    const script = [onRate(1, place('a', 'Buy', 'DAY', 10, 100))];
    expect(runOf(rates, script)).toEqual([`${close} end a EXPIRED 0`]);
    expect(runOf([rates[0]!, rate(close - 1, 98, 100)], script)).toEqual([
      ...[`${close - 1} fill a 10 @ 100`, `${close - 1} end a FILLED 10`],
    ]);
  });

  it('17:00 New York is right in winter, in summer and on days when the clocks change', () => {
    const utc = (text: string) => Date.parse(text) * 1000;
    const closes = [
      ['2026-01-13T21:59:59.999Z', '2026-01-13T22:00:00Z'],
      ['2026-01-13T22:00:00Z', '2026-01-14T22:00:00Z'],
      ['2026-07-14T20:59:59.999Z', '2026-07-14T21:00:00Z'],
      ['2026-07-14T21:00:00Z', '2026-07-15T21:00:00Z'],
      // The clocks go forward on Sunday 8 March 2026, back on Sunday 1 November.
      ['2026-03-07T22:00:00Z', '2026-03-08T21:00:00Z'],
      ['2026-10-31T21:00:00Z', '2026-11-01T22:00:00Z'],
    ] as const;
    for (const [at, close] of closes) expect(nextNewYorkClose(utc(at))).toBe(utc(close));
  });

  it('order whose size is below the minimum or off the step is rejected at once', () => {
    // Minimum 10, step 5. The gate turns a and b down at 0; c is fine.
    const latency = { rates: 0, orders: 2, replies: 4 };
    const orders = [5, 12, 15].map((units, i) => place('abc'[i]!, 'Buy', 'IOC', units, 101));
    expect(runOf([rate(0, 99, 101)], [onRate(1, ...orders)], { latency })).toEqual([
      ...['0 end a REJECTED 0', '0 end b REJECTED 0'],
      ...['6 fill c 15 @ 101 of 2', '6 end c FILLED 15'],
    ]);
  });
});

describe('reference backtest: polls', () => {
  it('poll returns the newest row older than the latency, and each row once', () => {
    // Rates take 3. The poll of 2 finds nothing, that of 5 the second row of 2 (first rate seen),
    // that of 6 no other, that of 9 the row of 6 (second). Without latency the poll of 2 comes
    // between its rows, that of 5 shows the second of them, that of 6 the row of 6.
    const rates = [rate(1, 99, 101), rate(2, 99, 102), rate(2, 99, 103), rate(6, 99, 104)];
    const polls = [2, 5, 6, 9].map((at) => ({ at: T0 + at, symbol: EUR }));
    const script = [1, 2, 3].map((n) => onRate(n, place(`o${n}`, 'Buy', 'IOC', 10, 200)));
    const polling = { view: 'polled', polls } as const;
    const all = [...rates, rate(20, 99, 109)];
    const latency = { rates: 3, orders: 0, replies: 0 };
    expect(runOf(all, script, { polling, latency })).toEqual([
      ...['5 fill o1 10 @ 103', '5 end o1 FILLED 10'],
      ...['9 fill o2 10 @ 104', '9 end o2 FILLED 10'],
    ]);
    expect(runOf(all, script, { polling })).toEqual([
      ...['2 fill o1 10 @ 102', '2 end o1 FILLED 10', '5 fill o2 10 @ 103', '5 end o2 FILLED 10'],
      ...['6 fill o3 10 @ 104', '6 end o3 FILLED 10'],
    ]);
  });

  it('newer row with the same prices and sizes is a new rate', () => {
    // Two equal rows: the poll of 1 tells the first, that of 3 the second.
    const polls = [1, 3].map((at) => ({ at: T0 + at, symbol: EUR }));
    const script = [onRate(2, place('a', 'Buy', 'IOC', 10, 200))];
    const rates = [rate(0, 99, 101), rate(2, 99, 101), rate(9, 1, 2)];
    expect(runOf(rates, script, { polling: { view: 'polled', polls } })).toEqual([
      ...['3 fill a 10 @ 101', '3 end a FILLED 10'],
    ]);
  });
});

describe('reference backtest: result', () => {
  it('sums are exact and the digest covers every event', () => {
    // Buys 20 at 101, sells 15 at 104: 5 left, cash 15 x 104 - 20 x 101 = -460. Last mid twice:
    // 104 + 107 = 211; P&L 2 x -460 + 5 x 211 = 135 half ticks.
    const script = [
      onRate(1, place('a', 'Buy', 'IOC', 20, 101)),
      onRate(2, place('b', 'Sell', 'IOC', 15, 100)),
    ];
    const { sums, digest } = runNaiveBacktest(
      toCase([rate(0, 99, 101), rate(4, 104, 107)], script),
    );
    expect(sums).toEqual([
      { symbol: EUR, positionUnits: 5n, cash: -460n, pnlHalfTicks: 135n },
      { symbol: GBP, positionUnits: 0n, cash: 0n, pnlHalfTicks: 0n },
    ]);
    const [t, u] = [T0, T0 + 4];
    const text =
      `{"events":[["fill",${t},"a",20,101,${t}],["end",${t},"a","FILLED",20],` +
      `["fill",${u},"b",15,104,${u}],["end",${u},"b","FILLED",15]],` +
      `"sums":[["EUR/USD","5","-460","135"],["GBP/USD","0","0","0"]]}`;
    expect(digest).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('undefined cases throw: rows out of order, crossed rates, duplicate order ids', () => {
    const refused = [
      toCase([rate(1, 99, 101), rate(0, 99, 101)], []),
      toCase([rate(1, 102, 101)], []),
      toCase([], [onRate(1, place('a', 'Buy', 'GTT', 10, 100))]),
      toCase([], [onRate(1, place('a', 'Buy', 'IOC', 10, 1), place('a', 'Buy', 'IOC', 10, 1))]),
      toCase([], [onRate(1, place('a', 'Buy', 'GTC', 10, 100, { type: 'Market' }))]),
    ];
    for (const input of refused) expect(() => runNaiveBacktest(input)).toThrow('expected that');
  });
});

describe('reference backtest: generated cases', () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => seed);

  it('same seed gives the same case, another seed another one', () => {
    expect(generateNaiveCase(7)).toEqual(generateNaiveCase(7));
    expect(generateNaiveCase(7)).not.toEqual(generateNaiveCase(8));
    const digests = seeds.map((seed) => runNaiveBacktest(generateNaiveCase(seed)).digest);
    expect(new Set(digests).size).toBe(seeds.length);
  });

  it('every order ends once, with filled units equal to the sum of its fills', () => {
    for (const seed of seeds) {
      const input = generateNaiveCase(seed);
      const { events, sums } = runNaiveBacktest(input);
      const ends = events.filter((event) => event.kind === 'end');
      expect(new Set(ends.map((end) => end.id)).size).toBe(ends.length);
      let filled = 0;
      for (const end of ends) {
        const own = events.filter((event) => event.id === end.id);
        expect(own.at(-1)).toBe(end);
        const units = own.map((event) => (event.kind === 'fill' ? event.units : 0));
        expect(units.reduce((sum, one) => sum + one, 0)).toBe(end.filledUnits);
        filled += end.filledUnits;
      }
      const held = sums.map(({ positionUnits: one }) => Number(one < 0n ? -one : one));
      expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(filled);
    }
  });

  it('generated cases reach every order state, often at the instant of a row', () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    for (const seed of seeds) {
      const input = generateNaiveCase(seed);
      const rows = new Set(input.rates.map((row) => row.at));
      for (const event of runNaiveBacktest(input).events) {
        count(event.kind === 'fill' ? 'fill' : event.state);
        if (rows.has(event.at)) count('on a row');
        if (event.kind === 'end' && event.state === 'CANCELED' && event.filledUnits > 0) {
          count('canceled in part');
        }
      }
    }
    for (const what of ['fill', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED', 'on a row']) {
      expect(seen.get(what), what).toBeGreaterThan(300);
    }
    expect(seen.get('canceled in part')).toBeGreaterThan(50);
  });
});
