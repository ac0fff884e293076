// Rules at their bounds: the last that passes and the first that does not, on both sides.
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/risk/index.js';
import type { RuleSetup } from '../../../src/risk/rule.js';
import { type Micros, MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { findPriceBands } from '../../../src/risk/rules/price/rc14-price-collar.js';
import {
  BTC_USD,
  candidate,
  createRule,
  EUR_TRY,
  EUR_USD,
  NOW,
  quote,
} from '../../risk/candidate.js';
import { fill, order, watch } from '../../risk/trade-facts.js';

describe('RC10 relative fat finger', () => {
  /** 1,000 displayed to buy from, 10,000 to sell to. */
  const symbol = quote(EUR_USD);
  symbol.offerUnits = 100_000;
  symbol.bidUnits = 1_000_000;

  it.each([
    ['Buy', 200_000, 300_000],
    ['Sell', 2_000_000, 3_000_000],
  ] as const)('alerts on a %s beyond %i and refuses it beyond %i', (side, soft, hard) => {
    const rule = createRule('RC10');
    const find = (units: number) => rule.examine(candidate({ symbol, side, units }));
    expect(find(soft)).toBeUndefined();
    expect(find(soft + 1)).toMatchObject({ limit: soft, isAlertOnly: true });
    expect(find(soft + 1)?.message).toContain('by the displayed size');
    expect(find(hard)).toMatchObject({ limit: soft, isAlertOnly: true });
    expect(find(hard + 1)).toMatchObject({ limit: hard, value: hard + 1 });
    expect(find(hard + 1)).not.toHaveProperty('isAlertOnly');
  });

  it('refuses beyond a hard limit that is tighter than the soft one', () => {
    const rule = createRule('RC10', { timesTop: 1 });
    const find = (units: number) => rule.examine(candidate({ symbol, side: 'Buy', units }));
    expect(find(100_000)).toBeUndefined();
    expect(find(100_001)).toMatchObject({ limit: 100_000, value: 100_001 });
    expect(find(100_001)).not.toHaveProperty('isAlertOnly');
  });

  it('uses the median of orders that were sent, not of refused ones', () => {
    const rule = createRule('RC10');
    const huge = candidate({ units: 100_000_000 });
    for (let i = 0; i < 50; i++) rule.onDecision?.(huge, false);
    for (let i = 0; i < 20; i++) rule.onDecision?.(candidate({ units: 100_000 }), true);
    expect(rule.check(candidate({ units: 500_000 }))).toBeUndefined();
    expect(rule.check(candidate({ units: 500_001 }))).toMatchObject({ limit: 500_000 });
  });

  it('lets a quote of any size be accepted, whatever the book displays', () => {
    const accepted: NonNullable<Candidate['quote']> = {
      ...{ requestId: 'r', quoteId: 'q', transactionId: 't', asked: 'Buy' },
      ...{ activeAt: NOW, validUntil: NOW + 1 },
    };
    const order = candidate({ symbol, units: 900_000, quote: accepted });
    expect(createRule('RC10').examine(order)).toBeUndefined();
  });
});

describe('RC13 client order id', () => {
  it('requires an intent id above the last one', () => {
    const rule = createRule('RC13', {}, { lastIntentId: () => 7 });
    expect(rule.check(candidate({ intentId: 8 }))).toBeUndefined();
    expect(rule.check(candidate({ intentId: 7 }))).toEqual({
      limit: 7,
      value: 7,
      message: 'expected an intent id above 7, found 7',
    });
    expect(rule.check(candidate({ intentId: 6 }))).toBeDefined();
  });
});

describe('RC14 price collar', () => {
  it.each([
    // Basis points of a mid of 100,000 ticks are ten ticks each.
    ['G10', EUR_USD, 100_500],
    ['EM', EUR_TRY, 101_000],
    ['DA', BTC_USD, 103_000],
  ] as const)('of %s ends at its band above and below', (_, instrument, last) => {
    const symbol = quote(instrument, 99_999, 100_001);
    const rule = createRule('RC14', {}, { symbols: [quote(EUR_USD), symbol] });
    for (const [side, price, step] of [
      ['Buy', last, 1],
      ['Sell', 200_000 - last, -1],
    ] as const) {
      const find = (priceTicks: number) => rule.check(candidate({ symbol, side, priceTicks }));
      expect(find(price)).toBeUndefined();
      expect(find(price - step)).toBeUndefined();
      expect(find(price + step)).toMatchObject({ limit: (last - 100_000) / 10 });
    }
  });
});

describe('RC14 around the average of own fills', () => {
  const symbol = quote(EUR_USD, 99_999, 100_001);
  /** What is said of a price after so many fills at 99,700, half a minute ago. */
  const find = (priceTicks: number, count: number, after: Micros = SECOND, more = {}) => {
    const { examine, onFill } = watch('RC14', {}, [symbol]);
    for (let i = 0; i < count; i++) onFill?.(order(symbol), { ...fill(99_700), ...more });
    return examine(candidate({ symbol, priceTicks, at: NOW + after }));
  };
  const PRICE = 100_199; // 19.9 bp from the mid, 50.05 from the average

  it('applies from the twentieth fill on, for a minute', () => {
    expect(find(PRICE, 19)).toBeUndefined();
    expect(find(PRICE, 20)).toMatchObject({
      limit: 50,
      value: expect.closeTo(50.05, 2),
      message: 'expected within 50 bp of the average of own fills, found 1.00199, 50.05 bp away',
    });
    expect(find(100_198, 20)).toBeUndefined();
    expect(find(PRICE, 20, 60 * SECOND - 1)).toBeDefined();
    expect(find(PRICE, 20, 60 * SECOND)).toBeUndefined();
  });

  it('counts no trade record that replaces another', () => {
    expect(find(PRICE, 20, SECOND, { isReplacement: true })).toBeUndefined();
  });

  it('applies after the mid: soft by the mid, hard by the average', () => {
    expect(find(100_201, 19)).toMatchObject({ limit: 20, isAlertOnly: true });
    expect(find(100_201, 20)?.isAlertOnly).toBeUndefined();
    expect(find(99_799, 20)).toMatchObject({ limit: 20, isAlertOnly: true });
    expect(find(100_501, 20)?.message).toContain('of the mid');
  });
});

it('RC14 exposes its bands to other rules, and its defaults where it is off', () => {
  const bands = { G10: 1, EM: 2, DA: 3 };
  expect(findPriceBands(bands)).toBe(bands);
  for (const none of ['off', undefined]) {
    expect(findPriceBands(none)).toMatchObject({ G10: 50, EM: 100, DA: 300 });
  }
});

describe('RC17 frozen rate', () => {
  /** Seconds after which a rate that stays as it is pauses, when it is read every second. */
  const findPause = (from: string) => {
    const symbol = quote(EUR_USD);
    const { onRate, onTick, told } = watch('RC17', {}, [symbol]);
    const since = Date.parse(from) * MILLISECOND;
    onRate?.(symbol, since);
    for (let seconds = 1; seconds <= 400; seconds++) {
      const at = since + seconds * SECOND;
      symbol.receivedAt = at;
      onTick?.(at);
      if (told().length > 0) return seconds;
    }
    return Infinity;
  };

  it.each([
    ['on a Monday', '2026-07-13T12:00:00Z', 61],
    ['on a Friday', '2026-07-17T12:00:00Z', 61],
    ['on a Saturday', '2026-07-18T12:00:00Z', 301],
    ['on a Sunday', '2026-07-19T12:00:00Z', 301],
    ['at night', '2026-07-14T02:00:00Z', 301],
    ['until 06:00', '2026-07-14T05:58:20Z', 100],
    ['in the last active minute', '2026-07-14T19:58:59Z', 301],
    ['a second sooner', '2026-07-14T19:58:58Z', 61],
  ] as const)('%s, %s, pauses after %i s', (_, from, seconds) => {
    expect(findPause(from)).toBe(seconds);
  });

  it('does not apply where the rate was not read within three polls', () => {
    const symbol = quote(EUR_USD);
    const { onRate, onTick, told } = watch('RC17', {}, [symbol], { pollInterval: 2 * SECOND });
    onRate?.(symbol, NOW);
    symbol.receivedAt = NOW + 61 * SECOND;
    onTick?.(symbol.receivedAt + 6 * SECOND + 1);
    expect(told()).toEqual([]);
    onTick?.(symbol.receivedAt + 6 * SECOND);
    expect(told()).not.toEqual([]);
  });
});

describe('RC37 self match', () => {
  const symbol = quote(EUR_USD);
  /** What a rule says of a price while an own order of the other side stands at 1.10005. */
  const find = (side: 'Buy' | 'Sell', priceTicks: number, terms: object = {}, more = {}) => {
    const own = { symbol, sign: side === 'Buy' ? -1 : 1, timeInForce: 'GTC', coId: 'w1-7' };
    const order = { terms: { ...own, priceTicks: 110_005, ...terms }, isTerminal: false, ...more };
    const listOrders = () => [order] as unknown as ReturnType<RuleSetup['listOrders']>;
    return createRule('RC37', {}, { listOrders }).check(candidate({ symbol, side, priceTicks }));
  };

  it.each([
    [
      'Buy',
      110_004,
      110_005,
      'expected a price below the own offer 1.10005 of w1-7, found 1.10005',
    ],
    ['Sell', 110_006, 110_005, 'expected a price above the own bid 1.10005 of w1-7, found 1.10005'],
  ] as const)('lets a %s pass at %i and none at %i', (side, last, first, message) => {
    expect(find(side, last)).toBeUndefined();
    expect(find(side, first)).toEqual({ limit: '1.10005', value: '1.10005', message });
    expect(find(side, first + (first - last))).toBeDefined();
  });

  it('lets no market order meet an own one, whatever the best price is', () => {
    const own = { symbol, sign: -1, timeInForce: 'GTC', coId: 'w1-7', priceTicks: 110_005 };
    const listOrders = () => [{ terms: own, isTerminal: false }] as never;
    const order = candidate({ symbol, type: 'AtBest', timeInForce: 'FOK', priceTicks: 110_000 });
    const message =
      'expected a price below the own offer 1.10005 of w1-7, found any price (AtBest)';
    expect(createRule('RC37', {}, { listOrders }).check(order)?.message).toBe(message);
  });

  it('ignores orders that cannot rest, have ended, or are of its side or another symbol', () => {
    expect(find('Buy', 110_005, { timeInForce: 'IOC' })).toBeUndefined();
    expect(find('Buy', 110_005, { timeInForce: 'FOK' })).toBeUndefined();
    expect(find('Buy', 110_005, { sign: 1 })).toBeUndefined();
    expect(find('Buy', 110_005, { symbol: quote(EUR_TRY) })).toBeUndefined();
    expect(find('Buy', 110_005, {}, { isTerminal: true })).toBeUndefined();
  });
});

describe('RC03 required fields of a stop', () => {
  it.each(['Stop', 'StopLimit'] as const)('of type %s are one trigger, not two', (type) => {
    const rule = createRule('RC03');
    const find = (execFlags: readonly string[]) =>
      rule.check(candidate({ type, timeInForce: 'GTC', details: { stopPrice: 1.2, execFlags } }));
    expect(find(['BidTrigger'])).toBeUndefined();
    expect(find(['BidTrigger', 'MidTrigger'])?.message).toContain('to hold one of');
  });
});
