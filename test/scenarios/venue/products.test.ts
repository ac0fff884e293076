// What each product is quoted at and becomes, against rates and dates worked out by hand: the
// market is 1.10000 to 1.10020, the provider widens each side by 0.2 pips, a week costs 5 to 6 pips
// and a month 20 to 22.
import { describe, expect, it } from 'vitest';
import type { VenueQuoteRequest } from '../../../src/domain/venue/index.js';
import { VenueHarness } from '../../venue/rfs/harness.js';

/** Both ways of the only quote. */
function quoteOf(changes: Partial<VenueQuoteRequest>) {
  const harness = new VenueHarness();
  const view = harness.quoted('a', changes).toView(harness.now);
  expect(view).toMatchObject({ event: 'QUOTE', reason: '' });
  const [quote] = view.quotes;
  return { ...view, bid: quote?.bid, offer: quote?.offer };
}

const swap = (near: string, far: string, changes: Partial<VenueQuoteRequest> = {}) => ({
  priceType: 'Swap' as const,
  nearValueDate: near,
  farValueDate: far,
  farDealtAmount: 1_000_000,
  ...changes,
});

describe('quote', () => {
  it('of spot is the rate of the provider', () => {
    expect(quoteOf({})).toMatchObject({
      near: { valueDate: '2026-07-15', tenor: 'SPOT', dealtUnits: 100_000_000 },
      bid: { rate: 10_999_800, spotRate: 10_999_800, forwardPoints: 0 },
      offer: { rate: 11_002_200, spotRate: 11_002_200, forwardPoints: 0 },
    });
  });

  it('of an outright adds the points of its date', () => {
    expect(quoteOf({ priceType: 'Outright', nearValueDate: '1M' })).toMatchObject({
      near: { valueDate: '2026-08-17', tenor: '1M' },
      bid: { rate: 11_019_800, spotRate: 10_999_800, forwardPoints: 20_000 },
      offer: { rate: 11_024_200, spotRate: 11_002_200, forwardPoints: 22_000 },
    });
  });

  it('of a date between two tenors adds points by days', () => {
    // 14 days: 7 of the 26 between the week (5 to 6 pips) and the month of 33 days (20 to 22).
    // 5 + 15 x 7 / 26 = 9.0384... and 6 + 16 x 7 / 26 = 10.3076..., in hundredths of a tick.
    expect(quoteOf({ priceType: 'Outright', nearValueDate: '2026-07-29' })).toMatchObject({
      bid: { forwardPoints: 9_038 },
      offer: { forwardPoints: 10_308 },
    });
  });

  it('of a swap with equal legs starts from mid, its far leg in the other direction', () => {
    expect(quoteOf(swap('SPOT', '1W'))).toMatchObject({
      near: { valueDate: '2026-07-15' },
      far: { valueDate: '2026-07-22', tenor: '1W', dealtUnits: 100_000_000 },
      bid: { rate: 11_001_000, spotRate: 11_001_000, farRate: 11_007_000, farForwardPoints: 6_000 },
      offer: { rate: 11_001_000, farRate: 11_006_000, farForwardPoints: 5_000 },
    });
  });

  it('of a forward/forward swap has points on both legs', () => {
    expect(quoteOf(swap('1W', '1M', { priceType: 'FwdFwd' }))).toMatchObject({
      bid: { rate: 11_006_000, farRate: 11_023_000 },
      offer: { rate: 11_007_000, farRate: 11_021_000 },
    });
  });

  it.each([
    ['larger near leg', 500_000, 10_999_800, 11_002_200],
    ['larger far leg', 2_000_000, 11_002_200, 10_999_800],
  ])('of a swap with a %s deals the rest at spot', (_, farDealtAmount, sell, buy) => {
    expect(quoteOf(swap('SPOT', '1W', { farDealtAmount }))).toMatchObject({
      bid: { spotRate: sell, rate: sell, farRate: sell + 6_000 },
      offer: { spotRate: buy, rate: buy, farRate: buy + 5_000 },
    });
  });

  it.each([
    ['ON', '2026-07-13', '2026-07-14'],
    ['TN', '2026-07-14', '2026-07-15'],
    ['SN', '2026-07-15', '2026-07-16'],
  ])('of a swap takes both dates of %s', (tenor, near, far) => {
    expect(quoteOf(swap(tenor, tenor))).toMatchObject({
      near: { valueDate: near },
      far: { valueDate: far },
    });
  });

  it('of an NDF fixes two business days before its value date, or at the requested date', () => {
    const ndf = { symbol: 'USD/INR', dealtCurrency: 'USD', priceType: 'NDF' as const };
    // 17 August 2026 is a Monday, the 15th is a holiday in India but a Saturday.
    expect(quoteOf({ ...ndf, nearValueDate: '1M' })).toMatchObject({
      near: { valueDate: '2026-08-17', fixingDate: '2026-08-13' },
      // 85.0000 less 0.2 pips, rounded to a whole tick of 0.0001, and 1,500 pips.
      bid: { rate: 85_149_900, forwardPoints: 150_000 },
    });
    expect(quoteOf({ ...ndf, nearValueDate: '1M', fixingDate: '2026-08-12' })).toMatchObject({
      near: { fixingDate: '2026-08-12' },
    });
  });

  it('of an NDF swap fixes each leg', () => {
    const legs = swap('1W', '1M', { priceType: 'NDFSwap', symbol: 'USD/INR' });
    expect(quoteOf({ ...legs, dealtCurrency: 'USD' })).toMatchObject({
      near: { valueDate: '2026-07-22', fixingDate: '2026-07-20' },
      far: { valueDate: '2026-08-17', fixingDate: '2026-08-13' },
    });
  });

  it.each([
    ['BUY', ['offer']],
    ['SELL', ['bid']],
    ['TWO_WAY', ['bid', 'offer']],
  ] as const)('has the sides of %s only', (side, ways) => {
    const harness = new VenueHarness();
    const [quote = {}] = harness.quoted('a', { side }).toView(harness.now).quotes;
    expect(['bid', 'offer'].filter((way) => way in quote)).toEqual(ways);
  });
});

describe('trade of a quote request', () => {
  const PARTIES = {
    org: 'DeskOrg',
    account: 'DeskOrgLE',
    user: 'algo1@DeskOrg',
    counterparty: 'LP1',
    counterpartyAccount: 'LP1LE1',
    tradeDate: '2026-07-13',
    status: 'Verified',
    channel: 'RFS',
  };

  it('of spot buys the base on the offer', () => {
    expect(new VenueHarness().deal({}, 'BUY')).toMatchObject({
      ...PARTIES,
      type: 'Spot',
      dealtCurrency: 'EUR',
      spotRate: 11_002_200,
      near: {
        side: 'Buy',
        valueDate: '2026-07-15',
        dealtUnits: 100_000_000,
        baseUnits: 100_000_000,
        termUnits: 110_022_000n,
        rate: 11_002_200,
      },
    });
  });

  it('in the term currency sells it for the buyer of the base', () => {
    const changes = { dealtCurrency: 'USD', amount: 1_100_220 };
    expect(new VenueHarness().deal(changes, 'BUY')).toMatchObject({
      dealtCurrency: 'USD',
      near: {
        side: 'Sell',
        dealtUnits: 110_022_000,
        baseUnits: 100_000_000,
        termUnits: 110_022_000n,
      },
    });
    // 1,000,000 USD at 1.09998 are 909,107.4382... EUR.
    expect(new VenueHarness().deal({ ...changes, amount: 1_000_000 }, 'SELL')).toMatchObject({
      near: { side: 'Buy', baseUnits: 90_910_744, termUnits: 100_000_000n },
    });
  });

  it('in a term without minor unit is exact', () => {
    const changes = { symbol: 'USD/JPY', dealtCurrency: 'JPY', amount: 14_752_200 };
    // The offer of 147.52 and 0.2 pips of 0.01 make 147.522: 100,000 USD.
    expect(new VenueHarness().deal(changes, 'BUY')).toMatchObject({
      near: { side: 'Sell', baseUnits: 10_000_000, dealtUnits: 14_752_200 },
    });
  });

  it('of a swap reverses its far leg', () => {
    const trade = new VenueHarness().deal(swap('SPOT', '1M', { farDealtAmount: 900_000 }), 'SELL');
    expect(trade).toMatchObject({
      type: 'Swap',
      near: { side: 'Sell', rate: 10_999_800, termUnits: 109_998_000n },
      far: {
        side: 'Buy',
        valueDate: '2026-08-17',
        dealtUnits: 90_000_000,
        forwardPoints: 22_000,
        rate: 11_021_800,
        // 900,000 x 1.10218
        termUnits: 99_196_200n,
      },
    });
  });

  it('of an NDF keeps its fixing date', () => {
    const ndf = { symbol: 'USD/INR', dealtCurrency: 'USD', priceType: 'NDF', nearValueDate: '1M' };
    expect(new VenueHarness().deal(ndf as Partial<VenueQuoteRequest>, 'BUY')).toMatchObject({
      type: 'NDF',
      near: { fixingDate: '2026-08-13', valueDate: '2026-08-17', tenor: '1M' },
    });
  });

  it('is booked once, under the transactionId of its request', () => {
    const harness = new VenueHarness();
    const trade = harness.deal({}, 'BUY');
    harness.moveTo(120_000);
    expect(harness.booked).toEqual([trade]);
    expect(harness.trades.find(trade?.tradeId ?? '')).toBe(trade);
    expect(trade).toMatchObject({ tradeId: 'FXI40000001', rateId: 'Q-1' });
  });
});
