// Rules of an order alone: each passes at its limit and refuses just beyond it, saying why.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../../src/domain/orders/index.js';
import type { Candidate } from '../../../src/risk/index.js';
import {
  BTC_USD,
  candidate,
  createRule,
  EUR_TRY,
  EUR_USD,
  quote,
  USD_JPY,
} from '../../risk/candidate.js';

describe('RC01 symbols', () => {
  it('gives each named strategy its own list, within that of all', () => {
    const both = ['EUR/USD', 'USD/JPY'];
    const rule = createRule('RC01', {
      symbols: both,
      strategies: { alpha: ['USD/JPY', 'GBP/USD'], beta: both },
    });
    const yen = quote(USD_JPY);
    const find = (strategy: string, symbol = quote(EUR_USD)) =>
      rule.check(candidate({ strategy, symbol }))?.limit;
    expect([find('alpha'), find('alpha', yen)]).toEqual(['one of USD/JPY', undefined]);
    expect([find('beta'), find('beta', yen)]).toEqual([undefined, undefined]);
    // Not a strategy of the limits, such as a person: the list of all holds.
    expect([find('operator'), find('operator', yen)]).toEqual([undefined, undefined]);
    const none = createRule('RC01', { strategies: { alpha: [] } });
    expect(none.check(candidate())?.limit).toBe('no symbol');
  });

  it('lets nobody trade a restricted symbol', () => {
    const rule = createRule('RC01', { symbols: ['EUR/USD'], restricted: ['EUR/USD'] });
    expect(rule.check(candidate())?.limit).toBe('none of EUR/USD');
    expect(createRule('RC01', { restricted: ['USD/JPY'] }).check(candidate())).toBeUndefined();
  });

  it('allows every symbol of the session when the limits name none', () => {
    expect(createRule('RC01').check(candidate())).toBeUndefined();
  });

  it('allows only the symbols that the limits name', () => {
    const rule = createRule('RC01', { symbols: ['EUR/USD', 'GBP/USD'] });
    expect(rule.check(candidate())).toBeUndefined();
    expect(rule.check(candidate({ symbol: quote(USD_JPY) }))).toEqual({
      limit: 'one of EUR/USD GBP/USD',
      value: 'USD/JPY',
      message: 'expected one of EUR/USD GBP/USD for alpha, found USD/JPY',
    });
    expect(createRule('RC01', { symbols: [] }).check(candidate())).toBeDefined();
  });
});

describe('RC02 order types', () => {
  it('allows four combinations and refuses the other 36', () => {
    const rule = createRule('RC02');
    const allowed = ORDER_TYPES.flatMap((type) =>
      TIMES_IN_FORCE.filter(
        (timeInForce) => rule.check(candidate({ type, timeInForce })) === undefined,
      ).map((timeInForce) => `${type}/${timeInForce}`),
    );
    expect(allowed).toEqual(['Limit/IOC', 'Limit/GTT', 'AtBest/FOK', 'PQ/FOK']);
  });

  it('allows orders on behalf of listed organizations only', () => {
    const details = { org: 'Client', account: 'ClientLE' };
    expect(createRule('RC02').check(candidate({ details }))).toEqual({
      limit: 'no order on behalf of others',
      value: 'Client',
      message: 'expected no order on behalf of others, found one on behalf of Client',
    });
    const rule = createRule('RC02', { onBehalf: ['Client'] });
    expect(rule.check(candidate({ details }))).toBeUndefined();
    expect(rule.check(candidate({ details: { org: 'Other' } }))?.limit).toBe('Client');
  });

  it('allows only listed accounts and custom parameters', () => {
    const account = { details: { account: 'OtherLE' } };
    const custom = { details: { customParameters: { urgency: 'high' } } };
    const none = createRule('RC02');
    expect(none.check(candidate(account))?.message).toContain('found account OtherLE: add it to');
    expect(none.check(candidate(custom))?.message).toContain('found urgency: add it to');
    const some = createRule('RC02', { accounts: ['OtherLE'], customParameters: ['urgency'] });
    expect(some.check(candidate(account))).toBeUndefined();
    expect(some.check(candidate(custom))).toBeUndefined();
    expect(some.check(candidate({ details: { account: 'ThirdLE' } }))?.limit).toBe('OtherLE');
  });

  it('names what it allows and what it found', () => {
    const rule = createRule('RC02', { allowed: ['Market/IOC'] });
    expect(rule.check(candidate({ type: 'Market' }))).toBeUndefined();
    expect(rule.check(candidate())).toEqual({
      limit: 'Market/IOC',
      value: 'Limit/IOC',
      message: 'expected one of Market/IOC, found Limit/IOC',
    });
  });

  it.each(['Limit', 'Limit/', 'limit ioc', '/IOC'])('refuses "%s" as a limit', (text) => {
    expect(() => createRule('RC02', { allowed: [text] })).toThrow();
  });
});

describe('RC03 required fields', () => {
  const rule = createRule('RC03');

  it('requires a lifetime of GTT orders', () => {
    expect(rule.check(candidate({ timeInForce: 'GTT', expirySeconds: 60 }))).toBeUndefined();
    expect(rule.check(candidate({ timeInForce: 'GTT' }))).toEqual({
      limit: 'expirySeconds',
      value: 'none',
      message: 'a GTT order needs expirySeconds, found none',
    });
  });

  it.each<readonly [Partial<Candidate>, object]>([
    [{}, { priceType: 'NDF' }],
    [{}, { targetStrategy: 'TWAP' }],
    [{}, { sliceSize: 1_000 }],
    [{}, { actionOnExpiry: 'FillAtMarket' }],
    [{}, { passiveTime: 5 }],
    [{}, { tobRange: 1 }],
    [{}, { stopPrice: 1.1 }],
    [{ type: 'Market' }, { maxShow: 1_000 }],
    [
      { type: 'Pegged', timeInForce: 'GTC' },
      { pegPriceType: 'Mid', execFlags: ['BidTrigger'] },
    ],
  ])('refuses a field of another type: %o with %o', (order, details) => {
    const found = rule.check(candidate({ ...order, details }));
    expect(found?.message).toBe(
      `an order of type ${order.type ?? 'Limit'} takes no ${found?.value}: only ${found?.limit}`,
    );
    expect(Object.keys(details)).toContain(found?.value);
  });

  it('refuses a lifetime of any other order', () => {
    expect(rule.check(candidate())).toBeUndefined();
    expect(rule.check(candidate({ expirySeconds: 60 }))).toEqual({
      limit: 'GTT',
      value: 'IOC',
      message: 'only GTT orders have expirySeconds, found it with IOC',
    });
  });
});

/** Wire facts 4.2: what each kind needs besides a price, and the only time in force that it has. */
const KINDS = [
  ['Limit', 'IOC', {}, []],
  ['Limit', 'DAY', {}, []],
  ['Market', 'IOC', {}, []],
  ['AtBest', 'FOK', { valueDate: '2026-07-15' }, ['valueDate']],
  ['Stop', 'GTC', { stopPrice: 1.2, execFlags: ['BidTrigger'] }, ['stopPrice', 'execFlags']],
  ['StopLimit', 'GTC', { stopPrice: 1.2, execFlags: ['MidTrigger'] }, ['stopPrice', 'execFlags']],
  ['Pegged', 'GTC', { pegPriceType: 'Mid' }, ['pegPriceType']],
  ['PQ', 'FOK', { rateId: 'r1' }, ['rateId']],
  ['Algo', 'GTC', { targetStrategy: 'TWAP', passiveTime: 5 }, ['targetStrategy', 'passiveTime']],
] as const;

describe('RC03 by type', () => {
  const rule = createRule('RC03');

  it.each(KINDS)('knows what %s/%s needs', (type, timeInForce, details, needed) => {
    const order = { type, timeInForce };
    expect(rule.check(candidate({ ...order, details }))).toBeUndefined();
    for (const field of needed) {
      const rest = Object.fromEntries(Object.entries(details).filter(([key]) => key !== field));
      const found = rule.check(candidate({ ...order, details: rest }));
      expect(found?.limit).toContain(field);
      expect(found?.message).toMatch(/^an order of type .* needs .*, found none$/);
    }
  });

  it.each([
    ['AtBest', 'FOK', { valueDate: '2026-07-15' }],
    ['PQ', 'FOK', { rateId: 'r1' }],
    ['Algo', 'GTC', { targetStrategy: 'TWAP', passiveTimeFactorPercentage: 5 }],
  ] as const)('requires of %s that it is %s', (type, only, details) => {
    for (const timeInForce of TIMES_IN_FORCE) {
      const expirySeconds = timeInForce === 'GTT' ? 5 : 0;
      const found = rule.check(candidate({ type, timeInForce, expirySeconds, details }));
      expect(found?.limit).toBe(timeInForce === only ? undefined : only);
    }
  });

  it('accepts the value date of an intent, and no empty list or text for a field', () => {
    const atBest = { type: 'AtBest', timeInForce: 'FOK' } as const;
    expect(rule.check(candidate({ ...atBest, valueDate: '2026-07-15' }))).toBeUndefined();
    expect(rule.check(candidate({ ...atBest, details: { valueDate: '' } }))).toBeDefined();
    const stop = { type: 'Stop', timeInForce: 'GTC' } as const;
    const details = { stopPrice: 1.2, execFlags: [] };
    expect(rule.check(candidate({ ...stop, details }))?.limit).toBe('execFlags');
  });

  it('requires the account of another organization', () => {
    const org = { org: 'Client' };
    expect(rule.check(candidate({ details: org }))?.limit).toBe('account');
    expect(rule.check(candidate({ details: { ...org, account: 'A' } }))).toBeUndefined();
  });
});

describe('RC04 order size', () => {
  it('passes at the limit and refuses one minor unit beyond it', () => {
    const rule = createRule('RC04');
    expect(rule.check(candidate({ units: 100_000_000 }))).toBeUndefined();
    expect(rule.check(candidate({ units: 100_000_001 }))).toMatchObject({
      limit: 100_000_000,
      value: 100_000_001,
      message: 'size: expected at most 1000000 EUR, found 1000000.01 EUR',
    });
  });

  it('has a limit for each class of instrument', () => {
    const rule = createRule('RC04', { EM: 5_000, DA: 0.5 });
    const [lira, coin] = [quote(EUR_TRY), quote(BTC_USD)];
    expect(rule.check(candidate({ units: 100_000_000 }))).toBeUndefined();
    expect(rule.check(candidate({ symbol: lira, units: 500_000 }))).toBeUndefined();
    expect(rule.check(candidate({ symbol: lira, units: 500_001 }))).toBeDefined();
    expect(rule.check(candidate({ symbol: coin, units: 50_000_000 }))).toBeUndefined();
    expect(rule.check(candidate({ symbol: coin, units: 50_000_001 }))).toMatchObject({
      message: 'size: expected at most 0.5 BTC, found 0.50000001 BTC',
    });
  });

  it('leaves a size that does not fit to RC06', () => {
    expect(createRule('RC04').check(candidate({ units: Number.NaN }))).toBeUndefined();
  });
});

describe('special order', () => {
  const symbol = quote(EUR_USD, 110_000, 110_010);
  const find = (id: string, details: Candidate['details'], more: Partial<Candidate> = {}) =>
    createRule(id).check(candidate({ symbol, details, ...more }))?.message;

  it.each([
    [
      'RC06',
      { minQty: 1_000 },
      { maxShow: 1_000.01 },
      'maxShow to be an amount from 0 to 1000 EUR',
    ],
    ['RC06', { minQty: 0 }, { minQty: -0.01 }, 'minQty to be an amount'],
    ['RC06', { sliceSize: 0.01 }, { sliceSize: 0.001 }, 'sliceSize to be an amount'],
    [
      'RC07',
      { stopPrice: 1.10001 },
      { stopPrice: 1.100001 },
      'at most 5 decimals, found stopPrice',
    ],
    ['RC07', { pegOffsetValue: -0.1 }, { pegOffsetValue: 0.05 }, 'pips that make whole ticks'],
    ['RC08', { tobRange: 0.0001 }, { tobRange: 0.00001 }, 'tobRange <= 99999999999.9999, exact'],
    ['RC07', { pegOffsetValue: -1 }, { pegOffsetValue: 0.00001 }, 'pips that make whole ticks'],
    ['RC08', { pegOffsetValue: -1 }, { pegOffsetValue: -0.00001 }, 'expected pegOffsetValue <='],
    ['RC08', { pegOffsetValue: -1 }, { passiveTime: -1 }, '0 <= passiveTime'],
    ['RC08', { passiveTime: 0 }, { passiveTime: Number.NaN }, 'found NaN'],
    ['RC08', { passiveTime: 99_999_999_999 }, { passiveTime: 100_000_000_000 }, 'passiveTime <='],
    ['RC08', { stopPrice: 1 }, { stopPrice: Infinity }, 'found Infinity'],
    ['RC08', { stopPrice: 1.1 }, { stopPrice: 1.1000800000000002 }, 'at most 15 digits'],
  ] as const)('%s accepts %j and refuses %j', (id, good, bad, words) => {
    expect(find(id, good)).toBeUndefined();
    expect(find(id, bad)).toContain(words);
  });

  it.each([
    [['MidTrigger'], undefined],
    [['MidTrigger', 'BidTrigger'], 'expected execFlags to hold one of'],
    [['Mid'], 'expected execFlags to hold one of BidTrigger, OfferTrigger, MidTrigger, found Mid'],
  ])('RC03 requires one trigger of a stop, found %j', (execFlags, words) => {
    const message = find('RC03', { stopPrice: 1.1, execFlags }, { type: 'Stop' }) ?? 'none';
    expect(message).toContain(words ?? 'none');
  });

  it('RC03 knows the rates that a peg may follow', () => {
    const PEGGED = { type: 'Pegged', timeInForce: 'GTC' } as const;
    expect(find('RC03', { pegPriceType: 'Bid' }, PEGGED)).toBeUndefined();
    expect(find('RC03', { pegPriceType: 'Best' }, PEGGED)).toContain(
      'one of Mid, Bid, Offer, found Best',
    );
  });

  it('RC14 checks a stop price like the price', () => {
    // The mid is 110,005: 50 bp of it are 550.025 ticks.
    const order = { priceTicks: 110_400 };
    expect(find('RC14', {}, { ...order, stopTicks: 110_555 })).toBeUndefined();
    expect(find('RC14', {}, { ...order, stopTicks: 110_556 })).toContain('found 1.10556');
    expect(find('RC14', {}, { ...order, stopTicks: Number.NaN })).toBeDefined();
  });

  it.each([
    // 5 bp of 110,200 are 55.1 ticks, of 109,800 54.9, of the touch 55.
    ['Buy', 110_200, 110_255, 110_256],
    ['Buy', 109_800, 110_065, 110_066],
    ['Sell', 109_800, 109_746, 109_745],
    ['Sell', 110_200, 109_945, 109_944],
  ] as const)('RC15 measures a %s stop at %i from there', (side, stopTicks, last, beyond) => {
    expect(
      find('RC15', {}, { side, sign: side === 'Buy' ? 1 : -1, stopTicks, priceTicks: last }),
    ).toBeUndefined();
    expect(
      find('RC15', {}, { side, sign: side === 'Buy' ? 1 : -1, stopTicks, priceTicks: beyond }),
    ).toBeDefined();
  });
});

describe('RC06 size step', () => {
  const rule = createRule('RC06');

  it('passes at the smallest size and refuses just below it', () => {
    expect(rule.check(candidate({ units: 100_000 }))).toBeUndefined();
    expect(rule.check(candidate({ units: 99_999 }))).toEqual({
      limit: 100_000,
      value: 99_999,
      message: 'size: expected >= 1000 EUR, found 999.99',
    });
  });

  it('requires whole steps', () => {
    const symbol = quote(BTC_USD);
    expect(rule.check(candidate({ symbol, units: 110_000 }))).toBeUndefined();
    expect(rule.check(candidate({ symbol, units: 110_001 }))).toEqual({
      limit: '0.0001 BTC',
      value: 0.00110001,
      message: 'size: expected a multiple of 0.0001 BTC, found 0.00110001',
    });
  });

  it('refuses a size finer than the minor unit, and never rounds it', () => {
    expect(rule.check(candidate({ units: Number.NaN, size: 1_000.001 }))).toEqual({
      limit: '0.01 EUR',
      value: 1_000.001,
      message: 'size: expected a multiple of 0.01 EUR, found 1000.001',
    });
  });
});

describe('RC07 price tick', () => {
  const rule = createRule('RC07');

  it('passes whole ticks', () => {
    expect(rule.check(candidate({ priceTicks: 1 }))).toBeUndefined();
  });

  it('refuses a price finer than the tick', () => {
    expect(rule.check(candidate({ priceTicks: Number.NaN, price: 1.100_001 }))).toEqual({
      limit: '5 decimals',
      value: 1.100_001,
      message: 'expected at most 5 decimals, found price 1.100001',
    });
  });
});

describe('RC08 number sanity', () => {
  const rule = createRule('RC08');
  const most = 999_999_999_999_999;

  it('passes from the smallest number above 0 to 15 digits', () => {
    for (const number of [5e-324, 1, most]) {
      expect(rule.check(candidate({ size: number, price: number }))).toBeUndefined();
    }
  });

  it.each([0, -0, -1, Number.NaN, Infinity, -Infinity, most + 1, 1e21])(
    'refuses %d as size and as price',
    (number) => {
      expect(rule.check(candidate({ size: number }))).toEqual({
        limit: '0 < size <= 999999999999999',
        value: String(number),
        message: `expected 0 < size <= 999999999999999, found ${String(number)}`,
      });
      expect(rule.check(candidate({ price: number }))).toEqual({
        limit: '0 < price <= 999999999999999',
        value: String(number),
        message: `expected 0 < price <= 999999999999999, found ${String(number)}`,
      });
    },
  );

  it('halts for numbers no decimal arithmetic gives: too many digits, or an exponent', () => {
    for (const number of [1.1000800000000002, 0.1 + 0.2, 1e-7]) {
      for (const [name, scaled] of [
        ['size', 'units'],
        ['price', 'priceTicks'],
      ] as const) {
        const odd = candidate({ [name]: number, [scaled]: Number.NaN });
        expect(rule.check(odd)?.message).toBe(
          `expected a ${name} that is a decimal of at most 15 digits, found ${String(number)}`,
        );
      }
    }
    // Other rules refuse a decimal that fits no step or tick.
    for (const number of [1.100_085, 0.001, 0.000_123_456_789_012_345, 123_456.789_012_345]) {
      expect(rule.check(candidate({ price: number, priceTicks: Number.NaN }))).toBeUndefined();
    }
  });

  it('passes exactly the numbers above 0 of at most 15 digits', () => {
    fc.assert(
      fc.property(fc.double(), (number) => {
        const passes = rule.check(candidate({ size: number })) === undefined;
        expect(passes).toBe(number > 0 && number <= most);
      }),
    );
  });
});

describe('RC09 dealt currency', () => {
  it('is the base of the symbol', () => {
    const rule = createRule('RC09');
    expect(rule.check(candidate({ currency: 'EUR' }))).toBeUndefined();
    for (const currency of ['USD', 'GBP', '', 'eur']) {
      expect(rule.check(candidate({ currency }))).toEqual({
        limit: 'EUR',
        value: currency,
        message: `expected the base currency EUR, found ${currency}`,
      });
    }
  });
});

describe('RC12 expiry', () => {
  const gtt = (expirySeconds: number) => candidate({ timeInForce: 'GTT', expirySeconds });

  it('passes from one second to the limit and refuses just beyond', () => {
    const rule = createRule('RC12');
    expect(rule.check(gtt(1))).toBeUndefined();
    expect(rule.check(gtt(3_600))).toBeUndefined();
    expect(rule.check(gtt(3_601))).toEqual({
      limit: '1 to 3600 s',
      value: 3_601,
      message: 'expected whole expirySeconds, 1 to 3600 s, found 3601',
    });
    for (const seconds of [0, -1, 1.5, Number.NaN]) expect(rule.check(gtt(seconds))).toBeDefined();
  });

  it('ignores orders without a lifetime', () => {
    expect(createRule('RC12').check(candidate({ expirySeconds: 9_999 }))).toBeUndefined();
  });
});

describe('default candidate of these tests', () => {
  it('breaks no shape rule', () => {
    const ids = ['RC01', 'RC02', 'RC03', 'RC04', 'RC06', 'RC07', 'RC08', 'RC09', 'RC12'];
    for (const id of ids) {
      expect(createRule(id).check(candidate({ symbol: quote(EUR_USD) }))).toBeUndefined();
    }
  });
});
