// Previously quoted and at-best orders.
import { describe, expect, it } from 'vitest';
import { forwardsSchema } from '../../../src/venue/index.js';
import { VenueHarness, EURUSD } from './harness.js';

const PQ = { type: 'PQ', timeInForce: 'FOK' };
const BEST = { type: 'AtBest', timeInForce: 'FOK', price: undefined, valueDate: '2026-01-08' };
/** In pips. */
const FORWARDS = forwardsSchema.parse({ 'EUR/USD': [{ tenor: '1M', bid: 13.9, offer: 15.1 }] });

describe('previously quoted order', () => {
  it('trades at the rate it names, though the market has moved', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const rateId = harness.rateId();
    harness.rate(1, 1.2, 1.2002);
    const buy = harness.place({ ...PQ, rateId });
    const sell = harness.place({ ...PQ, rateId, side: 'Sell', price: 1.1 });
    expect(harness.fills(buy)).toEqual(['1ms 100000 at 1.1002 taken']);
    expect(harness.fills(sell)).toEqual(['1ms 100000 at 1.1 taken']);
  });

  it('takes the size that the rate displayed, once', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 250_000);
    const rateId = harness.rateId();
    harness.rate(1, 1.1, 1.1002, 1e6, 250_000);
    const states = [0, 1, 2].map(() => harness.state(harness.place({ ...PQ, rateId })));
    expect(states).toEqual(['FILLED 100000', 'FILLED 100000', 'EXPIRED 0']);
    // The book of the newer rate is whole.
    expect(harness.state(harness.place({ size: 250_000, timeInForce: 'FOK' }))).toBe(
      'FILLED 250000',
    );
  });

  it('shares the size of a rate that still stands with all others', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 150_000);
    const rateId = harness.rateId();
    harness.place();
    expect(harness.state(harness.place({ ...PQ, rateId }))).toBe('EXPIRED 0');
    expect(harness.state(harness.place({ ...PQ, rateId, size: 50_000 }))).toBe('FILLED 50000');
    expect(harness.state(harness.place({ timeInForce: 'IOC' }))).toBe('EXPIRED 0');
  });

  it('in the term currency takes the side that sells it', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const rateId = harness.rateId();
    const coId = harness.place({ ...PQ, rateId, currency: 'USD', size: 1_100, price: 1.1 });
    expect(harness.fills(coId)).toEqual(['0ms 1100 at 1.1 taken']);
  });

  it('is rejected where rate, side, price or age are wrong', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const rateId = harness.rateId();
    expect(harness.place({ ...PQ })).toMatch(/^InvalidQuoteID: rateId is missing/);
    expect(harness.place({ ...PQ, rateId: 'x' })).toMatch(/^InvalidQuoteID/);
    expect(
      harness.place({ ...PQ, rateId, symbol: 'USD/JPY', currency: 'USD', price: 1.1 }),
    ).toMatch(/^InvalidQuoteID/);
    expect(harness.place({ ...PQ, rateId, price: 1.1001 })).toMatch(/^PriceMismatch/);
    expect(harness.place({ ...PQ, rateId, price: 1.1 })).toMatch(/^BuySellMismatch/);
    expect(harness.place({ ...PQ, rateId, side: 'Sell' })).toMatch(/^BuySellMismatch/);
    expect(harness.place({ ...PQ, rateId, price: 0 })).toMatch(/^InvalidPrice/);
    harness.moveTo(9_999);
    expect(harness.place({ ...PQ, rateId, price: 1.1001 })).toMatch(/^PriceMismatch/);
    harness.moveTo(10_000);
    expect(harness.place({ ...PQ, rateId })).toMatch(/^QuoteExpired/);
  });

  it('without a rateId is rejected before it is a duplicate', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const coId = harness.place({ ...PQ, rateId: harness.rateId() });
    expect(harness.place({ ...PQ, coId })).toBe('InvalidQuoteID: rateId is missing.');
  });

  it('that was placed before is a duplicate, however old its rate is', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const order = { ...PQ, coId: 'same', rateId: harness.rateId() };
    expect(harness.place(order)).toBe('same');
    harness.moveTo(10_000);
    expect(harness.place(order)).toMatch(/^DuplicateOrder/);
    expect(harness.place({ ...order, coId: 'other' })).toMatch(/^QuoteExpired/);
  });

  it('trades with the provider and value date of a rate of another source', () => {
    const harness = new VenueHarness();
    harness.venue.rates.add({
      find: (rateId) =>
        rateId === 'set'
          ? {
              ...{ instrument: EURUSD, bidTicks: 110_000, offerTicks: 110_020, rateCount: 0 },
              ...{ bidLeft: 1e9, offerLeft: 1e9, provider: 'LP1', valueDate: '2026-02-06' },
              ...{ spotBidTicks: 109_900, spotOfferTicks: 109_910 },
            }
          : 'unknown',
    });
    const coId = harness.place({ ...PQ, rateId: 'set' });
    expect(harness.fills(coId)).toEqual(['0ms 100000 at 1.1002 taken']);
    expect(harness.trades[0]).toMatchObject({ counterparty: 'LP1', valueDate: '2026-02-06' });
    expect(harness.trades[0]).toMatchObject({ tradeType: 'Outright', spotTicks: 109_910 });
  });
});

describe('at-best order', () => {
  it('trades at the touch, whatever that is', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    expect(harness.fills(harness.place(BEST))).toEqual(['0ms 100000 at 1.1002 taken']);
    expect(harness.fills(harness.place({ ...BEST, side: 'Sell' }))).toEqual([
      '0ms 100000 at 1.1 taken',
    ]);
    expect(harness.trades[0]).toMatchObject({ valueDate: '2026-01-08', counterparty: 'LP1' });
    expect(harness.trades.map(({ tradeType }) => tradeType)).toEqual(['Spot', 'Spot']);
  });

  it('for a forward date trades at the touch and the points of its side, in whole ticks', () => {
    const harness = new VenueHarness({ forwards: FORWARDS });
    harness.rate(0, 1.1, 1.1002);
    // 1M is 2026-02-09, 32 days after spot: 13.9 and 15.1 pips.
    const buy = harness.place({ ...BEST, valueDate: '2026-02-09' });
    const sell = harness.place({ ...BEST, valueDate: '2026-02-09', side: 'Sell' });
    expect(harness.fills(buy)).toEqual(['0ms 100000 at 1.10171 taken']);
    expect(harness.fills(sell)).toEqual(['0ms 100000 at 1.10139 taken']);
    expect(harness.trades[0]).toMatchObject({ tradeType: 'Outright', spotTicks: 110_020 });
    // 18 of 32 days: 7.81 pips down to 0.00078, and 8.49 up to 0.00085.
    const later = { ...BEST, valueDate: '2026-01-26' };
    expect(harness.fills(harness.place(later))).toEqual(['0ms 100000 at 1.10105 taken']);
    const sold = harness.place({ ...later, side: 'Sell' });
    expect(harness.fills(sold)).toEqual(['0ms 100000 at 1.10078 taken']);
    // A day before spot is the other way round of the day after: -15.1 / 32 pips, and -13.9 / 32.
    const early = { ...BEST, valueDate: '2026-01-07' };
    expect(harness.fills(harness.place(early))).toEqual(['0ms 100000 at 1.10016 taken']);
    const soldEarly = harness.place({ ...early, side: 'Sell' });
    expect(harness.fills(soldEarly)).toEqual(['0ms 100000 at 1.09995 taken']);
  });

  it('beyond the curve finds no provider that quotes it', () => {
    const harness = new VenueHarness({ forwards: FORWARDS });
    harness.rate(0, 1.1, 1.1002);
    const late = harness.place({ ...BEST, valueDate: '2026-02-10' });
    expect(harness.state(late)).toBe('REJECTED 0 NoLiquidity');
  });

  it('in the term of a forward takes the base that its all-in rate makes', () => {
    const harness = new VenueHarness({ forwards: FORWARDS });
    harness.rate(0, 1.1, 1.1002, 100_000, 100_000);
    // Sells USD: buys EUR at 1.10171. 110,171 USD are all 100,000 EUR.
    const order = { ...BEST, valueDate: '2026-02-09', currency: 'USD', side: 'Sell' };
    expect(harness.state(harness.place({ ...order, size: 110_171.01 }))).toBe('EXPIRED 0');
    const whole = harness.place({ ...order, size: 110_171 });
    expect(harness.fills(whole)).toEqual(['0ms 110171 at 1.10171 taken']);
    expect(harness.trades[0]!.units).toBe(10_000_000);
  });

  it('has no limit, whatever price it names', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const coId = harness.place({ ...BEST, price: 1.1 });
    expect(harness.fills(coId)).toEqual(['0ms 100000 at 1.1002 taken']);
  });

  it('that is larger than the touch expires', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 99_999);
    expect(harness.state(harness.place(BEST))).toBe('EXPIRED 0');
  });

  it('needs a value date that is not over', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const place = (valueDate: string | undefined) => harness.place({ ...BEST, valueDate });
    expect(place(undefined)).toBe(': valueDate is missing for type AtBest.');
    expect(place('2026-02-30')).toBe(': valueDate must be a date, YYYY-MM-DD.');
    expect(place('20260108')).toBe(': valueDate must be a date, YYYY-MM-DD.');
    expect(place('2026-01-05')).toBe(': valueDate must not be in the past.');
    expect(place('2026-01-10')).toBe(': valueDate must be a business day of EUR/USD.');
    // New Year's Day.
    expect(place('2027-01-01')).toBe(': valueDate must be a business day of EUR/USD.');
    expect(place('9999-01-04')).toMatch(/^: valueDate: /);
  });

  it('is an NDF only where the symbol is not deliverable', () => {
    const harness = new VenueHarness({ forwards: FORWARDS });
    harness.rate(0, 1.1, 1.1002);
    const place = (priceType: string, valueDate: string) =>
      harness.place({ ...BEST, priceType, valueDate });
    expect(place('NDF', '2026-02-09')).toBe(': priceType must not be NDF: EUR/USD is delivered.');
    expect(harness.state(place('Outright', '2026-02-09'))).toBe('FILLED 100000');
  });

  it('is rejected without a provider of quotes, other orders without one of rates', () => {
    const orgs = [{ org: 'DeskOrg', accounts: ['DeskOrgLE'], rfsProviders: [] }];
    const harness = new VenueHarness({ orgs });
    harness.rate(0, 1.1, 1.1002);
    expect(harness.state(harness.place(BEST))).toBe('REJECTED 0 NoLiquidity');
    expect(harness.state(harness.place())).toBe('FILLED 100000');
    const other = new VenueHarness({
      orgs: [{ ...orgs[0]!, rfsProviders: ['LP1'], spotProviders: [] }],
    });
    other.rate(0, 1.1, 1.1002);
    expect(other.state(other.place(BEST))).toBe('FILLED 100000');
    expect(other.state(other.place())).toBe('REJECTED 0 NoLiquidity');
    const quoted = other.place({ ...PQ, rateId: `${other.rateId()}-1_1` });
    expect(other.state(quoted)).toBe('REJECTED 0 NoLiquidity');
  });
});
