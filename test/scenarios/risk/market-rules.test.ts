// Rules on the market: price collar, aggressiveness, age and form of the rate, notional.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import { NO_ACTIONS, SymbolState } from '../../../src/risk/gate/index.js';
import { findCapTicks } from '../../../src/risk/index.js';
import {
  BTC_USD,
  candidate,
  createRule,
  EUR_TRY,
  EUR_USD,
  NOW,
  quote,
  USD_JPY,
} from '../../risk/candidate.js';
import { countRuns } from '../../runs.js';

const side = fc.constantFrom('Buy' as const, 'Sell' as const);

describe('RC05 order notional', () => {
  it('passes at the limit and refuses one unit of the account currency beyond it', () => {
    const usdJpy = quote(USD_JPY, 150_000, 150_010);
    const rule = createRule('RC05', { hard: 2_000 }, { symbols: [usdJpy] });
    expect(rule.check(candidate({ symbol: usdJpy, units: 200_000 }))).toBeUndefined();
    expect(rule.check(candidate({ symbol: usdJpy, units: 200_001 }))).toMatchObject({
      limit: 2_000,
      value: 2_001,
      message: 'notional: expected at most 2000 USD, found 2001',
    });
  });

  it('converts at the mid, rounded up', () => {
    const eurUsd = quote(EUR_USD); // mid 1.10005
    const rule = createRule('RC05', { hard: 1_100 }, { symbols: [eurUsd] });
    const value = rule.check(candidate({ symbol: eurUsd, units: 100_000 }))?.value;
    expect(value).toBe(1_101);
    expect(rule.check(candidate({ symbol: eurUsd, units: 99_995 }))).toBeUndefined();
  });

  it('defaults to two millions', () => {
    const usdJpy = quote(USD_JPY, 150_000, 150_010);
    const rule = createRule('RC05', {}, { symbols: [usdJpy] });
    expect(rule.check(candidate({ symbol: usdJpy, units: 200_000_000 }))).toBeUndefined();
    expect(rule.check(candidate({ symbol: usdJpy, units: 200_000_001 }))).toBeDefined();
  });

  it('refuses without a rate to convert by', () => {
    const eurTry = quote(EUR_TRY, 4_500_000, 4_500_100);
    const rule = createRule('RC05', {}, { symbols: [eurTry, new SymbolState(EUR_USD)] });
    expect(rule.check(candidate({ symbol: eurTry }))).toEqual({
      limit: 2_000_000,
      value: 'no conversion rate',
      message: 'no rate to convert EUR into USD',
    });
  });
});

describe('conversion into the account currency', () => {
  const eurGbp = unwrap(createInstrument(4, 'EUR/GBP'));
  const gbpUsd = unwrap(createInstrument(5, 'GBP/USD'));
  const chfSek = unwrap(createInstrument(6, 'CHF/SEK'));
  const usdSek = unwrap(createInstrument(7, 'USD/SEK'));

  /** The notional of 1,000 of the first symbol's base, by a limit that everything breaks. */
  function convert(symbols: readonly SymbolState[], account = 'USD'): number | string | undefined {
    const rule = createRule('RC05', { hard: 0.1 }, { symbols, accountCurrency: account });
    return rule.check(candidate({ symbol: symbols[0]!, units: 100_000 }))?.value;
  }

  it.each([
    ['nothing: the base is the account currency', [quote(EUR_USD)], 'EUR', 1_000],
    ['the symbol’s own rate', [quote(EUR_USD)], 'USD', 1_101],
    ['another symbol of its base', [quote(eurGbp, 85_000, 85_010), quote(EUR_USD)], 'USD', 1_101],
    [
      'its term and a symbol with that base', // 850.05 x 1.25005 = 1062.605
      [quote(eurGbp, 85_000, 85_010), quote(gbpUsd, 125_000, 125_010)],
      'USD',
      1_063,
    ],
    [
      'its term and a symbol with that term', // 11,800 / 9.50005
      [quote(chfSek, 1_180_000, 1_180_000), quote(usdSek, 950_000, 950_010)],
      'USD',
      1_243,
    ],
    ['no rate: no path exists', [quote(chfSek, 1_180_000, 1_180_000)], 'USD', 'no conversion rate'],
    [
      'no rate: the only rate is invalid',
      [quote(EUR_USD, 110_010, 110_000)],
      'USD',
      'no conversion rate',
    ],
    [
      'another path if its own rate is invalid',
      [quote(eurGbp, 85_010, 85_000), quote(gbpUsd, 125_000, 125_010)],
      'USD',
      'no conversion rate',
    ],
    [
      'no rate: the second rate is invalid',
      [quote(eurGbp, 85_000, 85_010), quote(gbpUsd, 0, 125_010)],
      'USD',
      'no conversion rate',
    ],
  ])('converts by %s', (_, symbols, account, expected) => {
    expect(convert(symbols, account)).toBe(expected);
  });

  it('is never below the exact amount and at most one unit above it', () => {
    const ticks = fc.integer({ min: 1, max: 500_000 });
    fc.assert(
      fc.property(ticks, fc.nat(1_000), fc.integer({ min: 1, max: 1e12 }), (bid, spread, units) => {
        const symbol = quote(EUR_USD, bid, bid + spread);
        const rule = createRule('RC05', { hard: 1e-9 }, { symbols: [symbol] });
        const value = new Decimal(rule.check(candidate({ symbol, units }))!.value);
        const exact = new Decimal(units).times(2 * bid + spread).div('2e7');
        expect(value.gte(exact)).toBe(true);
        expect(value.lt(exact.plus(1).plus('1e-5'))).toBe(true);
      }),
    );
  });
});

describe('RC14 price collar', () => {
  const symbol = quote(EUR_USD, 99_990, 100_010); // mid 1.00000

  it.each([
    ['Buy', 100_500, 100_501],
    ['Buy', 99_500, 99_499],
    ['Sell', 99_500, 99_499],
  ] as const)('lets a %s pass up to %i ticks and refuses it at %i', (which, inside, outside) => {
    const rule = createRule('RC14');
    expect(rule.check(candidate({ symbol, side: which, priceTicks: inside }))).toBeUndefined();
    expect(rule.check(candidate({ symbol, side: which, priceTicks: outside }))).toBeDefined();
  });

  it('reports the distance of the price', () => {
    expect(createRule('RC14').check(candidate({ symbol, priceTicks: 100_600 }))).toMatchObject({
      limit: 50,
      value: 60,
      message: 'expected within 50 bp of the mid, found 1.006, 60.00 bp away',
    });
  });

  it('has a band for each class', () => {
    const rule = createRule('RC14', { G10: 10 });
    const breach = (instrument: typeof EUR_USD, priceTicks: number) =>
      rule.check(candidate({ symbol: quote(instrument, 99_990, 100_010), priceTicks }));
    expect(breach(EUR_USD, 100_100)).toBeUndefined();
    expect(breach(EUR_USD, 100_101)).toBeDefined();
    expect(breach(EUR_TRY, 101_000)).toBeUndefined();
    expect(breach(EUR_TRY, 101_001)).toBeDefined();
    expect(breach(BTC_USD, 103_000)).toBeUndefined();
    expect(breach(BTC_USD, 103_001)).toBeDefined();
  });

  it('refuses a price that does not fit', () => {
    expect(createRule('RC14').check(candidate({ symbol, priceTicks: Number.NaN }))).toBeDefined();
  });

  it('leaves a missing rate to RC16 and RC18', () => {
    const none = new SymbolState(EUR_USD);
    expect(createRule('RC14').check(candidate({ symbol: none }))).toBeUndefined();
  });

  it('agrees with exact arithmetic for whole limits', () => {
    const ticks = fc.integer({ min: 1_000, max: 300_000 });
    const bps = fc.constantFrom(5, 10, 50, 100, 300);
    fc.assert(
      fc.property(ticks, fc.nat(50), ticks, bps, (bid, spread, priceTicks, band) => {
        const rule = createRule('RC14', { G10: band });
        const state = quote(EUR_USD, bid, bid + spread);
        const mid2 = 2 * bid + spread;
        const isWithin = BigInt(Math.abs(2 * priceTicks - mid2)) * 10_000n <= BigInt(band * mid2);
        const breach = rule.check(candidate({ symbol: state, priceTicks }));
        expect(breach === undefined).toBe(isWithin);
      }),
      { numRuns: countRuns(500) },
    );
  });
});

describe('RC15 aggressiveness', () => {
  const symbol = quote(EUR_USD, 100_000, 100_020);

  it.each([
    ['Buy', 100_070, 100_071], // 100,020 and 50.01
    ['Sell', 99_950, 99_949],
  ] as const)(
    'lets a %s cross the touch up to %i ticks and refuses it at %i',
    (which, last, beyond) => {
      const rule = createRule('RC15');
      expect(rule.check(candidate({ symbol, side: which, priceTicks: last }))).toBeUndefined();
      expect(rule.check(candidate({ symbol, side: which, priceTicks: beyond }))).toMatchObject({
        limit: last,
        value: beyond,
      });
    },
  );

  it('lets a passive price be as far away as it likes', () => {
    const rule = createRule('RC15');
    expect(rule.check(candidate({ symbol, side: 'Buy', priceTicks: 1 }))).toBeUndefined();
    expect(rule.check(candidate({ symbol, side: 'Sell', priceTicks: 900_000 }))).toBeUndefined();
  });

  it('names the worst price that would pass', () => {
    expect(createRule('RC15').check(candidate({ symbol, priceTicks: 100_100 }))).toMatchObject({
      limit: 100_070,
      value: 100_100,
      message: 'expected 1.0007 or better (touch plus 5 bp), found 1.001',
    });
  });

  it('has a cap for each class, and refuses a price that does not fit', () => {
    const rule = createRule('RC15', { EM: 10 });
    const at = (instrument: typeof EUR_USD, priceTicks: number) =>
      rule.check(candidate({ symbol: quote(instrument, 100_000, 100_000), priceTicks }));
    expect(at(EUR_TRY, 100_100)).toBeUndefined();
    expect(at(EUR_TRY, 100_101)).toBeDefined();
    expect(at(BTC_USD, 100_300)).toBeUndefined();
    expect(at(BTC_USD, 100_301)).toBeDefined();
    expect(at(EUR_USD, Number.NaN)).toBeDefined();
  });

  it('has a cap price that passes while the next tick does not', () => {
    const bid = fc.integer({ min: 1_000, max: 300_000 });
    const caps = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(bid, fc.nat(50), caps, side, (bidTicks, spread, cap, which) => {
        const state = quote(EUR_USD, bidTicks, bidTicks + spread);
        const rule = createRule('RC15', { G10: cap });
        const sign = which === 'Buy' ? 1 : -1;
        const worst = findCapTicks(state, sign, cap)!;
        const check = (priceTicks: number) =>
          rule.check(candidate({ symbol: state, side: which, priceTicks }));
        expect(check(worst)).toBeUndefined();
        expect(check(worst + sign)).toBeDefined();
        const touch = sign > 0 ? state.offerTicks : state.bidTicks;
        const exact = BigInt(touch) * BigInt(10_000 + sign * cap);
        const inside = BigInt(worst) * 10_000n;
        expect(sign > 0 ? inside <= exact : inside >= exact).toBe(true);
        const next = BigInt(worst + sign) * 10_000n;
        expect(sign > 0 ? next > exact : next < exact).toBe(true);
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('has no cap without a rate', () => {
    expect(findCapTicks(new SymbolState(EUR_USD), 1, 5)).toBeUndefined();
    expect(findCapTicks(quote(EUR_USD, 110_010, 110_000), 1, 5)).toBeUndefined();
    const none = new SymbolState(EUR_USD);
    expect(createRule('RC15').check(candidate({ symbol: none }))).toBeUndefined();
  });
});

describe('RC16 stale rate', () => {
  const aged = (age: number, venueAge = age, instrument = EUR_USD) => {
    const symbol = quote(instrument);
    symbol.receivedAt = NOW - age;
    symbol.venueAt = NOW - venueAge;
    return candidate({ symbol });
  };
  const rule = (params: unknown = {}, setup = {}) =>
    createRule('RC16', params, {
      symbols: [quote(EUR_USD), quote(USD_JPY), quote(EUR_TRY)],
      ...setup,
    });

  it('passes at the bound since receipt and refuses just beyond it', () => {
    expect(rule().check(aged(3 * SECOND))).toBeUndefined();
    expect(rule().check(aged(3 * SECOND + 1))).toEqual({
      limit: 3 * SECOND,
      value: 3 * SECOND + 1,
      message: 'expected a rate received at most 3s ago, found 3s',
    });
    expect(rule().check(aged(4_250 * MILLISECOND))?.message).toBe(
      'expected a rate received at most 3s ago, found 4250ms',
    );
  });

  it('treats a rate that the venue made in advance as no better than an old one', () => {
    expect(rule().check(aged(0, -30 * SECOND))).toBeUndefined();
    expect(rule().check(aged(0, -31 * SECOND))).toEqual({
      limit: 30 * SECOND,
      value: 31 * SECOND,
      message:
        'expected a rate made by the venue at most 30s ago, found one dated 31s ahead of our clock',
    });
  });

  it('passes at the bound of the venue’s own time and refuses just beyond it', () => {
    expect(rule().check(aged(0, 30 * SECOND))).toBeUndefined();
    expect(rule().check(aged(0, 30 * SECOND + 1))).toMatchObject({
      limit: 30 * SECOND,
      message: 'expected a rate made by the venue at most 30s ago, found 30s',
    });
    expect(rule().check(aged(0, 60 * SECOND, EUR_TRY))).toBeUndefined();
    expect(rule().check(aged(0, 60 * SECOND + 1, EUR_TRY))).toBeDefined();
  });

  it('checks an order of a late timer by the actual time', () => {
    const late = rule({}, { checkedAt: () => NOW + 2 * SECOND });
    expect(late.check(aged(SECOND))).toBeUndefined();
    expect(late.check(aged(SECOND + 1))).toMatchObject({ value: 3 * SECOND + 1 });
  });

  it('refuses a quote that is not active yet, or has too little of its life left', () => {
    const evaluate = (activeAt: number, validUntil: number) => {
      const ids = { requestId: 'G1', transactionId: 'T1', quoteId: 'Q1' };
      const name = { ...ids, provider: 'LP1', asked: 'Buy' } as const;
      const quote = { ...name, activeAt: NOW + activeAt, validUntil: NOW + validUntil };
      return rule({ quoteLifeSeconds: 1 }).check({ ...aged(0), quote })?.message;
    };
    expect(evaluate(0, SECOND)).toBeUndefined();
    expect(evaluate(1_000, SECOND)).toBe('the quote can be accepted only in 1ms');
    expect(evaluate(0, SECOND - 1_000)).toBe('the quote needs 1s to its expiry, found 999ms');
    expect(evaluate(0, 0)).toBe('the quote needs 1s to its expiry, found none');
  });

  it('has bounds of at least three polls and three median gaps', () => {
    const slow = rule({}, { pollInterval: 2 * SECOND });
    expect(slow.check(aged(6 * SECOND))).toBeUndefined();
    expect(slow.check(aged(6 * SECOND + 1))).toBeDefined();
    const sparse = rule({}, { medianGap: () => 20 * SECOND });
    expect(sparse.check(aged(60 * SECOND))).toBeUndefined();
    expect(sparse.check(aged(60 * SECOND + 1))).toBeDefined();
    expect(sparse.check(aged(0, 60 * SECOND + 1))).toBeDefined();
  });

  it('takes its bounds from the limits', () => {
    const wide = rule({ receiveSeconds: 10, venueSeconds: { G10: 12 } });
    expect(wide.check(aged(10 * SECOND))).toBeUndefined();
    expect(wide.check(aged(10 * SECOND + 1))).toBeDefined();
    expect(wide.check(aged(0, 12 * SECOND))).toBeUndefined();
    expect(wide.check(aged(0, 12 * SECOND + 1))).toBeDefined();
  });

  it('uses only the venue’s time where every rate of the feed is processed', () => {
    const feed = rule({}, { seesEveryRate: true });
    expect(feed.check(aged(20 * SECOND))).toBeUndefined();
    expect(feed.check(aged(31 * SECOND))).toBeDefined();
  });

  it('requires three rates first', () => {
    const symbol = quote(EUR_USD);
    symbol.rateCount = 2;
    expect(rule().check(candidate({ symbol }))).toEqual({
      limit: 3,
      value: 2,
      message: 'expected 3 rates since the start, found 2',
    });
    symbol.rateCount = 3;
    expect(rule().check(candidate({ symbol }))).toBeUndefined();
  });
});

describe('RC18 broken rate', () => {
  const rule = createRule('RC18');

  it('passes a rate with equal sides and refuses a crossed one', () => {
    const check = (bid: number, offer: number) =>
      rule.check(candidate({ symbol: quote(EUR_USD, bid, offer) }));
    expect(check(110_000, 110_000)).toBeUndefined();
    expect(check(110_001, 110_000)).toEqual({
      limit: '0 < bid <= offer',
      value: '1.10001/1.1',
      message: 'expected 0 < bid <= offer, found 1.10001/1.1',
    });
    expect(check(0, 110_000)).toBeDefined();
    expect(check(110_000, 0)).toBeDefined();
    expect(check(-1, 110_000)).toBeDefined();
  });

  it('refuses a symbol without any rate', () => {
    const breach = rule.check(candidate({ symbol: new SymbolState(EUR_USD) }));
    expect(breach).toMatchObject({ value: '0/0' });
  });
});

describe('RC21 cross source', () => {
  /** Mid 1.10005; the venue tells another price of it, dealt so long ago. */
  const compare = (midTicks: number, ago: number) => {
    const symbol = quote(EUR_USD);
    const pauses: string[] = [];
    const act = { ...NO_ACTIONS, pause: (rule: string) => void pauses.push(rule) };
    const rule = createRule('RC21', {}, { symbols: [symbol], act });
    const about = { type: 'benchmark', symbol: 'EUR/USD', source: 'ticker' } as const;
    rule.onEvent?.({ ...about, midTicks, dealtAt: NOW - ago }, NOW);
    return { pauses, breach: rule.check(candidate({ symbol })) };
  };

  it('pauses at once and refuses beyond 100 bp of a last trade, not at that distance', () => {
    // 1.10005 / 1.0892 is 99.6 bp above, 1.10005 / 1.0891 is 100.5 bp.
    expect(compare(108_920, 0)).toEqual({ pauses: [], breach: undefined });
    const { pauses, breach } = compare(108_910, 0);
    expect(pauses).toEqual(['RC21']);
    expect(breach).toMatchObject({ limit: 100, message: expect.stringContaining('the ticker') });
  });

  it('ignores a last trade that is older than 120 s or in the future', () => {
    for (const ago of [120 * SECOND, -120 * SECOND]) {
      expect(compare(90_000, ago).breach).toBeDefined();
      expect(compare(90_000, ago + Math.sign(ago))).toEqual({ pauses: [], breach: undefined });
    }
  });
});
