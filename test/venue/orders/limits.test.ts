// What ends, suspends or rejects an order at the venue: limits, hours, organizations.
import { describe, expect, it } from 'vitest';
import { unwrap, parseInstant } from '../../../src/domain/index.js';
import { isClosed } from '../../../src/venue/orders/limits.js';
import { VenueHarness } from './harness.js';

describe('limit of an organization', () => {
  it('of size rejects what is larger, in base units', () => {
    const harness = new VenueHarness({ limits: { maxSize: { 'EUR/USD': 50_000 } } });
    harness.rate(0, 1.1, 1.1002);
    expect(harness.state(harness.place({ size: 50_000 }))).toBe('FILLED 50000');
    expect(harness.state(harness.place({ size: 50_000.01 }))).toBe(
      'REJECTED 0 OrderSizeLimitExceeded',
    );
    // 55,000 USD / 1.1 = 50,000 EUR.
    const usd = { currency: 'USD', price: 1.1 };
    expect(harness.state(harness.place({ ...usd, size: 55_000 }))).toBe('FILLED 55000');
    expect(harness.state(harness.place({ ...usd, size: 55_000.02 }))).toMatch(/^REJECTED/);
    expect(harness.state(harness.place({ symbol: 'USD/JPY', currency: 'USD', price: 150 }))).toBe(
      'NEW 0',
    );
  });

  it('of credit rejects what would make a position too large, on either side', () => {
    const harness = new VenueHarness({ limits: { credit: { DeskOrg: 150_000 } } });
    harness.rate(0, 1.1, 1.1002);
    const sell = { side: 'Sell', price: 1.1 };
    expect(harness.state(harness.place())).toBe('FILLED 100000');
    expect(harness.state(harness.place())).toBe('REJECTED 0 CreditCheckFailed');
    expect(harness.state(harness.place({ size: 50_000 }))).toBe('FILLED 50000');
    expect(harness.state(harness.place({ ...sell, size: 300_000 }))).toBe('FILLED 300000');
    expect(harness.state(harness.place({ ...sell, size: 1_000 }))).toBe(
      'REJECTED 0 CreditCheckFailed',
    );
    expect(harness.state(harness.place({ symbol: 'USD/JPY', currency: 'USD', price: 150 }))).toBe(
      'NEW 0',
    );
  });

  it('of hours rejects what comes while the market is closed', () => {
    const harness = new VenueHarness({ limits: { hours: 'weekly' } });
    harness.rate(0, 1.1, 1.1002);
    expect(harness.state(harness.place())).toBe('FILLED 100000');
    // Saturday, 2026-01-10.
    harness.moveTo(4 * 86_400_000);
    expect(harness.state(harness.place())).toBe('REJECTED 0 MarketClosed');
  });
});

describe('market', () => {
  it.each([
    // Friday 17:00:00 in New York is 22:00 UTC in winter, 21:00 in summer.
    ['2026-01-09T21:59:59.999Z', false, false],
    ['2026-01-09T22:00:00Z', true, true],
    ['2026-01-11T21:59:59Z', true, true],
    ['2026-01-11T22:00:09.999Z', true, true],
    ['2026-01-11T22:00:10Z', false, false],
    ['2026-07-10T20:59:59Z', false, false],
    ['2026-07-10T21:00:00Z', true, true],
    ['2026-07-12T21:00:10Z', false, false],
    ['2026-01-06T21:59:59.999Z', false, false],
    ['2026-01-06T22:00:00Z', true, false],
    ['2026-01-06T22:00:10Z', false, false],
    // The clocks of New York change on 2026-03-08, a Sunday, 2:00.
    ['2026-03-08T21:00:09Z', true, true],
    ['2026-03-08T21:00:10Z', false, false],
  ])('at %s is closed: daily %j, weekly %j', (text, daily, weekly) => {
    const at = unwrap(parseInstant(text));
    expect([isClosed(at, 'daily'), isClosed(at, 'weekly'), isClosed(at, 'always')]).toEqual([
      daily,
      weekly,
      false,
    ]);
  });
});

describe('order on behalf of another organization', () => {
  const ORGS = [
    { org: 'DeskOrg', accounts: ['DeskOrgLE', 'DeskOrgLE2'], onBehalfOf: ['ClientOrg'] },
    { org: 'ClientOrg', accounts: ['ClientLE'] },
    { org: 'OtherOrg', accounts: ['OtherLE'] },
  ];
  const CLIENT = { org: 'ClientOrg', account: 'ClientLE' };

  function start(): VenueHarness {
    const harness = new VenueHarness({ orgs: ORGS, limits: { credit: { ClientOrg: 100_000 } } });
    harness.rate(0, 1.1, 1.1002);
    return harness;
  }

  it('is traded in the name of that organization, by the user', () => {
    const harness = start();
    const coId = harness.place(CLIENT);
    expect(harness.view(coId)).toMatchObject({ org: 'ClientOrg', user: 'algo1@DeskOrg' });
    expect(harness.trades[0]).toMatchObject({ ...CLIENT, user: 'algo1@DeskOrg' });
    expect(harness.state(harness.place(CLIENT))).toBe('REJECTED 0 CreditCheckFailed');
    expect(harness.state(harness.place())).toBe('FILLED 100000');
  });

  it.each([
    [{ org: 'ClientOrg' }, 'LegalEntitySetIncorrectly: account is missing'],
    [{ ...CLIENT, account: 'OtherLE' }, 'LegalEntitySetIncorrectly: account OtherLE'],
    [{ account: 'ClientLE' }, 'LegalEntitySetIncorrectly: account ClientLE'],
    [{ org: 'OtherOrg', account: 'OtherLE' }, ': org OtherOrg'],
    [{ org: 'NoOrg', account: 'NoLE' }, ': org NoOrg'],
    [
      { ...CLIENT, type: 'Pegged', pegPriceType: 'Mid', price: undefined },
      'InvalidPrice: price is missing',
    ],
  ])('with %j is rejected', (changes, words) => {
    expect(start().place(changes).slice(0, words.length)).toBe(words);
  });

  it('may name the own organization and any of its legal entities', () => {
    const harness = start();
    harness.place({ org: 'DeskOrg', account: 'DeskOrgLE2' });
    harness.place({ org: 'DeskOrg' });
    expect(harness.trades.map(({ account }) => account)).toEqual(['DeskOrgLE2', 'DeskOrgLE']);
    expect(harness.view('o-1').details).toMatchObject({ onBehalf: false, account: 'DeskOrgLE2' });
  });
});

describe('suspended order', () => {
  it('is not matched until it is resumed, and then comes behind the others', () => {
    const harness = new VenueHarness();
    const first = harness.place();
    const second = harness.place();
    expect(harness.suspend(first)).toBe(true);
    expect(harness.suspend(first)).toBe(false);
    harness.rate(1, 1.1, 1.1002, 1e6, 40_000);
    expect(harness.state(first)).toBe('SUSPENDED 0');
    expect(harness.state(second)).toBe('PARTIALLY_FILLED 40000');
    expect(harness.resume(first)).toBe(true);
    expect(harness.resume(first)).toBe(false);
    harness.rate(2, 1.1, 1.1002, 1e6, 100_000);
    expect(harness.state(second)).toBe('FILLED 100000');
    expect(harness.state(first)).toBe('PARTIALLY_FILLED 40000');
    harness.suspend(first);
    harness.resume(first);
    expect(harness.state(first)).toBe('PARTIALLY_FILLED 40000');
  });

  it('can be cancelled, and expires', () => {
    const harness = new VenueHarness();
    const cancelled = harness.place();
    const expired = harness.place({ timeInForce: 'GTT', expiryTime: 1 });
    for (const coId of [cancelled, expired]) harness.suspend(coId);
    harness.cancel(cancelled);
    harness.moveTo(1_000);
    expect(harness.state(cancelled)).toBe('CANCELED 0');
    expect(harness.state(expired)).toBe('EXPIRED 0');
    expect([harness.suspend(expired), harness.resume(expired)]).toEqual([false, false]);
  });

  it('is not one whose cancel is pending, which stays pending until it ends', () => {
    const harness = new VenueHarness({ latency: { rates: 0, orders: 10_000, replies: 0 } });
    // The order arrives at 10 ms and its cancel right after it.
    const coId = harness.place();
    harness.cancel(coId);
    const filled = harness.place();
    harness.moveTo(5);
    harness.cancel(filled);
    harness.moveTo(10);
    expect([harness.state(coId), harness.state(filled)]).toEqual([
      'CANCELED 0',
      'PENDING_CANCEL 0',
    ]);
    expect(harness.suspend(filled)).toBe(false);
    harness.rate(11, 1.1, 1.1002, 1e6, 40_000);
    expect(harness.state(filled)).toBe('PENDING_CANCEL 40000');
    harness.moveTo(15);
    expect(harness.state(filled)).toBe('CANCELED 40000');
  });

  it('resumes with its whole size, an algo with its next slice', () => {
    const harness = new VenueHarness();
    const iceberg = harness.place({ maxShow: 10_000 });
    harness.suspend(iceberg);
    harness.rate(0, 1.1, 1.1002);
    harness.resume(iceberg);
    expect(harness.fills(iceberg)).toEqual(['0ms 100000 at 1.1002 taken']);
    const algo = harness.place({
      ...{ type: 'Algo', targetStrategy: 'TWAP', sliceSize: 10_000, sliceInterval: 1_000 },
      ...{ passiveTime: 500, price: 1.2 },
    });
    harness.suspend(algo);
    harness.resume(algo);
    harness.moveTo(1_600);
    expect(harness.fills(algo)).toEqual(['1500ms 10000 at 1.1002 taken']);
  });

  it('that would fill at the next rate is skipped by it', () => {
    const harness = new VenueHarness({ fillTiming: 'next-rate' });
    const coId = harness.place({ timeInForce: 'IOC' });
    harness.suspend(coId);
    harness.rate(1, 1.1, 1.1002);
    expect(harness.state(coId)).toBe('SUSPENDED 0');
    harness.resume(coId);
    harness.rate(2, 1.1, 1.1003);
    expect(harness.state(coId)).toBe('EXPIRED 0');
  });

  it('of a stop is not triggered, of an algo makes no slices', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const stop = { type: 'Stop', stopPrice: 1.101, price: 1.2, execFlags: ['BidTrigger'] };
    const waiting = harness.place(stop);
    const algo = harness.place({
      ...{ type: 'Algo', targetStrategy: 'TWAP', sliceSize: 10_000, sliceInterval: 1_000 },
      ...{ passiveTime: 0, price: 1.2 },
    });
    harness.suspend(waiting);
    harness.suspend(algo);
    harness.rate(1_500, 1.102, 1.1022);
    expect(harness.state(waiting)).toBe('SUSPENDED 0');
    harness.resume(waiting);
    harness.resume(algo);
    harness.moveTo(2_000);
    expect(harness.fills(waiting)).toEqual(['1500ms 100000 at 1.1022 taken']);
    expect(harness.fills(algo)).toEqual([
      '0ms 10000 at 1.1002 taken',
      '2000ms 10000 at 1.1022 taken',
    ]);
  });

  it('can be ended by the venue, as any other', () => {
    const harness = new VenueHarness();
    const coId = harness.place();
    const { orderId } = harness.view(coId);
    const { interventions } = harness.venue;
    expect(interventions.end(harness.view(coId).createdAt, orderId, 'FAILED', 'Broken')).toBe(true);
    expect(interventions.end(harness.view(coId).createdAt, orderId, 'FAILED', 'Again')).toBe(false);
    expect(interventions.end(harness.view(coId).createdAt, '1', 'FAILED', 'None')).toBe(false);
    harness.moveTo(0);
    expect(harness.state(coId)).toBe('FAILED 0 Broken');
  });
});
