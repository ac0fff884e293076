// Ends of a quote request without a trade: dates, providers, credit, last look; and its bounds.
import { describe, expect, it } from 'vitest';
import type { VenueQuoteRequest } from '../../../src/domain/venue/index.js';
import { VenueHarness } from '../../venue/rfs/harness.js';

const SWAP = { priceType: 'Swap', farDealtAmount: 1_000_000, farValueDate: '1W' } as const;
const NDF = { priceType: 'NDF', symbol: 'USD/INR', dealtCurrency: 'USD' } as const;

describe('quote request is rejected', () => {
  it.each<readonly [string, string, Partial<VenueQuoteRequest>]>([
    ['InvalidDate', 'nearValueDate: expected the spot date', { nearValueDate: '1W' }],
    [
      'InvalidDate',
      'trade date 2026-07-13',
      { priceType: 'Outright', nearValueDate: '2026-07-10' },
    ],
    ['InvalidDate', 'a business day', { priceType: 'Outright', nearValueDate: '2026-07-18' }],
    ['InvalidDate', 'nearValueDate', { priceType: 'Outright', nearValueDate: '2199-07-18' }],
    ['InvalidDate', 'a date after 2026-07-22', { ...SWAP, nearValueDate: '1W' }],
    [
      'InvalidDate',
      'farValueDate: expected a business day',
      { ...SWAP, farValueDate: '2026-12-25' },
    ],
    ['InvalidDate', 'fixingDate', { ...NDF, nearValueDate: '1M', fixingDate: '2026-08-18' }],
    ['InvalidDate', 'fixingDate', { ...NDF, nearValueDate: '1M', fixingDate: '2026-07-10' }],
    ['InvalidDate', 'fixingDate', { ...NDF, nearValueDate: 'TOD' }],
    ['NoForwardPoints', 'forward points', { priceType: 'Outright', nearValueDate: '2M' }],
    ['NoForwardPoints', 'forward points', { ...SWAP, farValueDate: '2M' }],
    ['NoProvider', 'provider', { providers: ['LP9'] }],
  ])('with %s: %s', (reason, words, changes) => {
    const harness = new VenueHarness();
    const request = harness.ask('a', changes);
    expect(request.event).toBe('REQUEST_RECEIVED');
    harness.moveTo(0);
    expect(request).toMatchObject({ event: 'REQUEST_REJECTED', reason });
    expect(request.message).toContain(words);
  });

  it('without credit for the larger leg', () => {
    const harness = new VenueHarness({ rfs: { creditLimit: 1_000_000 } });
    const fits = harness.ask('a', SWAP);
    const exceeds = harness.ask('b', { ...SWAP, farDealtAmount: 1_000_000.01 });
    harness.moveTo(50);
    expect(fits.event).toBe('QUOTE');
    expect(exceeds).toMatchObject({ event: 'REQUEST_REJECTED', reason: 'CreditCheckFailed' });
  });

  it.each([
    ['no provider may quote to the organization', { rfsProviders: [] }, {}],
    ['only others may quote to the organization', { rfsProviders: ['LP2'] }, {}],
    ['the provider does not quote', {}, { rfs: false }],
    ['the provider does not quote the symbol', {}, { symbols: ['USD/JPY'] }],
  ])('when its provider cannot quote: %s', (_, org, provider) => {
    const orgs = [{ org: 'DeskOrg', accounts: ['DeskOrgLE'], ...org }];
    const harness = new VenueHarness({ providers: [{ id: 'LP1', ...provider }], venue: { orgs } });
    const request = harness.quoted('a');
    expect(request).toMatchObject({ event: 'REQUEST_REJECTED', reason: 'NoProvider' });
  });

  it('when every provider finds it too large, and not before', () => {
    const small = { quotes: { maxSize: 1_000_000 } };
    const slow = { quotes: { maxSize: 1_000_000, delay: '80ms' } };
    const harness = new VenueHarness({
      providers: [
        { id: 'LP1', ...small },
        { id: 'LP2', ...slow },
      ],
    });
    const fits = harness.ask('a');
    const exceeds = harness.ask('b', { amount: 1_000_000.01 });
    // 1,100,220 USD at the offer's spot rate of 1.10022 are 1,000,000 EUR.
    const inTerm = harness.ask('c', { dealtCurrency: 'USD', amount: 1_100_220 });
    const moreInTerm = harness.ask('d', { dealtCurrency: 'USD', amount: 1_100_221 });
    harness.moveTo(79);
    expect(exceeds.event).toBe('REQUEST_RECEIVED');
    harness.moveTo(80);
    expect([fits, exceeds, inTerm, moreInTerm].map(({ event }) => event)).toEqual([
      'QUOTE',
      'REQUEST_REJECTED',
      'QUOTE',
      'REQUEST_REJECTED',
    ]);
    expect(exceeds.reason).toBe('NoLiquidity');
  });
});

describe('quote request without a rate', () => {
  it('waits for the first, and expires without one', () => {
    const harness = new VenueHarness();
    const { instruments } = harness.venue;
    const gbp = { ...instruments[0]!, id: 3, symbol: 'GBP/USD', base: 'GBP' };
    const other = new VenueHarness({ venue: { instruments: [...instruments, gbp] } });
    const request = other.quoted('a', { symbol: 'GBP/USD', dealtCurrency: 'GBP', expiry: 2 });
    expect(request.event).toBe('REQUEST_RECEIVED');
    other.moveTo(2_000);
    expect(request.event).toBe('REQUEST_EXPIRED');
  });
});

describe('last look', () => {
  const provider = (quotes: object) => ({ providers: [{ id: 'LP1', quotes }] });

  it.each([
    ['up by 1 pip', 'BUY', 1.1001, 1.1003, 'TRADE_VERIFIED'],
    ['up by more', 'BUY', 1.1001, 1.10031, 'TRADE_REJECTED'],
    ['up by more', 'SELL', 1.1002, 1.1004, 'TRADE_VERIFIED'],
    ['down by 1 pip', 'SELL', 1.0999, 1.1001, 'TRADE_VERIFIED'],
    ['down by more', 'SELL', 1.09989, 1.1001, 'TRADE_REJECTED'],
    ['down by more', 'BUY', 1.0998, 1.1, 'TRADE_VERIFIED'],
  ] as const)('with the market %s while it lasts: %s', (_, side, bid, offer, event) => {
    const harness = new VenueHarness(provider({ maxMove: 1, hold: '20ms' }));
    const request = harness.quoted('a');
    harness.accept(request, 'Q-1', side);
    harness.moveTo(60);
    harness.rate(0, bid, offer);
    expect(request.event).toBe('QUOTE_ACCEPTED');
    harness.moveTo(70);
    expect(request.event).toBe(event);
    expect(harness.booked).toHaveLength(event === 'TRADE_VERIFIED' ? 1 : 0);
    if (event === 'TRADE_REJECTED') expect(request.reason).toBe('PriceMoved');
  });

  it.each([
    ['equal legs', 1_000_000, 'TRADE_VERIFIED'],
    ['a larger near leg', 900_000, 'TRADE_REJECTED'],
    ['a larger far leg', 1_100_000, 'TRADE_VERIFIED'],
  ])('of a swap with %s checks the spot that is dealt', (_, farDealtAmount, event) => {
    const harness = new VenueHarness();
    const request = harness.quoted('a', { ...SWAP, farDealtAmount });
    harness.accept(request, 'Q-1', 'BUY');
    harness.rate(0, 1.2, 1.2002);
    harness.moveTo(70);
    expect(request.event).toBe(event);
  });

  it('withdraws a share of acceptances, the same with the same seed', () => {
    const run = (seed: number) => {
      const harness = new VenueHarness({ ...provider({ rejectShare: 0.25 }), venue: { seed } });
      return Array.from({ length: 400 }, (_, index) => {
        const request = harness.quoted(`r-${String(index)}`);
        const [quote] = request.toView(harness.now).quotes;
        harness.accept(request, quote?.quoteId ?? '', 'BUY');
        harness.venue.fireTimers(harness.now + 20_000);
        return request.event === 'TRADE_REJECTED' ? request.reason : request.requestId;
      });
    };
    const first = run(1);
    const rejected = first.filter((one) => one === 'LastLook').length;
    // 100 are expected; the standard deviation is below 9.
    expect(rejected).toBeGreaterThan(60);
    expect(rejected).toBeLessThan(140);
    expect(run(1)).toEqual(first);
    expect(run(2)).not.toEqual(first);
  });
});

describe('latency of orders', () => {
  const venue = { latency: { rates: 0, orders: 30_000, replies: 0 } };

  it('comes before the delay of the providers', () => {
    const harness = new VenueHarness({ venue });
    const request = harness.ask('a');
    harness.moveTo(79);
    expect(request.event).toBe('REQUEST_RECEIVED');
    harness.moveTo(80);
    expect(request.event).toBe('QUOTE');
  });

  it('comes before the last look, which uses the market as it is by then', () => {
    const harness = new VenueHarness({ venue });
    const request = harness.ask('a');
    harness.moveTo(80);
    harness.accept(request, 'Q-1', 'BUY');
    harness.moveTo(100);
    harness.rate(0, 1.2, 1.2002);
    harness.moveTo(129);
    expect(request.event).toBe('QUOTE_ACCEPTED');
    harness.moveTo(130);
    expect(request.event).toBe('TRADE_VERIFIED');
  });

  it('lets a quote expire on the way', () => {
    const harness = new VenueHarness({
      venue,
      providers: [{ id: 'LP1', quotes: { life: '100ms' } }],
    });
    const request = harness.ask('a');
    harness.moveTo(150);
    harness.accept(request, 'Q-1', 'BUY');
    expect(request.event).toBe('QUOTE_ACCEPTED');
    harness.moveTo(200);
    expect([request.event, request.reason]).toEqual(['TRADE_REJECTED', 'QuoteExpired']);
    expect(harness.booked).toEqual([]);
  });
});

describe('accepted quote request', () => {
  it('neither expires nor is quoted during the provider’s delay', () => {
    const quotes = { hold: '2s', refresh: '100ms' };
    const harness = new VenueHarness({ providers: [{ id: 'LP1', quotes }] });
    const request = harness.quoted('a', { expiry: 1 });
    harness.accept(request, 'Q-1', 'BUY');
    harness.moveTo(2_049);
    expect(request.event).toBe('QUOTE_ACCEPTED');
    harness.moveTo(2_050);
    expect(request.event).toBe('TRADE_VERIFIED');
  });
});

describe('quote of a stream', () => {
  it('lives no longer than its request', () => {
    const harness = new VenueHarness();
    const request = harness.quoted('a', { expiry: 2 });
    harness.moveTo(1_050);
    const end = harness.now + 950_000;
    expect(request.toView(harness.now).quotes).toMatchObject([{ quoteId: 'Q-2', expiresAt: end }]);
  });
});

describe('venue drops', () => {
  it('the oldest of ended requests, and never an open one', () => {
    const harness = new VenueHarness({ rfs: { maxEnded: 2 } });
    const open = harness.ask('open');
    const ended = ['a', 'b', 'c'].map((name) => {
      const request = harness.ask(name);
      harness.rfs.withdraw(harness.account, request.requestId);
      return request;
    });
    const find = (id: string) => harness.rfs.findById(harness.account, id);
    expect(ended.map(({ requestId }) => find(requestId)?.event)).toEqual([
      undefined,
      'REQUEST_WITHDRAWN',
      'REQUEST_WITHDRAWN',
    ]);
    expect(find(open.requestId)).toBe(open);
    expect(harness.ask('a').requestId).not.toBe(ended[0]?.requestId);
  });

  it('the oldest quotes of a long stream', () => {
    const quotes = { refresh: '10ms', life: '1h' };
    const harness = new VenueHarness({ providers: [{ id: 'LP1', quotes }] });
    const request = harness.ask('a');
    harness.moveTo(2_500);
    // The first after 50 ms, then one each 10 ms: 246 by now, of which 200 are kept.
    expect(request.toView(harness.now).quotes).toMatchObject([{ quoteId: 'Q-246' }]);
    expect(harness.accept(request, 'Q-46', 'BUY')).toMatchObject({
      refused: { code: 'InvalidQuoteID' },
    });
    expect(harness.accept(request, 'Q-47', 'BUY')).toBe(request);
  });
});
