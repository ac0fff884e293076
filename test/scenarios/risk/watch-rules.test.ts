// Rules that watch rates, balances and hours: what they do once a state lasts, and how that ends.
import { describe, expect, it } from 'vitest';
import { SECOND, UNLIMITED } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import {
  BTC_USD,
  candidate,
  EUR_TRY,
  EUR_USD,
  NOW,
  quote,
  watch,
  USD_JPY,
} from '../../risk/candidate.js';

describe('RC16 stale rate', () => {
  it('pauses a symbol after 10 bounds without a rate, and cancels after 40', () => {
    const { tick } = watch('RC16');
    expect(tick(30 * SECOND)).toEqual([]);
    expect(tick(30 * SECOND + 1)).toEqual([
      'pause EUR/USD: no rate of EUR/USD for 30s until resolved',
      'warn EUR/USD: no rate of EUR/USD for 30s',
    ]);
    expect(tick(31 * SECOND)).toEqual([]);
    expect(tick(120 * SECOND)).toEqual([]);
    expect(tick(121 * SECOND)).toEqual([
      'cancel EUR/USD',
      'page EUR/USD: no rate of EUR/USD for 121s: its orders are cancelled',
    ]);
    expect(tick(300 * SECOND)).toEqual([]);
  });

  it('ends the pause with the next rate, once, and restarts', () => {
    const { tick, symbol } = watch('RC16');
    tick(31 * SECOND);
    symbol.receivedAt = NOW + 31 * SECOND;
    expect(tick(34 * SECOND)).toEqual(['resolve EUR/USD']);
    expect(tick(34 * SECOND)).toEqual([]);
    expect(tick(61 * SECOND)).toEqual([]);
    expect(tick(62 * SECOND)[0]).toContain('pause EUR/USD: no rate of EUR/USD for 31s');
  });

  it('pauses a symbol without a rate since the bot’s start, until its first', () => {
    const symbol = new SymbolState(EUR_USD);
    const { tick } = watch('RC16', {}, [symbol]);
    expect(tick(3_600 * SECOND)).toEqual([]);
    expect(tick(3_630 * SECOND)).toEqual([]);
    expect(tick(3_631 * SECOND)).toEqual([
      'pause EUR/USD: no rate of EUR/USD for 31s, none since the start until resolved',
      'warn EUR/USD: no rate of EUR/USD for 31s, none since the start',
    ]);
    expect(tick(3_721 * SECOND)).toEqual([
      'cancel EUR/USD',
      'page EUR/USD: no rate of EUR/USD for 121s, none since the start: its orders are cancelled',
    ]);
    const at = NOW + 3_722 * SECOND;
    symbol.update(at, 110_000, 110_010, UNLIMITED, UNLIMITED, at);
    expect(tick(3_722 * SECOND)).toEqual(['resolve EUR/USD']);
  });

  it('watches nothing where every rate of the feed is processed', () => {
    const { onTick } = watch('RC16', {}, undefined, { seesEveryRate: true });
    expect(onTick).toBeUndefined();
  });

  it('refuses a rate that the venue refused, until the next', () => {
    const { check, symbol } = watch('RC16');
    symbol.drop(NOW + 1);
    expect(check(candidate({ symbol }))?.message).toBe(
      'the venue refused an order at the newest rate: wait for the next rate',
    );
    symbol.receivedAt = NOW + 2;
    expect(check(candidate({ symbol, at: NOW + 2 }))).toBeUndefined();
  });

  it('refuses a symbol outside the session', () => {
    const { check } = watch('RC16');
    expect(check(candidate({ symbol: quote(USD_JPY) }))?.message).toBe('unknown symbol');
  });
});

describe('RC17 frozen rate', () => {
  const frozen = 'the rate of EUR/USD is unchanged for 1m despite polls';

  it('pauses a rate that is read again and again without a change for a minute', () => {
    const { rate, tick, symbol } = watch('RC17');
    expect(tick(0)).toEqual([]);
    rate(0, 110_000, 110_010);
    symbol.receivedAt = NOW + 60 * SECOND;
    expect(tick(60 * SECOND)).toEqual([]);
    expect(tick(60 * SECOND + 1)).toEqual([
      `pause EUR/USD: ${frozen} until resolved`,
      `warn EUR/USD: ${frozen}`,
    ]);
    expect(rate(61 * SECOND, 110_000, 110_010)).toEqual([]);
    expect(rate(62 * SECOND, 110_000, 110_011)).toEqual(['resolve EUR/USD']);
    expect(rate(63 * SECOND, 110_001, 110_011)).toEqual([]);
  });

  it('leaves a symbol that is not read to RC16', () => {
    const { rate, tick } = watch('RC17');
    rate(0, 110_000, 110_010);
    expect(tick(61 * SECOND)).toEqual([]);
    expect(rate(120 * SECOND, 110_000, 110_010)).toHaveLength(2);
  });

  it('has the bound of quiet markets at night and at weekends', () => {
    const times = [-7, 7.99, 8, 12 + 24 * 4].map((hours) => hours * 3_600 * SECOND);
    const found = times.map((from) => {
      const { rate } = watch('RC17');
      rate(from, 110_000, 110_010);
      return rate(from + 61 * SECOND, 110_000, 110_010).length > 0;
    });
    // 05:00, 19:59 and 20:00 UTC of Monday, and Saturday at midnight.
    expect(found).toEqual([false, false, false, false]);
    const { rate } = watch('RC17');
    rate(8 * 3_600 * SECOND, 110_000, 110_010);
    expect(rate((8 * 3_600 + 300) * SECOND, 110_000, 110_010)).toEqual([]);
    expect(rate((8 * 3_600 + 300) * SECOND + 1, 110_000, 110_010)).toHaveLength(2);
  });
});

describe('RC18 broken rate', () => {
  it('pauses a symbol whose rate is broken for 10 s, and ends that with a good one', () => {
    const { rate, tick } = watch('RC18');
    expect(rate(0, 110_011, 110_010)).toEqual([]);
    expect(rate(9 * SECOND, 110_012, 110_010)).toEqual([]);
    expect(tick(10 * SECOND - 1)).toEqual([]);
    const reason = 'the rate of EUR/USD is broken for 10 s';
    expect(tick(10 * SECOND)).toEqual([
      `pause EUR/USD: ${reason} until resolved`,
      `warn EUR/USD: ${reason}`,
    ]);
    expect(tick(11 * SECOND)).toEqual([]);
    expect(rate(12 * SECOND, 110_010, 110_010)).toEqual(['resolve EUR/USD']);
    expect(rate(13 * SECOND, 110_010, 110_011)).toEqual([]);
    expect(tick(60 * SECOND)).toEqual([]);
  });

  it('checks a symbol when its own poll is reported, and none for other polls', () => {
    const { onEvent, rate, symbol, tick } = watch('RC18');
    rate(0, 110_000, 110_010);
    symbol.break();
    const failed = { type: 'poll', outcome: 'failed', status: 200, message: '' } as const;
    onEvent?.({ ...failed, subject: 'order', key: 'w1-000001-000001-0042' }, NOW);
    expect(tick(10 * SECOND)).toEqual([]);
    onEvent?.({ ...failed, subject: 'rate', key: 'EUR/USD' }, NOW + 10 * SECOND);
    expect(tick(20 * SECOND)[0]).toContain('pause EUR/USD: the rate of EUR/USD is broken');
  });
});

describe('RC19 spread', () => {
  it('pauses a symbol that is wide for a minute, and ends that with a narrow rate', () => {
    const { rate, tick } = watch('RC19');
    // 18 bp of 10.
    expect(rate(0, 110_000, 110_200)).toEqual([]);
    expect(rate(30 * SECOND, 110_000, 110_201)).toEqual([]);
    expect(tick(60 * SECOND - 1)).toEqual([]);
    const reason = 'the spread of EUR/USD is wide for 60 s';
    expect(tick(60 * SECOND)).toEqual([
      `pause EUR/USD: ${reason} until resolved`,
      `warn EUR/USD: ${reason}`,
    ]);
    expect(tick(61 * SECOND)).toEqual([]);
    expect(rate(62 * SECOND, 110_000, 110_010)).toEqual(['resolve EUR/USD']);
    expect(rate(63 * SECOND, 110_000, 110_010)).toEqual([]);
    expect(tick(600 * SECOND)).toEqual([]);
  });

  it('knows the usual spread from 20 samples on, which are ten seconds apart', () => {
    const { rate, check, symbol } = watch('RC19');
    const findLimit = () => check(candidate({ symbol }))?.limit;
    // 1 bp is usual; six times as much is too much only once that is known.
    const limits = Array.from({ length: 200 }, (_, second) => {
      rate(second * SECOND, 110_000, second % 10 === 5 ? 110_066 : 110_011);
      return findLimit();
    });
    expect(limits.findIndex((limit) => limit !== undefined)).toBe(195);
    expect(limits[195]).toBeCloseTo(5, 1);
  });

  it('leaves a rate that is broken to RC18', () => {
    const { rate, check, symbol } = watch('RC19');
    expect(rate(0, 110_010, 0)).toEqual([]);
    expect(check(candidate({ symbol }))).toBeUndefined();
  });
});

describe('RC20 rate jump', () => {
  const missing = ({ check, symbol }: ReturnType<typeof watch>) =>
    check(candidate({ symbol }))?.value ?? 0;

  it('refuses until three more rates are near one that jumped by more than 1 %', () => {
    const one = watch('RC20');
    expect(one.rate(0, 100_000, 100_000)).toEqual([]);
    expect(one.rate(1, 101_000, 101_000)).toEqual([]);
    expect(one.rate(2, 102_011, 102_011)).toEqual(['warn EUR/USD: the mid jumped by 1.00 %']);
    expect(missing(one)).toBe(3);
    one.rate(3, 102_500, 102_500);
    expect(missing(one)).toBe(2);
    one.rate(4, 103_000, 103_000);
    one.rate(5, 103_031, 103_031); // 1 % above 102,011
    expect(missing(one)).toBe(0);
  });

  it('doubts the rates of a symbol until its jump is confirmed', () => {
    const one = watch('RC20');
    const doubts = () => one.distrustsRate?.(one.symbol, NOW);
    one.rate(0, 100_000, 100_000);
    expect(doubts()).toBe(false);
    one.rate(1, 102_011, 102_011);
    expect(doubts()).toBe(true);
    for (const after of [2, 3, 4]) one.rate(after, 102_011, 102_011);
    expect(doubts()).toBe(false);
  });

  it('restarts its confirmation with a rate that is no longer near', () => {
    const one = watch('RC20');
    one.rate(0, 100_000, 100_000);
    one.rate(1, 102_000, 102_000);
    one.rate(2, 102_900, 102_900);
    one.rate(3, 102_950, 102_950);
    expect(missing(one)).toBe(1);
    one.rate(4, 103_021, 103_021); // more than 1 % above 102,000
    expect(missing(one)).toBe(3);
    one.rate(5, 104_051, 104_051); // within 1 % of 103,021
    expect(missing(one)).toBe(2);
  });

  it('halts the symbol that jumps by more than 3 %', () => {
    const { rate } = watch('RC20');
    rate(0, 100_000, 100_000);
    expect(rate(1, 103_000, 103_000)).toHaveLength(1);
    expect(rate(2, 106_091, 106_091)).toEqual([
      'halt EUR/USD: the mid of EUR/USD jumped by 3.00 %',
    ]);
  });

  it('measures from the previous rate, however that came, and knows its own symbols only', () => {
    const { rate, symbol, check } = watch('RC20');
    symbol.previousDoubledMid = 200_000;
    expect(rate(0, 101_001, 101_001)).toEqual(['warn EUR/USD: the mid jumped by 1.00 %']);
    expect(rate(1, 0, 0)).toEqual([]);
    expect(check(candidate({ symbol: quote(USD_JPY) }))).toBeUndefined();
  });
});

describe('RC21 cross source and absolute band', () => {
  const benchmark = (midTicks: number, symbol = 'EUR/USD') =>
    ({ type: 'benchmark', source: 'ticker', symbol, midTicks }) as const;

  it('pauses for a minute and pages when a benchmark is far from the mid', () => {
    const { onEvent, told, symbol, check } = watch('RC21', {}, [quote(EUR_USD, 101_000, 101_000)]);
    onEvent?.(benchmark(100_000), NOW);
    expect(told()).toEqual([]); // 100 bp
    expect(check(candidate({ symbol }))).toBeUndefined();
    onEvent?.(benchmark(99_999), NOW);
    const text = 'EUR/USD: the mid is 100.10 bp from the ticker'; // 1,001 of 99,999 ticks
    expect(told()).toEqual([`pause EUR/USD: ${text} until 60 s`, `page EUR/USD: ${text}`]);
  });

  it('refuses and pauses while the benchmark is not older than two minutes', () => {
    const far = quote(EUR_USD, 101_100, 101_100);
    const { onEvent, rate, told, symbol, check } = watch('RC21', {}, [far]);
    onEvent?.(benchmark(100_000), NOW - 120 * SECOND);
    told();
    const message = 'expected a mid within 100 bp of the ticker (1), found it 110.00 bp away';
    expect(check(candidate({ symbol }))?.message).toBe(message);
    expect(told()).toEqual([]);
    const pause = `pause EUR/USD: EUR/USD: ${message} until 60 s`;
    expect(rate(0, 101_100, 101_100)).toEqual([pause, `page EUR/USD: EUR/USD: ${message}`]);
    expect(rate(1, 101_100, 101_100)).toEqual([]);
    expect(check(candidate({ symbol, at: NOW + 1 }))).toBeUndefined();
  });

  it('ignores events of other kinds, of other symbols and before the first rate', () => {
    const { onEvent, told } = watch('RC21', {}, [new SymbolState(EUR_USD)]);
    onEvent?.({ type: 'wake' }, NOW);
    onEvent?.(benchmark(1, 'USD/JPY'), NOW);
    onEvent?.(benchmark(1), NOW);
    expect(told()).toEqual([]);
  });

  it('pauses from the last wrong rate on, alerts on the first, and checks every one', () => {
    const { rate, symbol } = watch('RC21', { bands: { 'EUR/USD': [1, 1.1] } });
    const isSeen = (at: number, ticks: number) => symbol.leavesQuietBand(NOW + at, ticks, ticks);
    symbol.quietBand.reset();
    expect(rate(0, 100_000, 110_000)).toEqual([]);
    expect([isSeen(1, 100_000), isSeen(1, 110_000)]).toEqual([false, false]);
    expect([isSeen(1, 99_999), isSeen(1, 110_001)]).toEqual([true, true]);
    const text = 'EUR/USD: EUR/USD: expected a mid of 1 to 1.1, found 0.99999';
    const first = [`pause ${text} until 60.000001 s`, `page ${text}`];
    expect(rate(1, 99_999, 99_999)).toEqual(first);
    expect(isSeen(2, 100_000)).toBe(true);
    expect(rate(2, 99_999, 99_999)).toEqual([`pause ${text} until 60.000002 s`]);
  });

  it('checks the first two-sided rate after one that had no side', () => {
    const { rate, symbol, onEvent } = watch('RC21', { bands: { 'EUR/USD': [1, 1.1] } });
    symbol.quietBand.reset();
    rate(0, 0, 105_000);
    expect(symbol.leavesQuietBand(NOW + 1, 105_000, 105_000)).toBe(true);
    symbol.quietBand.reset();
    rate(1, 105_000, 105_000);
    expect(symbol.leavesQuietBand(NOW + 2, 105_000, 105_000)).toBe(false);
    // One side is gone, though no rule was told of that: what comes now is held against the news.
    symbol.update(NOW + 2, 0, 105_000, 0, 0, NOW + 2);
    onEvent?.(benchmark(103_000), NOW + 3);
    expect(symbol.leavesQuietBand(NOW + 4, 105_000, 105_000)).toBe(true);
  });

  it('refuses a mid outside its band, and in live a symbol without one', () => {
    const bands = { 'EUR/USD': [1, 1.1] };
    const { check } = watch('RC21', { bands });
    const mid = (ticks: number) =>
      check(candidate({ symbol: quote(EUR_USD, ticks, ticks) }))?.message;
    expect([mid(100_000), mid(110_000)]).toEqual([undefined, undefined]);
    expect(mid(99_999)).toBe('expected a mid of 1 to 1.1, found 0.99999');
    expect(mid(110_001)).toBe('expected a mid of 1 to 1.1, found 1.10001');
    const live = watch('RC21', {}, undefined, { isLive: true });
    expect(live.check(candidate())?.message).toBe('expected a band for EUR/USD, found none');
    expect(live.check(candidate({ symbol: new SymbolState(EUR_USD) }))).toBeUndefined();
    expect(watch('RC21').check(candidate())).toBeUndefined();
  });
});

describe('RC21 without another source', () => {
  const bands = { 'EUR/USD': [1, 1.2] };
  const notify = (at: number) =>
    [{ type: 'benchmark', source: 'ticker', symbol: 'EUR/USD', midTicks: 110_000 }, at] as const;
  const refused = (found: string) =>
    `expected a mid of another source of the last 120 s for EUR/USD, found ${found}`;

  it('refuses in live, also once the source has been silent for too long', () => {
    const { check, onEvent } = watch('RC21', { bands }, undefined, { isLive: true });
    const find = (at = NOW) => check(candidate({ at }))?.message;
    expect(find()).toBe(refused('none'));
    onEvent?.(...notify(NOW));
    expect([find(NOW), find(NOW + 120 * SECOND)]).toEqual([undefined, undefined]);
    expect(find(NOW + 121 * SECOND)).toBe(refused('one of 121 s ago'));
  });

  it('waits for as many symbols as are read in turn', () => {
    const many = Array.from({ length: 10 }, () => quote(EUR_USD));
    const { check, onEvent } = watch('RC21', { bands }, many, { isLive: true });
    onEvent?.(...notify(NOW));
    expect(check(candidate({ at: NOW + 300 * SECOND }))).toBeUndefined();
    expect(check(candidate({ at: NOW + 301 * SECOND }))?.value).toBe('one of 301 s ago');
  });

  it('compares with any source that is not too old, at every age', () => {
    const many = Array.from({ length: 10 }, () => quote(EUR_USD));
    const { check, onEvent } = watch('RC21', { bands }, many, { isLive: true });
    const [{ symbol }] = [candidate()];
    onEvent?.({ ...notify(NOW)[0], midTicks: 80_000 }, NOW);
    for (let seconds = 0; seconds <= 400; seconds += 7) {
      const at = NOW + seconds * SECOND;
      expect(check(candidate({ at, symbol })), `after ${seconds} s`).toBeDefined();
    }
  });

  it('lets a reduction pass while the mid is within its band', () => {
    const symbol = quote(EUR_USD);
    symbol.position = 1_000;
    const { check } = watch('RC21', { bands }, [symbol], { isLive: true });
    const find = (side: 'Buy' | 'Sell', units: number) =>
      check(candidate({ symbol, side, units }))?.message;
    expect(find('Sell', 1_000)).toBeUndefined();
    expect([find('Sell', 1_001), find('Buy', 1)]).toEqual([refused('none'), refused('none')]);
    symbol.workingSell = 1;
    expect(find('Sell', 1_000)).toBe(refused('none'));
    symbol.workingSell = 0;
    const far = quote(EUR_USD, 130_000, 130_010);
    far.position = 1_000;
    expect(check(candidate({ symbol: far, side: 'Sell', units: 1_000 }))?.value).toBe(1.30005);
  });

  it('does what the limits say, in live and elsewhere', () => {
    const pass = watch('RC21', { bands, missing: 'pass' }, undefined, { isLive: true });
    expect(pass.check(candidate())).toBeUndefined();
    expect(watch('RC21', { bands }).check(candidate())).toBeUndefined();
    const refuse = watch('RC21', { bands, missing: 'refuse' });
    expect(refuse.check(candidate())?.message).toBe(refused('none'));
  });
});

describe('RC31 overnight and weekend', () => {
  /** After NOW, which is Monday 08:00 in New York. */
  const newYork = (day: number, hour: number, minute: number) =>
    ((day * 24 + hour - 8) * 60 + minute) * 60 * SECOND;
  const held = (strategies: readonly string[], position = 0, more = {}, setup = {}) => {
    const symbol = quote(USD_JPY, 150_000, 150_010);
    symbol.position = position;
    const symbols = [quote(EUR_USD), symbol];
    const listHolders = (one: SymbolState) => (one === symbol ? strategies : []);
    const { check, tick } = watch('RC31', more, symbols, { listHolders, ...setup });
    /** What an order of so many dollars against the yen breaks, at a time. */
    const order = (after: number, side: 'Buy' | 'Sell', dollars: number, strategy = 'alpha') => {
      const at = NOW + after;
      return check(candidate({ at, symbol, side, units: dollars * 100, strategy }))?.message;
    };
    return { tick, order };
  };
  const only = 'only orders that reduce the exposure may leave: ';

  it('warns from 16:30 to 17:00 New York of an uncleared strategy with a position', () => {
    const { tick } = held(['alpha', 'beta'], 0, { cleared: ['beta'] });
    expect(tick(newYork(0, 16, 30) - 1)).toEqual([]);
    const reported = ['warn alpha USD/JPY: alpha may not hold positions overnight'];
    expect(tick(newYork(0, 16, 30))).toEqual(reported);
    expect(tick(newYork(0, 16, 59))).toEqual([]);
    expect(tick(newYork(0, 17, 0))).toEqual([]);
    expect(tick(newYork(1, 16, 30))).toEqual(reported);
  });

  it('lets an uncleared strategy only reduce then, also one without a position yet', () => {
    const { order } = held([], 100_000, { cleared: ['beta'] });
    const refused = `${only}alpha may not hold positions overnight`;
    expect(order(newYork(0, 16, 30) - 1, 'Buy', 1)).toBeUndefined();
    expect(order(newYork(0, 16, 30), 'Buy', 1)).toBe(refused);
    expect(order(newYork(0, 16, 30), 'Buy', 1, 'beta')).toBeUndefined();
    expect(order(newYork(0, 16, 45), 'Sell', 1_000)).toBeUndefined();
    expect(order(newYork(0, 16, 45), 'Sell', 1_000.01)).toBe(refused);
    expect(order(newYork(0, 17, 0) - 1, 'Buy', 1)).toBe(refused);
    expect(order(newYork(0, 17, 0), 'Buy', 1)).toBeUndefined();
    expect(held([]).order(newYork(0, 16, 30), 'Sell', 1)).toBe(refused);
  });

  it('lets no strategy above a quarter of RC23 from Friday 16:30 to Sunday 17:00', () => {
    const { tick } = held([], 250_000_001);
    const reason = 'expected a position of at most 2500000 over the weekend';
    expect(tick(newYork(4, 16, 30) - 1)).toEqual([]);
    expect(tick(newYork(4, 16, 30))).toEqual([`warn USD/JPY: ${reason}`]);
    for (const [day, hour] of [
      [4, 17],
      [5, 12],
      [6, 16],
    ] as const) {
      expect(tick(newYork(day, hour, 30))).toEqual([]);
    }
    expect(tick(newYork(6, 17, 0))).toEqual([]);
    expect(tick(newYork(11, 16, 30))).toEqual([`warn USD/JPY: ${reason}`]);
    const { order } = held([], 249_000_000, { cleared: ['alpha'] });
    expect(order(newYork(4, 16, 30) - 1, 'Buy', 10_001)).toBeUndefined();
    expect(order(newYork(4, 16, 30), 'Buy', 10_000)).toBeUndefined();
    expect(order(newYork(4, 16, 30), 'Buy', 10_001)).toBe(only + reason);
    expect(order(newYork(6, 16, 29), 'Buy', 10_001)).toBe(only + reason);
    expect(order(newYork(6, 17, 0), 'Buy', 10_001)).toBeUndefined();
  });

  it('lets a cleared strategy only reduce what is above that limit', () => {
    const { order } = held([], 250_000_001, { cleared: ['alpha'] });
    expect(order(newYork(5, 0, 0), 'Sell', 2_500_000)).toBeUndefined();
    expect(order(newYork(5, 0, 0), 'Sell', 2_500_001)).toContain(only);
    const positionLimits = { G10: 1_000_000, EM: 0, DA: 0 };
    const tight = held([], 0, { cleared: ['alpha'], weekendPercent: 10 }, { positionLimits });
    expect(tight.order(newYork(5, 0, 0), 'Sell', 100_000)).toBeUndefined();
    expect(tight.order(newYork(5, 0, 0), 'Sell', 100_001)).toContain('at most 100000 over');
  });

  it('ignores a position at the limit, and counts one in full that cannot be converted', () => {
    const { tick } = held([], 250_000_000);
    expect(tick(newYork(4, 16, 30))).toEqual([]);
    const symbol = new SymbolState(BTC_USD);
    symbol.position = 1;
    const blind = watch('RC31', {}, [quote(EUR_USD), quote(USD_JPY), quote(EUR_TRY), symbol]);
    const reported = 'warn BTC/USD: expected a position of at most 62500 over the weekend';
    expect(blind.tick(newYork(4, 16, 30))).toEqual([reported]);
  });
});
