// Rules that watch own trades, cancels and profit, and the rules of sums at their very limits.
import { describe, expect, it } from 'vitest';
import { type Instant, MINUTE } from '../../../src/domain/index.js';
import type { Side } from '../../../src/domain/orders/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import type { OrderFacts } from '../../../src/risk/rule.js';
import { BTC_USD, candidate, EUR_TRY, EUR_USD, NOW, quote, USD_JPY } from '../../risk/candidate.js';
import { fill, order, watch } from '../../risk/trade-facts.js';

describe('sums in the account currency', () => {
  // At 1.10000 ten euros are 11 dollars, and 11.000000000000002 as doubles multiply.
  const flat = () => quote(EUR_USD, 110_000, 110_000);
  const figures = { hard: 11 };

  it.each(['RC24', 'RC25', 'RC26', 'RC28'])('%s: pass at the limit, not beyond it', (id) => {
    const symbol = flat();
    const { check } = watch(id, figures, [symbol]);
    expect(check(candidate({ symbol, units: 1_000 }))).toBeUndefined();
    expect(check(candidate({ symbol, units: 1_001 }))).toMatchObject({ limit: 11, value: 12 });
  });

  it.each([
    ['RC24', 'no rate to convert EUR into USD'],
    ['RC25', 'no rate to convert all positions into USD'],
    ['RC26', 'no rate to convert all positions into USD'],
    ['RC28', 'no rate to convert all orders into USD'],
  ])('%s: refuse where no rate converts, on both sides', (id, message) => {
    const symbol = new SymbolState(EUR_USD);
    const { check } = watch(id, figures, [symbol, quote(USD_JPY)]);
    for (const side of ['Buy', 'Sell'] as const) {
      expect(check(candidate({ symbol, side }))).toMatchObject({
        value: 'no conversion rate',
        message,
      });
    }
  });

  it('RC24 limit a currency of emerging markets to the lower limit', () => {
    const symbols = [flat(), quote(EUR_TRY, 4_500_000, 4_500_000)];
    const [, lira] = symbols;
    const { check } = watch('RC24', { hard: 1_000_000, EM: 550 }, symbols);
    // 500 EUR are 550 USD, of lira too; more euros are within their own limit.
    expect(check(candidate({ symbol: lira!, units: 50_000 }))).toBeUndefined();
    expect(check(candidate({ symbol: lira!, units: 50_001 }))?.message).toBe(
      'expected at most 550 USD of TRY short, found 551',
    );
    expect(check(candidate({ symbol: symbols[0]!, units: 50_001 }))).toBeUndefined();
  });

  it('RC25 let a position that is beyond the limit be reduced', () => {
    const symbol = flat();
    symbol.position = 5_000;
    const { check } = watch('RC25', figures, [symbol]);
    expect(check(candidate({ symbol, side: 'Sell', units: 1_000 }))).toBeUndefined();
    expect(check(candidate({ symbol, units: 1 }))?.value).toBe(56);
  });

  it('RC26 ignore a cross of two other currencies', () => {
    const lira = quote(EUR_TRY, 4_500_000, 4_500_000);
    const { check } = watch('RC26', figures, [flat(), lira]);
    expect(check(candidate({ symbol: lira }))).toBeUndefined();
  });

  it('RC26 count a symbol with the account currency as base in the opposite direction', () => {
    const yen = quote(USD_JPY, 150_000, 150_000);
    const { check } = watch('RC26', figures, [flat(), yen]);
    const of = (side: Side, units: number) =>
      check(candidate({ symbol: yen, side, units, priceTicks: 150_000 }));
    expect([of('Sell', 1_100), of('Buy', 1_100)]).toEqual([undefined, undefined]);
    expect([of('Sell', 1_101)?.value, of('Buy', 1_101)?.value]).toEqual([12, 12]);
  });

  it('RC29 alert above half of the day’s turnover and refuse above all of it', () => {
    const yen = quote(USD_JPY, 150_000, 150_000);
    const { examine } = watch('RC29', { hard: 1_000 }, [quote(EUR_USD), yen]);
    const of = (units: number) => examine(candidate({ symbol: yen, units }));
    expect([of(49_700), of(50_000)]).toEqual([undefined, undefined]);
    expect(of(50_001)).toMatchObject({
      limit: 500,
      value: 501,
      message: 'expected at most 500 USD dealt today, found 501',
      isAlertOnly: true,
    });
    expect(of(100_000)).toMatchObject({ isAlertOnly: true });
    expect(of(100_001)).toMatchObject({
      limit: 1_000,
      value: 1_001,
      message: 'expected at most 1000 USD dealt today, found 1001',
    });
  });

  it('RC29 count the turnover since 17:00 New York', () => {
    const yen = quote(USD_JPY, 150_000, 150_000);
    const { examine, setup } = watch('RC29', { hard: 1_000, softShare: 1 }, [quote(EUR_USD), yen]);
    setup.ledger.fill('alpha', yen, 1, 90_000, 150_000, NOW);
    const at = (hours: number) =>
      examine(candidate({ symbol: yen, units: 10_001, at: NOW + hours * 60 * MINUTE }));
    expect(at(8.99)?.value).toBe(1_001);
    expect(at(9)).toBeUndefined(); // 21:00 UTC
  });

  it('RC32 ignore a session with one symbol', () => {
    const symbol = quote(EUR_USD);
    const { examine } = watch('RC32', {}, [symbol]);
    expect(examine(candidate({ symbol }))).toBeUndefined();
  });
});

describe('RC32 concentration', () => {
  /** 4,400 USD of EUR/USD, so that 6,600 of USD/JPY are 60 % of all; a yen position is in cents. */
  function hold(yenPosition = 0, euros = 400_000) {
    const [euro, yen] = [quote(EUR_USD, 110_000, 110_000), quote(USD_JPY, 150_000, 150_000)];
    Object.assign(euro, { position: euros });
    Object.assign(yen, { position: yenPosition });
    const { examine } = watch('RC32', {}, [euro, yen]);
    return (side: Side, units: number) => examine(candidate({ symbol: yen, side, units }));
  }

  it.each(['Buy', 'Sell'] as const)('alerts above its share of gross: %s', (side) => {
    const of = hold();
    expect(of(side, 659_000)).toBeUndefined();
    const message = 'expected at most 60 % of gross in USD/JPY, found 82.0 %';
    expect(of(side, 2_000_000)).toMatchObject({ limit: 60, message, isAlertOnly: true });
    expect(of(side, 2_000_000)?.value).toBeCloseTo((20_000 / 24_400) * 100, 9);
    expect(of(side, 661_000)?.message).toContain('found 60.0 %');
  });

  it('counts the position of the order’s side, and ignores reductions', () => {
    expect(hold(300_000)('Buy', 361_000)).toBeDefined();
    expect(hold(300_000)('Buy', 359_000)).toBeUndefined();
    expect(hold(-300_000)('Sell', 361_000)).toBeDefined();
    expect(hold(-300_000)('Sell', 359_000)).toBeUndefined();
    expect(hold(300_000)('Sell', 361_000)).toBeUndefined();
    expect(hold(-300_000)('Buy', 361_000)).toBeUndefined();
  });

  it('alerts once on a share that grew without an order, and not if an order had alerted', () => {
    const [euro, yen] = [quote(EUR_USD, 110_000, 110_000), quote(USD_JPY, 150_000, 150_000)];
    Object.assign(euro, { position: 400_000 });
    Object.assign(yen, { position: 300_000, workingBuy: 100_000 });
    const rule = watch('RC32', {}, [euro, yen]);
    const check = () => {
      rule.onTick?.(NOW);
      return rule.told();
    };
    expect(check()).toEqual([]);
    euro.position = 200_000;
    expect(check()).toEqual([
      'warn USD/JPY: soft limit: expected at most 60 % of gross in USD/JPY, found 64.5 %, ' +
        'without a new order in this symbol: other positions, orders or rates have changed',
    ]);
    expect(check()).toEqual([]);
    euro.position = 400_000;
    expect(check()).toEqual([]);
    const order = candidate({ symbol: yen, side: 'Buy', units: 2_000_000 });
    expect(rule.examine(order)).toBeDefined();
    rule.onDecision?.(order, true);
    yen.workingBuy += order.units;
    expect(check()).toEqual([]);
    // Nothing else is left: it is all there is.
    euro.position = 0;
    expect(check()).toEqual([]);
  });

  it('checks orders only where every rate is processed', () => {
    const symbols = [quote(EUR_USD), quote(USD_JPY)];
    expect(watch('RC32', {}, symbols, { seesEveryRate: true }).onTick).toBeUndefined();
  });

  it('ignores the first order of all', () => {
    expect(hold(0, 0)('Buy', 2_000_000)).toBeUndefined();
  });
});

describe('RC27 open orders', () => {
  it('count unclosed orders by symbol, by strategy and in total', () => {
    const [euro, yen] = [quote(EUR_USD), quote(USD_JPY, 150_000, 150_010)];
    const orders: OrderFacts[] = [];
    const limits = { symbol: 2, strategy: 3, all: 4 };
    const { check } = watch('RC27', limits, [euro, yen], { listOrders: () => orders });
    const find = (one: Partial<Parameters<typeof candidate>[0]> = {}) =>
      check(candidate({ symbol: euro, ...one }))?.message;
    const add = (symbol: SymbolState, name: string, isTerminal = false) =>
      orders.push({ ...order(symbol, { host: { name } }), isTerminal });
    add(euro, 'alpha');
    add(euro, 'alpha', true);
    expect(find()).toBeUndefined();
    add(euro, 'beta');
    expect(find()).toBe('expected at most 2 open orders of EUR/USD, found 3');
    expect(find({ symbol: yen })).toBeUndefined();
    add(yen, 'alpha');
    add(quote(BTC_USD), 'alpha');
    expect(find({ symbol: yen })).toBe('expected at most 3 open orders of alpha, found 4');
    expect(find({ symbol: yen, strategy: 'beta' })).toBe(
      'expected at most 4 open orders of all strategies, found 5',
    );
  });
});

describe('RC35 repeated execution', () => {
  it('halts a strategy at the 20th time in 10 min, or the 200th of a run', () => {
    const symbol = quote(EUR_USD);
    const { onFill, told } = watch('RC35', { within10Minutes: 3, perRun: 5 }, [symbol]);
    const trade = (at: Instant) => {
      onFill?.({ ...order(symbol), bookedUnits: 100_000 }, fill(110_010, at));
      return told();
    };
    expect([0, 1].flatMap((minute) => trade(NOW + minute * MINUTE))).toEqual([]);
    expect(trade(NOW + 2 * MINUTE)).toEqual([
      'halt alpha: Buy of the same size in EUR/USD was executed 3 times in 10 min',
    ]);
    expect(trade(NOW + 30 * MINUTE)).toEqual([]);
    expect(trade(NOW + 60 * MINUTE)).toEqual([
      'halt alpha: Buy of the same size in EUR/USD was executed 5 times in a run',
    ]);
  });

  it('counts an order once, and no child', () => {
    const symbol = quote(EUR_USD);
    const { onFill, told } = watch('RC35', { within10Minutes: 2, perRun: 2 }, [symbol]);
    const one = order(symbol);
    onFill?.({ ...one, bookedUnits: 100_000 }, fill(110_010));
    onFill?.({ ...one, bookedUnits: 200_000 }, fill(110_010));
    onFill?.({ ...order(symbol, { parent: {} }), bookedUnits: 100_000 }, fill(110_010));
    expect(told()).toEqual([]);
  });

  it('counts no record of a fill that was booked or dealt before', () => {
    const symbol = quote(EUR_USD);
    const { onFill, told } = watch('RC35', { within10Minutes: 2, perRun: 2 }, [symbol]);
    const one = { ...order(symbol), bookedUnits: 100_000 };
    for (let i = 0; i < 3; i++) {
      onFill?.(one, { ...fill(110_010), isReplacement: true });
      onFill?.(one, { ...fill(110_010), replaces: 1 });
    }
    onFill?.(one, { ...fill(110_010), replaces: 0 });
    expect(told()).toEqual([]);
    onFill?.(one, fill(110_010));
    expect(told()).toHaveLength(1);
  });

  it('outlives the run where its strategies do, except for halted ones', () => {
    const symbol = quote(EUR_USD);
    const limits = { within10Minutes: 3, perRun: 9 };
    const start = () => watch('RC35', limits, [symbol], { keepsExecutions: true });
    const trade = ({ onFill, told }: ReturnType<typeof start>, at: Instant) => {
      onFill?.({ ...order(symbol), bookedUnits: 100_000 }, fill(110_010, at));
      return told();
    };
    const first = start();
    trade(first, NOW);
    trade(first, NOW + MINUTE);
    const kept = first.executions?.list(NOW + MINUTE) ?? [];
    expect(kept).toEqual([{ key: 'alpha|EUR/USD|Buy|100000', times: [NOW, NOW + MINUTE] }]);
    expect(first.executions?.list(NOW + 10 * MINUTE)).toMatchObject([{ times: [NOW + MINUTE] }]);
    expect(first.executions?.list(NOW + 11 * MINUTE)).toEqual([]);
    const second = start();
    second.executions?.restore(kept);
    expect(trade(second, NOW + 2 * MINUTE)).toHaveLength(1);
    expect(second.executions?.list(NOW + 2 * MINUTE)).toEqual([]);
    expect(watch('RC35', limits, [symbol]).executions).toBeUndefined();
  });
});

describe('RC38 cancel ratio', () => {
  it('is of cancels for each fill plus one, and applies above its limit only', () => {
    const symbol = quote(EUR_USD);
    const limits = { leastOrders: 2, ratio: 2 };
    const { onCancel, onFill, onDecision, told } = watch('RC38', limits, [symbol]);
    onDecision?.(candidate({ at: NOW }), true);
    for (let i = 0; i < 3; i++) onCancel?.('alpha', NOW);
    expect(told()).toEqual([]); // one order is too few to count
    onDecision?.(candidate({ at: NOW }), true);
    onFill?.(order(symbol), fill(110_010));
    onFill?.(order(symbol), { ...fill(110_010), isReplacement: true });
    onCancel?.('alpha', NOW);
    expect(told()).toEqual([]); // four for one fill and one more: two for each
    onCancel?.('alpha', NOW);
    expect(told()).toEqual([
      'throttle 0.5 all',
      'warn alpha: 2.5 cancels per fill of all strategies in 10 min, limit 2: ' +
        'the request budget is throttled for a minute',
    ]);
  });

  it('drops orders and fills older than 10 min, however many there were', () => {
    const { onDecision, onCancel, told } = watch('RC38', { leastOrders: 1 }, [quote(EUR_USD)]);
    for (let i = 0; i < 5_000; i++) onDecision?.(candidate({ at: NOW }), true);
    onDecision?.(candidate({ at: NOW }), false);
    const later = NOW + 10 * MINUTE;
    for (let i = 0; i < 30; i++) onCancel?.('alpha', later);
    expect(told()).toEqual([]); // no order within 10 min
    onDecision?.(candidate({ at: later }), true);
    onCancel?.('alpha', later + 1);
    expect(told()).toEqual([
      'throttle 0.5 all',
      'warn alpha: 31.0 cancels per fill of all strategies in 10 min, limit 20: ' +
        'the request budget is throttled for a minute',
    ]);
    onCancel?.('alpha', later + MINUTE);
    expect(told()).toEqual([]);
    onCancel?.('alpha', later + MINUTE + 1);
    expect(told()).toHaveLength(2);
  });
});

describe('profit and loss', () => {
  /** Buys 1,000 EUR at 1.10000 as alpha, and lets rates and rules see it. */
  function lose(id: string, params: unknown) {
    const symbol = quote(EUR_USD, 110_000, 110_000);
    const { onRate, onFill, told, setup } = watch(id, params, [symbol]);
    setup.ledger.fill('alpha', symbol, 1, 100_000, 110_000, NOW);
    onFill?.(order(symbol), fill(110_000));
    const rate = (ticks: number, at: Instant = NOW) => {
      symbol.update(at, ticks, ticks, 0, 0, at);
      setup.ledger.mark(symbol, at);
      onRate?.(symbol, at);
      setup.ledger.notePeaks(symbol);
      return told();
    };
    return { rate, ledger: setup.ledger, told, symbol, onFill };
  }

  it('RC43 warns once at half of the day’s loss, and again after a gain', () => {
    const { rate } = lose('RC43', { strategy: 10, all: 20 });
    expect(rate(109_501)).toEqual([]); // 4.99 USD
    expect(rate(109_500)).toEqual(['warn alpha: alpha lost 5.00 USD today, limit 10']);
    expect(rate(109_400)).toEqual([]);
    expect(rate(109_900)).toEqual([]);
    expect(rate(109_400)).toEqual([]);
    expect(rate(110_000)).toEqual([]);
    expect(rate(109_500)).toHaveLength(1);
    expect(rate(109_000)).toEqual([
      'halt alpha: alpha lost 10.00 USD today, limit 10',
      'warn all: all strategies lost 10.00 USD today, limit 20',
    ]);
    expect(rate(108_000)).toEqual([
      'halt alpha: alpha lost 20.00 USD today, limit 10',
      'halt all: all strategies lost 20.00 USD today, limit 20',
    ]);
  });

  it('RC44 halts everything below the peak of this run, and below that of all runs', () => {
    const limits = { equity: 1_000, runPercent: 1, lifetimePercent: 1.5 };
    const run = lose('RC44', limits);
    expect(run.rate(109_001)).toEqual([]);
    expect(run.rate(109_000)).toEqual([
      'halt all: the P&L is 10.00 USD below its peak of this run, limit 10',
    ]);
    const life = lose('RC44', { ...limits, runPercent: 2 });
    expect([...life.rate(110_200), ...life.rate(108_701)]).toEqual([]);
    expect(life.rate(108_700)).toEqual([
      'halt all: the P&L is 15.00 USD below its peak of all runs, limit 15',
    ]);
  });
});

describe('RC45 slippage', () => {
  const trade = (params: unknown, ticks: readonly number[], terms = {}) => {
    const symbol = quote(EUR_USD);
    const { onFill, told } = watch('RC45', params, [symbol]);
    for (const [i, one] of ticks.entries()) {
      onFill?.(order(symbol, { arrivalTicks2: 200_000, ...terms }), fill(one, NOW, `T${i + 1}`));
    }
    return told();
  };

  it('warns of one fill beyond half of its bound, and halts the symbol beyond all of it', () => {
    expect(trade({}, [100_050])).toEqual([]);
    expect(trade({}, [100_051])).toEqual([
      'warn EUR/USD: trade T1 is 5.10 bp worse than the mid, limit 10',
    ]);
    expect(trade({}, [100_100])).toHaveLength(1);
    expect(trade({}, [100_101])).toEqual([
      'warn EUR/USD: trade T1 is 10.10 bp worse than the mid, limit 10',
      'halt EUR/USD: trade T1 is 10.10 bp worse than the mid, limit 10',
    ]);
    const sell = { side: 'Sell', priceTicks: 99_000 };
    expect(trade({}, [99_899], sell)).toHaveLength(2);
    expect(trade({}, [100_500], sell)).toEqual([]);
  });

  it('uses the mean of the last 20 fills, and of no fewer', () => {
    const even = (count: number, ticks: number) => Array.from({ length: count }, () => ticks);
    expect(trade({}, even(19, 100_040))).toEqual([]);
    const mean = 'the mean of 20 fills is';
    expect(trade({}, even(20, 100_031))).toEqual([
      `warn EUR/USD: ${mean} 3.10 bp worse than the mid, limit 3`,
      `halt EUR/USD: ${mean} 3.10 bp worse than the mid, limit 3`,
    ]);
    expect(trade({}, even(20, 100_015))).toEqual([]);
    expect(trade({}, even(20, 100_016))).toHaveLength(1);
    // 19 of 1.5 bp and one of 4.9; the first is not among the last 20 of 21.
    const worse = [`warn EUR/USD: ${mean} 1.67 bp worse than the mid, limit 3`];
    expect(trade({}, [100_049, ...even(20, 100_015)])).toEqual(worse);
    expect(trade({}, [...even(20, 100_015), 100_049])).toEqual(worse);
  });

  it('checks a fill by the limit of its order too, also of one that met no rate', () => {
    const reported = ['warn EUR/USD: trade T1 is 5.10 bp worse than the limit, limit 10'];
    expect(trade({}, [100_051], { priceTicks: 100_000, arrivalTicks2: 200_400 })).toEqual(reported);
    expect(trade({}, [100_051], { priceTicks: 100_000, arrivalTicks2: 0 })).toEqual(reported);
    expect(trade({}, [100_050], { priceTicks: 100_000, arrivalTicks2: 0 })).toEqual([]);
    const sell = { side: 'Sell', priceTicks: 100_000, arrivalTicks2: 0 };
    expect(trade({}, [99_899], sell)).toHaveLength(2);
    // Nor does the mean count it.
    const many = Array.from({ length: 20 }, () => 100_040);
    expect(trade({}, many, { priceTicks: 100_000, arrivalTicks2: 0 })).toEqual([]);
  });

  it('ignores an order that met no rate and has no limit', () => {
    const order = { type: 'AtBest', priceTicks: 0, arrivalTicks2: 0 };
    expect(trade({}, [900_000], order)).toEqual([]);
  });
});

describe('RC46 off-limit fill', () => {
  const trade = (ticks: number, terms = {}, setup = {}) => {
    const symbol = quote(EUR_USD);
    const { onFill, told } = watch('RC46', {}, [symbol], setup);
    onFill?.(order(symbol, { arrivalTicks2: 200_000, priceTicks: 100_010, ...terms }), fill(ticks));
    return told();
  };
  const halted = (words: string) => [
    `halt all: trade T1 is outside the limit of order w1-0001-0000001-0001: ${words}`,
  ];

  it('halts everything on a fill worse than the limit', () => {
    expect(trade(100_010)).toEqual([]);
    expect(trade(100_011)).toEqual(halted('expected at most 1.0001, found 1.00011'));
    expect(trade(100_010, { side: 'Sell' })).toEqual([]);
    const sold = 'expected at least 1.0001, found 1.00009';
    expect(trade(100_009, { side: 'Sell' })).toEqual(halted(sold));
  });

  it('uses the collar about the mid where the order has no limit, or RC14’s tighter band', () => {
    const atBest = { type: 'AtBest', priceTicks: 0 };
    for (const terms of [atBest, { ...atBest, side: 'Sell' }]) {
      for (const inside of [99_500, 100_500]) expect(trade(inside, terms)).toEqual([]);
      for (const outside of [99_499, 100_501]) {
        const text = `expected within 50 bp of 1.000000, found ${String(outside / 100_000)}`;
        expect(trade(outside, terms)).toEqual(halted(text));
      }
    }
    const noMid = 'expected a mid at the time of the order, found 1';
    expect(trade(100_000, { ...atBest, arrivalTicks2: 0 })).toEqual(halted(noMid));
    const bands = (G10: number) => ({ priceBands: { G10, EM: 100, DA: 300 } });
    expect(trade(100_200, atBest, bands(20))).toEqual([]);
    expect(trade(100_201, atBest, bands(20))).toHaveLength(1);
    expect(trade(100_501, atBest, bands(500))).toHaveLength(1);
  });
});
