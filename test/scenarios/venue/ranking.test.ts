// Several providers: what the ranked view shows, how deep, and which quote is the single one.
import { describe, expect, it } from 'vitest';
import type { VenueQuoteRequest } from '../../../src/domain/venue/index.js';
import { VenueHarness } from '../../venue/rfs/harness.js';

/** Bid and offer in ticks off the market's 1.10000 and 1.10020, in pips: see `skew` and `widen`. */
const PROVIDERS = [
  // 1.09990 and 1.10030
  { id: 'WIDE', quotes: { widen: 1 } },
  // 1.10005 and 1.10035: the best bid
  { id: 'HIGH', skew: 1, quotes: { widen: 0.5 } },
  // 1.09985 and 1.10015: the best offer
  { id: 'LOW', skew: -1, quotes: { widen: 0.5 } },
];
const RFQ = { rfq: { expiry: 60_000_000 } };

function tiersOf(changes: Partial<VenueQuoteRequest>) {
  const harness = new VenueHarness({ providers: PROVIDERS });
  const request = harness.quoted('a', changes);
  const { quotes } = request.toView(harness.now);
  return { harness, request, quotes };
}

describe('ranked view of a quote stream', () => {
  it('lists the quote of each provider in configured order', () => {
    expect(tiersOf({}).quotes).toMatchObject([
      { quoteId: 'Q-1', provider: 'WIDE', bid: { rate: 10_999_000 }, offer: { rate: 11_003_000 } },
      { quoteId: 'Q-2', provider: 'HIGH', bid: { rate: 11_000_500 }, offer: { rate: 11_003_500 } },
      { quoteId: 'Q-3', provider: 'LOW', bid: { rate: 10_998_500 }, offer: { rate: 11_001_500 } },
    ]);
  });

  it('has the quotes of the requested providers', () => {
    const { quotes } = tiersOf({ providers: ['LOW', 'NONE', 'WIDE'] });
    expect(quotes.map(({ provider }) => provider)).toEqual(['WIDE', 'LOW']);
  });

  it.each([
    ['BUY', ['LOW', 'WIDE', 'HIGH']],
    ['SELL', ['HIGH', 'WIDE', 'LOW']],
  ] as const)('ranks a %s by its price', (side, order) => {
    const { quotes } = tiersOf({ side, priceViewType: 1 });
    expect(quotes.map(({ provider }) => provider)).toEqual(order);
  });

  it('ranks both sides separately, and accepts the quote behind the side', () => {
    const { harness, request, quotes } = tiersOf({ priceViewType: 1, depth: 2 });
    expect(quotes).toMatchObject([
      { quoteId: 'Q-2+Q-3', provider: '', bid: { rate: 11_000_500 }, offer: { rate: 11_001_500 } },
      { quoteId: 'Q-1', provider: 'WIDE' },
    ]);
    harness.accept(request, 'Q-2+Q-3', 'BUY');
    harness.venue.fireTimers(harness.now + 20_000);
    expect(request.trade).toMatchObject({
      counterparty: 'LOW',
      rateId: 'Q-3',
      near: { rate: 11_001_500 },
    });
  });

  it('takes the tighter sides of the two quotes of a tier', () => {
    const [high, low] = [
      { id: 'HIGH', skew: 1, quotes: { delay: '50ms', life: '5s' } },
      { id: 'LOW', skew: -1, quotes: { delay: '40ms', life: '3s' } },
    ];
    const harness = new VenueHarness({ providers: [high, low], rfs: { activation: 100_000 } });
    const request = harness.quoted('a', { priceViewType: 1, depth: 1 });
    const asked = harness.now - 50_000;
    expect(request.toView(harness.now).quotes).toMatchObject([
      {
        quotedAt: asked + 50_000,
        activeAt: asked + 150_000,
        expiresAt: asked + 3_040_000,
      },
    ]);
  });

  it('ranks a swap by the cost of both legs', () => {
    // The swap of a week costs who buys the near leg the same at each: none has another spot.
    const legs = { priceType: 'Swap', farDealtAmount: 500_000, farValueDate: '1W' } as const;
    const { quotes } = tiersOf({ ...legs, side: 'BUY', priceViewType: 1 });
    expect(quotes.map(({ provider }) => provider)).toEqual(['LOW', 'WIDE', 'HIGH']);
    const more = tiersOf({ ...legs, farDealtAmount: 2_000_000, side: 'BUY', priceViewType: 1 });
    // The far leg is larger: who buys the near leg sells at spot, where HIGH pays most.
    expect(more.quotes.map(({ provider }) => provider)).toEqual(['HIGH', 'WIDE', 'LOW']);
  });
});

describe('single quote', () => {
  it.each([
    ['BUY', 'LOW'],
    ['SELL', 'HIGH'],
    // 4 pips wide against 3 and 3; of equals the first.
    ['TWO_WAY', 'HIGH'],
  ] as const)('is the best of a %s: %s', (side, provider) => {
    const harness = new VenueHarness({ providers: PROVIDERS, rfs: RFQ });
    const request = harness.quoted('a', { side, rfq: true });
    expect(request.toView(harness.now).quotes).toMatchObject([{ provider }]);
    expect(request.toView(harness.now).quotes).toHaveLength(1);
  });

  it('comes when the slowest provider has answered', () => {
    const slow = { id: 'SLOW', quotes: { delay: '200ms' } };
    const harness = new VenueHarness({ providers: [{ id: 'LP1' }, slow], rfs: RFQ });
    const request = harness.quoted('a', { rfq: true });
    harness.moveTo(199);
    expect(request.event).toBe('REQUEST_RECEIVED');
    harness.moveTo(200);
    expect(request.event).toBe('QUOTE');
  });

  it('is the one that an acceptance without its id means', () => {
    const harness = new VenueHarness({ providers: PROVIDERS, rfs: RFQ });
    const request = harness.quoted('a', { rfq: true, side: 'BUY' });
    const { transactionId } = request;
    harness.rfs.accept(harness.now, harness.account, request.requestId, { transactionId });
    harness.venue.fireTimers(harness.now + 20_000);
    expect(request.trade).toMatchObject({ counterparty: 'LOW', tradeId: transactionId });
  });
});
