// Quote requests on the wire: what a caller reads of them, under every choice of the profile.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { type RfsEvent, RFS_EVENTS } from '../../../src/domain/quotes/index.js';
import type { VenueQuoteView, VenueRfsView } from '../../../src/domain/venue/index.js';
import {
  decodeRfs,
  encodeRfs,
  encodeRfsAnswer,
  encodeVenueTrade,
} from '../../../src/protocol/codecs/index.js';
import { ROUTES } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../../../src/protocol/profile/index.js';
import { EURUSD, mangled, TRADE } from '../samples.js';

const QUOTE: VenueQuoteView = {
  quoteId: 'Q-1',
  provider: 'LP1',
  bid: { spotRate: 10_951_200, forwardPoints: 13_900, rate: 10_965_100 },
  offer: { spotRate: 10_951_900, forwardPoints: 15_100, rate: 10_967_000 },
  quotedAt: 1_767_693_605_123_000,
  activeAt: 1_767_693_605_123_000,
  expiresAt: 1_767_693_608_123_000,
};

/** The sample of wire facts 6.2. */
const VIEW: VenueRfsView = {
  clOrderId: 'rfs-9001',
  requestId: 'G1a2b3c4d519b9021aa10001',
  transactionId: 'FXI60000001',
  event: 'QUOTE',
  instrument: EURUSD,
  priceType: 'Outright',
  dealtCurrency: 'EUR',
  ttl: 60,
  near: { dealtUnits: 500_000_000, valueDate: '2026-02-09', tenor: '1M' },
  quotes: [QUOTE],
  reason: '',
  message: '',
};

const WAY = { farForwardPoints: 20_000, farRate: 10_971_200 };
const SWAP: VenueRfsView = {
  ...VIEW,
  priceType: 'NDFSwap',
  near: { dealtUnits: 500_000_000, valueDate: '2026-02-09', fixingDate: '2026-02-05' },
  far: { dealtUnits: 400_000_000, valueDate: '2026-03-09', fixingDate: '2026-03-05' },
  quotes: [
    {
      ...QUOTE,
      bid: { spotRate: 10_951_200, forwardPoints: -5, rate: 10_951_195, ...WAY },
      offer: {
        spotRate: 10_951_200,
        forwardPoints: 5,
        rate: 10_951_205,
        farForwardPoints: 19_000,
        farRate: 10_970_200,
      },
    },
  ],
};

const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;
const EUR = { instrument: EURUSD, dealtCurrency: 'EUR' };
const withRfs = (rfs: Partial<VenueProfile['rfs']>): VenueProfile => ({
  ...DEFAULT_PROFILE,
  rfs: { ...DEFAULT_PROFILE.rfs, ...rfs },
});

describe('quote request on the wire', () => {
  it('is the sample of the wire facts', () => {
    expect(parse(encodeRfs(VIEW, []))).toEqual({
      clOrderId: 'rfs-9001',
      requestId: 'G1a2b3c4d519b9021aa10001',
      transactionId: 'FXI60000001',
      ttl: 60,
      event: 'QUOTE',
      quotes: [
        {
          requestId: 'G1a2b3c4d519b9021aa10001',
          quoteId: 'Q-1',
          provider: 'LP1',
          priceType: 'Outright',
          effectiveTime: 0,
          symbol: 'EUR/USD',
          ttl: 3,
          dealtCurrency: 'EUR',
          dealtAmount: 5_000_000,
          nearValueDate: '2026-02-09',
          bid: 1.09651,
          offer: 1.0967,
          bidSpotRate: 1.09512,
          offerSpotRate: 1.09519,
          bidForwardPoints: 0.00139,
          offerForwardPoints: 0.00151,
          time: 1_767_693_605_123,
        },
      ],
    });
  });

  it('has the far leg for the buyer of the near leg on farBid', () => {
    const { quotes } = parse(encodeRfs(SWAP, []));
    expect(quotes).toMatchObject([
      {
        offer: 1.0951205,
        bid: 1.0951195,
        farBid: 1.09702,
        farBidForwardPoints: 0.0019,
        farOffer: 1.09712,
        farOfferForwardPoints: 0.002,
        farDealtAmount: 4_000_000,
        farValueDate: '2026-03-09',
        fixingDate: '2026-02-05',
        farFixingDate: '2026-03-05',
        bidForwardPoints: -0.0000005,
      },
    ]);
    const same = parse(encodeRfs(SWAP, [], withRfs({ farFields: 'same' })));
    expect(same['quotes']).toMatchObject([{ farBid: 1.09712, farOffer: 1.09702 }]);
  });

  it('leaves out the side that was not requested', () => {
    const { bid, ...offered } = QUOTE;
    expect(bid).toBeDefined();
    const [quote] = parse(encodeRfs({ ...VIEW, quotes: [offered] }, []))['quotes'] as object[];
    expect(Object.keys(quote ?? {}).filter((name) => name.startsWith('bid'))).toEqual([]);
  });

  it('rounds the times of a quote so that no acceptance is early or late', () => {
    const late = { ...QUOTE, activeAt: QUOTE.quotedAt + 1, expiresAt: QUOTE.expiresAt + 999_999 };
    const { quotes } = parse(encodeRfs({ ...VIEW, quotes: [late] }, []));
    expect(quotes).toMatchObject([{ effectiveTime: 1, ttl: 3 }]);
  });

  it('has the reason of its rejection', () => {
    const view = { ...VIEW, event: 'REQUEST_REJECTED', reason: 'NoProvider', message: 'none' };
    expect(parse(encodeRfs(view as VenueRfsView, []))).toMatchObject({
      event: 'REQUEST_REJECTED',
      reason: 'NoProvider',
      message: 'none',
    });
    expect(parse(encodeRfsAnswer(VIEW, 'REQUEST_RECEIVED'))).toEqual({
      clOrderId: 'rfs-9001',
      requestId: 'G1a2b3c4d519b9021aa10001',
      event: 'REQUEST_RECEIVED',
    });
  });
});

describe('decoded quote request', () => {
  const read = (body: unknown, subject = EUR, profile = DEFAULT_PROFILE) =>
    unwrap(decodeRfs(body, subject, profile));

  it('has the costs of buying and selling the dealt currency', () => {
    const view = read(parse(encodeRfs(VIEW, [])));
    expect(view).toEqual({
      clOrderId: 'rfs-9001',
      requestId: 'G1a2b3c4d519b9021aa10001',
      state: 'quoted',
      event: 'QUOTE',
      name: 'QUOTE',
      isKnown: true,
      transactionId: 'FXI60000001',
      reason: '',
      quotes: [
        {
          quoteId: 'Q-1',
          provider: 'LP1',
          priceType: 'Outright',
          buy: QUOTE.offer,
          sell: QUOTE.bid,
          valueDate: '2026-02-09',
          quotedAt: QUOTE.quotedAt,
          life: 3_000_000,
          activeAfter: 0,
        },
      ],
      trades: [],
      faults: [],
    });
  });

  it('is reversed where the term currency is dealt', () => {
    const body = parse(encodeRfs({ ...VIEW, dealtCurrency: 'USD' }, []));
    const [quote] = read(body, { ...EUR, dealtCurrency: 'USD' }).quotes;
    expect(quote).toMatchObject({ buy: QUOTE.bid, sell: QUOTE.offer });
  });

  it('has both legs of each side, whatever the far fields are named after', () => {
    const [swap] = SWAP.quotes;
    for (const farFields of ['opposite', 'same'] as const) {
      const profile = withRfs({ farFields });
      const [quote] = read(parse(encodeRfs(SWAP, [], profile)), EUR, profile).quotes;
      expect(quote).toMatchObject({ buy: swap?.offer, sell: swap?.bid });
      expect(quote).toMatchObject({ valueDate: '2026-02-09', farValueDate: '2026-03-09' });
    }
  });

  it('has the trade', () => {
    const trade = encodeVenueTrade(TRADE);
    const body = parse(encodeRfs({ ...VIEW, event: 'TRADE_VERIFIED' }, [trade]));
    const { symbol, currency } = parse(trade);
    expect([symbol, currency]).toEqual(['EUR/USD', 'EUR']);
    const { tradeId, near } = TRADE;
    expect(read(body)).toMatchObject({
      state: 'done',
      trades: [
        {
          tradeId,
          side: near.side,
          rate: near.rate,
          dealtUnits: near.dealtUnits,
          valueDate: near.valueDate,
        },
      ],
      faults: [],
    });
  });

  it.each([
    ['Verified', 'fill'],
    ['CANCELED', 'bust'],
    ['Rejected', 'none'],
    ['Pending', 'none'],
  ])('has a trade of status %s as %s', (status, meaning) => {
    const trade = { ...parse(encodeVenueTrade(TRADE)), status };
    const body = { ...parse(encodeRfs(VIEW, [])), trades: [trade] };
    expect(read(body).trades).toMatchObject([{ meaning }]);
  });

  it.each([
    ['REQUEST_RECEIVED', 'open'],
    ['QUOTE', 'quoted'],
    ['quote', 'quoted'],
    ['QUOTE_ACCEPTED', 'accepted'],
    ['TRADE_VERIFIED', 'done'],
    ['TRADE_REJECTED', 'ended'],
    ['REQUEST_WITHDRAWN', 'ended'],
    ['REQUEST_EXPIRED', 'ended'],
    ['REQUEST_REJECTED', 'ended'],
  ])('of the known status %s is %s', (event, state) => {
    const body = { clOrderId: 'a', requestId: 'G1', event };
    expect(read(body)).toMatchObject({ state, event, isKnown: true });
  });

  it.each([
    ['TRADE_DONE', {}, 'done'],
    ['Traded', {}, 'done'],
    ['FINISHED', { trades: [{}] }, 'done'],
    ['FINISHED', { trades: [{ status: 'Pending' }, { status: 'Canceled' }] }, 'open'],
    ['TRADE_DECLINED', {}, 'ended'],
    ['TRADE_DECLINED', { trades: [{ status: 'Verified' }] }, 'done'],
    ['REQUEST_EXPIRY', {}, 'ended'],
    ['withdrawal', {}, 'ended'],
    ['REJECTION', {}, 'ended'],
    ['FAILED', {}, 'ended'],
    ['DECLINED', {}, 'ended'],
    ['CANCELLED', {}, 'ended'],
    ['PENDING', {}, 'open'],
    ['constructor', {}, 'open'],
    ['STREAMING', { quotes: [{}] }, 'quoted'],
  ])('of the unknown status %s with %j is a guess: %s', (event, more, state) => {
    const body = { clOrderId: 'a', requestId: 'G1', event, ...more };
    expect(read(body)).toMatchObject({ state, event, isKnown: false });
  });

  it.each([
    ['another symbol', { symbol: 'GBP/USD' }, 'protocol.symbol'],
    ['another dealt currency', { dealtCurrency: 'USD' }, 'protocol.symbol'],
    ['no quoteId', { quoteId: undefined }, 'protocol.shape'],
    ['no ttl', { ttl: undefined }, 'protocol.shape'],
    ['a rate with too many decimals', { bid: 1.09512345 }, 'protocol.value'],
    ['a rate of 0', { offer: 0 }, 'protocol.value'],
    ['a rate of type text', { offer: '1.1' }, 'protocol.value'],
  ])('omits a quote with %s, and reports that', (_, change, code) => {
    const body = parse(encodeRfs(VIEW, []));
    const [quote] = body['quotes'] as object[];
    const view = read({ ...body, quotes: [{ ...quote, ...change }, quote] });
    expect(view.quotes).toHaveLength(1);
    expect(view.faults).toMatchObject([{ code }]);
  });

  it('is a fault without a request or an event', () => {
    for (const field of ['clOrderId', 'requestId', 'event']) {
      const body = { ...parse(encodeRfs(VIEW, [])), [field]: undefined };
      expect(decodeRfs(body, EUR)).toMatchObject({ ok: false, fault: { code: 'protocol.shape' } });
    }
    expect(decodeRfs([], EUR)).toMatchObject({ ok: false });
  });

  it('never throws, whatever the body is', () => {
    const sound = parse(encodeRfs(SWAP, [encodeVenueTrade(TRADE)]));
    const [quote = {}] = sound['quotes'] as Record<string, unknown>[];
    const [trade = {}] = sound['trades'] as Record<string, unknown>[];
    const lists = fc.record({
      quotes: fc.array(mangled(quote), { maxLength: 3 }),
      trades: fc.array(mangled(trade), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(mangled(sound), lists, (body, rows) => {
        const whole = typeof body === 'object' && body !== null ? { ...body, ...rows } : body;
        const decoded = decodeRfs(whole, EUR);
        if (!decoded.ok) return;
        const { quotes, trades, faults } = decoded.value;
        expect(quotes.length + trades.length + faults.length).toBe(
          rows.quotes.length + rows.trades.length,
        );
      }),
    );
  });
});

describe('open names of the profile', () => {
  it('may be set otherwise, field by field and status by status', () => {
    const { quoteFields, eventNames } = DEFAULT_PROFILE.rfs;
    const rename = (names: object) =>
      Object.fromEntries(Object.keys(names).map((name) => [name, `x_${name}`]));
    const names = rename(eventNames) as Record<RfsEvent, string>;
    const text = RFS_EVENTS.map((event) => [`X_${event}`, event] as const);
    const profile = withRfs({
      quoteFields: rename(quoteFields) as typeof quoteFields,
      eventNames: names,
      eventWords: Object.fromEntries(text),
      tradesField: 'deals',
      reasonField: 'why',
    });
    const view = { ...SWAP, reason: 'Because', event: 'QUOTE' as const };
    const body = parse(encodeRfs(view, [encodeVenueTrade(TRADE)], profile));
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['deals', 'why']));
    const read = unwrap(decodeRfs(body, EUR, profile));
    const plain = parse(encodeRfs(view, [encodeVenueTrade(TRADE)]));
    expect({ ...read, event: 'QUOTE' }).toEqual(unwrap(decodeRfs(plain, EUR)));
    expect(read.trades).toHaveLength(1);
    const { quotes, trades } = unwrap(decodeRfs(body, EUR));
    expect([quotes, trades]).toEqual([[], []]);
    for (const event of RFS_EVENTS) {
      const { isKnown } = unwrap(decodeRfs({ ...body, event: names[event] }, EUR, profile));
      expect(isKnown).toBe(true);
    }
  });

  it('leave the shapes of the route table unchanged', () => {
    expect(ROUTES.queryRfs.response.safeParse(parse(encodeRfs(SWAP, []))).success).toBe(true);
    expect(ROUTES.withdrawRfs.response.safeParse(undefined).success).toBe(true);
  });
});
