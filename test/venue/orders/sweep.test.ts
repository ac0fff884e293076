// Orders against several providers: best first within the limit, each fill with its provider.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_TYPES, PEG_PRICE_TYPES, TIMES_IN_FORCE } from '../../../src/domain/orders/index.js';
import { formatRateId, providersSchema } from '../../../src/venue/index.js';
import { type Asked, VenueHarness, EURUSD } from './harness.js';

/** LP1 at the market; LP2 a tick worse with twice the size; LP3 at the market with half of it. */
const PROVIDERS = providersSchema.parse([
  { id: 'LP1' },
  { id: 'LP2', account: 'LP2-LONDON', widen: 0.1, sizeFactor: 2 },
  { id: 'LP3', sizeFactor: 0.5 },
]);
const ONLY_TWO = { user: 'algo2', org: 'TwoOrg', account: 'TwoLE' };
const NOBODY = { user: 'algo3', org: 'LoneOrg', account: 'LoneLE' };
const DESK = { user: 'algo1', org: 'DeskOrg', account: 'DeskOrgLE' };
const ORGS = [
  { org: 'TwoOrg', accounts: ['TwoLE'], spotProviders: ['LP2'] },
  { org: 'LoneOrg', accounts: ['LoneLE'], spotProviders: [] },
];

/** 1.1 at 1.1002, 100,000 on each side. */
function open(): VenueHarness {
  const harness = new VenueHarness({
    providers: PROVIDERS,
    orgs: ORGS,
    users: [DESK, ONLY_TWO, NOBODY],
  });
  harness.rate(0, 1.1, 1.1002, 100_000, 100_000);
  return harness;
}

/** Fills of an order in words, with who took the other side. */
function deals(harness: VenueHarness, coId: string): readonly string[] {
  const parties = harness.trades.filter((trade) => trade.coId === coId);
  return harness.fills(coId).map((fill, i) => `${fill} with ${parties[i]!.counterparty}`);
}

describe('order against several providers', () => {
  it('takes the best price first, equal ones in the order of the file, within its limit', () => {
    const harness = open();
    const coId = harness.place({ size: 400_000, price: 1.10021, timeInForce: 'IOC' });
    // 100,000 of LP1 and 50,000 of LP3 at 1.1002, then LP2's 200,000 at 1.10021.
    expect(deals(harness, coId)).toEqual([
      '0ms 100000 at 1.1002 taken with LP1',
      '0ms 50000 at 1.1002 taken with LP3',
      '0ms 200000 at 1.10021 taken with LP2',
    ]);
    expect(harness.state(coId)).toBe('EXPIRED 350000');
    expect(harness.trades.at(-1)!.counterpartyAccount).toBe('LP2-LONDON');
  });

  it('takes nothing beyond its limit', () => {
    const harness = open();
    const coId = harness.place({ size: 400_000, timeInForce: 'IOC' });
    expect(harness.state(coId)).toBe('EXPIRED 150000');
    const sell = harness.place({ side: 'Sell', size: 400_000, price: 1.09999, timeInForce: 'IOC' });
    expect(deals(harness, sell).at(-1)).toBe('0ms 200000 at 1.09999 taken with LP2');
  });

  it('leaves what it took to no other order until the next rate', () => {
    const harness = open();
    harness.place({ size: 120_000, timeInForce: 'IOC' });
    const second = harness.place({ size: 100_000, timeInForce: 'IOC' });
    expect(deals(harness, second)).toEqual(['0ms 30000 at 1.1002 taken with LP3']);
    harness.rate(5, 1.1, 1.1002, 100_000, 100_000);
    const third = harness.place({ size: 100_000, timeInForce: 'IOC' });
    expect(deals(harness, third)).toEqual(['5ms 100000 at 1.1002 taken with LP1']);
  });

  it('is filled whole or not at all when it is FOK', () => {
    const harness = open();
    const much = harness.place({ size: 350_000.01, price: 1.2, timeInForce: 'FOK' });
    expect(harness.state(much)).toBe('EXPIRED 0');
    const enough = harness.place({ size: 350_000, price: 1.2, timeInForce: 'FOK' });
    expect(harness.state(enough)).toBe('FILLED 350000');
  });

  it('takes its least size of the levels together, or nothing', () => {
    const harness = open();
    const order = { size: 150_001, price: 1.1002, timeInForce: 'IOC' };
    expect(deals(harness, harness.place({ ...order, minQty: 150_000.01 }))).toEqual([]);
    expect(deals(harness, harness.place({ ...order, minQty: 150_000 }))).toEqual([
      '0ms 100000 at 1.1002 taken with LP1',
      '0ms 50000 at 1.1002 taken with LP3',
    ]);
  });

  it('is filled whole when it is FOK, whatever its least size, and never shown in parts', () => {
    const harness = open();
    const order = { size: 300_000, price: 1.2, timeInForce: 'FOK', minQty: 250_000 };
    const seen: string[] = [];
    harness.venue.listen({
      order: ({ status }) => seen.push(status),
      trade: ({ counterparty }) => seen.push(counterparty),
    });
    harness.place(order);
    harness.venue.deliverReplies(0);
    expect(seen).toEqual(['NEW', 'LP1', 'LP3', 'LP2', 'FILLED']);
  });

  it('trades in the term currency too', () => {
    const harness = open();
    // Selling USD buys EUR: LP1's 100,000 EUR cost 110,020 USD.
    const coId = harness.place({
      ...{ side: 'Sell', currency: 'USD', size: 120_000, price: 1.1002, timeInForce: 'IOC' },
    });
    expect(deals(harness, coId)).toEqual([
      '0ms 110020 at 1.1002 taken with LP1',
      '0ms 9980 at 1.1002 taken with LP3',
    ]);
  });
});

describe('resting order', () => {
  it('is filled at its own price by each provider that comes to it', () => {
    const harness = open();
    const coId = harness.place({ size: 300_000, price: 1.1001 });
    expect(harness.state(coId)).toBe('NEW 0');
    // LP1 and LP3 come to 1.1001, LP2 stays a tick above.
    harness.rate(1, 1.0999, 1.1001, 100_000, 100_000);
    expect(deals(harness, coId)).toEqual([
      '1ms 100000 at 1.1001 rested with LP1',
      '1ms 50000 at 1.1001 rested with LP3',
    ]);
    harness.rate(2, 1.0999, 1.10009, 100_000, 100_000);
    expect(deals(harness, coId).at(-1)).toBe('2ms 50000 at 1.1001 rested with LP3');
    expect(harness.state(coId)).toBe('FILLED 300000');
  });

  it('lets another behind it trade with providers that it does not have', () => {
    const harness = open();
    const two = harness.place({ price: 1.1001 }, ONLY_TWO);
    const all = harness.place({ price: 1.1001 });
    harness.rate(1, 1.0999, 1.1001, 100_000, 100_000);
    expect(deals(harness, all)).toEqual(['1ms 100000 at 1.1001 rested with LP1']);
    expect(deals(harness, two)).toEqual([]);
    harness.rate(2, 1.0999, 1.10009, 100_000, 100_000);
    expect(deals(harness, two)).toEqual(['2ms 100000 at 1.1001 rested with LP2']);
  });

  it('shows the next piece of an iceberg to the rest of the rate', () => {
    const harness = open();
    const coId = harness.place({ size: 120_000, price: 1.1001, maxShow: 40_000 });
    harness.rate(1, 1.0999, 1.1001, 60_000, 60_000);
    expect(deals(harness, coId)).toEqual([
      '1ms 40000 at 1.1001 rested with LP1',
      '1ms 20000 at 1.1001 rested with LP1',
      '1ms 20000 at 1.1001 rested with LP3',
      '1ms 10000 at 1.1001 rested with LP3',
    ]);
  });
});

describe('organization with providers', () => {
  it('trades with its own providers only, and is rejected without any', () => {
    const harness = open();
    const two = harness.place({ size: 50_000, price: 1.10021, timeInForce: 'IOC' }, ONLY_TWO);
    expect(deals(harness, two)).toEqual(['0ms 50000 at 1.10021 taken with LP2']);
    const none = harness.place({}, NOBODY);
    expect(harness.view(none, NOBODY)).toMatchObject({ status: 'REJECTED', reason: 'NoLiquidity' });
  });
});

describe('rate id of several providers', () => {
  const quoted = { type: 'PQ', timeInForce: 'FOK' } as const;

  it('is valid for the size and price that they show together', () => {
    const harness = open();
    const base = formatRateId(harness.venue.visibleRate(EURUSD)!);
    const order = { ...quoted, rateId: `${base}-1.3_1.3` };
    const first = harness.place({ ...order, size: 150_000 });
    expect(deals(harness, first)).toEqual(['0ms 150000 at 1.1002 taken with LP1']);
    expect(harness.state(harness.place({ ...order, size: 1_000 }))).toBe('EXPIRED 0');
    const sell = harness.place({ ...quoted, side: 'Sell', price: 1.1, rateId: `${base}-3_2` });
    expect(harness.state(sell)).toBe('EXPIRED 0');
    const buy = harness.place({ ...quoted, price: 1.10021, rateId: `${base}-3_2` });
    expect(deals(harness, buy)).toEqual(['0ms 100000 at 1.10021 taken with LP2']);
    harness.moveTo(10_000);
    expect(harness.place(order)).toContain('QuoteExpired');
  });

  it('names sizes that exist once, for all orders and all ids, also when it is old', () => {
    const harness = open();
    const base = formatRateId(harness.venue.visibleRate(EURUSD)!);
    const name = (suffix: string) => ({ ...quoted, rateId: `${base}${suffix}` });
    // LP1 shows 100,000 and LP3 50,000 at 1.1002; the Limit order takes LP1's first.
    expect(harness.state(harness.place({ size: 120_000, timeInForce: 'IOC' }))).toBe(
      'FILLED 120000',
    );
    expect(harness.state(harness.place({ ...name('-1_1'), size: 1_000 }))).toBe('EXPIRED 0');
    expect(harness.state(harness.place({ ...name('-1.3_1.3'), size: 30_000.01 }))).toBe(
      'EXPIRED 0',
    );
    expect(harness.state(harness.place({ ...name('-1.3_1.3'), size: 10_000 }))).toBe(
      'FILLED 10000',
    );
    expect(harness.state(harness.place({ ...name('-3_3'), size: 5_000 }))).toBe('FILLED 5000');
    const rest = harness.place({ size: 100_000, timeInForce: 'IOC' });
    expect(harness.state(rest)).toBe('EXPIRED 15000');
    harness.rate(1, 1.1, 1.1002, 100_000, 100_000);
    expect(harness.state(harness.place({ ...name('-1.3_1.3'), size: 1_000 }))).toBe('EXPIRED 0');
    // Nobody took what LP2 showed at 1.10021.
    const two = { ...name('-1_2'), price: 1.10021 };
    expect(harness.state(harness.place({ ...two, size: 200_000 }))).toBe('FILLED 200000');
    expect(harness.state(harness.place({ ...two, size: 1_000 }))).toBe('EXPIRED 0');
    expect(harness.state(harness.place({ size: 150_000, timeInForce: 'IOC' }))).toBe(
      'FILLED 150000',
    );
  });

  it('shares its sizes with an order at best, which trades with the first of the file', () => {
    const harness = open();
    const best = { type: 'AtBest', timeInForce: 'FOK', price: undefined, valueDate: '2026-01-08' };
    const coId = harness.place({ ...best, size: 60_000 });
    expect(deals(harness, coId)).toEqual(['0ms 60000 at 1.1002 taken with LP1']);
    const limit = harness.place({ size: 200_000, timeInForce: 'IOC' });
    expect(deals(harness, limit)).toEqual([
      '0ms 40000 at 1.1002 taken with LP1',
      '0ms 50000 at 1.1002 taken with LP3',
    ]);
    expect(harness.state(harness.place({ ...best, size: 1_000 }))).toBe('EXPIRED 0');
  });

  it.each(['-1.2_1', '-9_1', '-1_0', '-_', '-1', '-1_1_1', ''])(
    'with %j at its end is not one of a rate at this price',
    (suffix) => {
      const harness = open();
      const base = formatRateId(harness.venue.visibleRate(EURUSD)!);
      const answer = harness.place({ ...quoted, price: 1.10021, rateId: `${base}${suffix}` });
      expect(answer).toMatch(/^(InvalidQuoteID|PriceMismatch): /);
    },
  );
});

describe('one provider beside others that no organization has', () => {
  const ticks = fc.integer({ min: 109_980, max: 110_020 });
  const size = fc.integer({ min: 100_000, max: 30_000_000 }).map((cents) => cents / 100);
  const types = ORDER_TYPES.filter((type) => type !== 'PQ' && type !== 'AtBest');
  const order: fc.Arbitrary<Asked> = fc
    .record({
      type: fc.constantFrom(...types),
      timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
      side: fc.constantFrom('Buy', 'Sell'),
      currency: fc.constantFrom('EUR', 'EUR', 'USD'),
      size,
      price: ticks.map((tick) => tick / 1e5),
      expiryTime: fc.constant(1),
      stopPrice: ticks.map((tick) => tick / 1e5),
      execFlags: fc.constant(['MidTrigger']),
      pegPriceType: fc.constantFrom(...PEG_PRICE_TYPES),
      minQty: fc.constantFrom(0, 10_000),
      maxShow: fc.constantFrom(0, 20_000),
      targetStrategy: fc.constant('TWAP'),
      sliceInterval: fc.constant(100),
      passiveTimeFactorPercentage: fc.constantFrom(0, 50),
      tobRange: fc.constant(50),
    })
    .map((asked) => ({ ...asked, ...(asked.type === 'Algo' ? { timeInForce: 'GTC' } : {}) }));
  const rate = fc.tuple(ticks, fc.nat(20), size, size);

  it('fills all orders as the plain market does', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(rate, fc.array(order, { maxLength: 3 }))), (steps) => {
        const plain = new VenueHarness();
        const orgs = [{ org: 'LoneOrg', accounts: ['LoneLE'], spotProviders: [] }];
        const level = new VenueHarness({ orgs });
        expect([plain.venue.spot.isPlain, level.venue.spot.isPlain]).toEqual([true, false]);
        for (const harness of [plain, level]) {
          steps.forEach(([[bid, spread, bidSize, offerSize], orders], i) => {
            harness.rate(i * 150, bid / 1e5, (bid + spread) / 1e5, bidSize, offerSize);
            for (const asked of orders) harness.place(asked);
          });
          harness.moveTo(30_000);
        }
        expect(level.trades).toEqual(plain.trades);
      }),
    );
  });
});
