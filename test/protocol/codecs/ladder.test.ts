// Spot rates by type on the wire: every shape of a response.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, UNLIMITED, unwrap } from '../../../src/domain/index.js';
import { encodeLadder } from '../../../src/protocol/codecs/index.js';
import type { LadderPart } from '../../../src/protocol/codecs/ladder.js';
import { ROUTES } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE, type MarketProfile } from '../../../src/protocol/profile/index.js';
import { DEFAULT_MARKET_PROFILE } from '../../../src/protocol/profile/market-profile.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const AT = 1_767_693_605_123_000;

/** The sample of wire facts 3.2, in ticks and cents. */
const LADDER = {
  instrument: EURUSD,
  at: AT,
  bids: [
    { ticks: 109_512, units: 100_000_000, providers: ['LP1'] },
    { ticks: 109_510, units: 300_000_000, providers: ['LP3'] },
  ],
  offers: [
    { ticks: 109_519, units: 200_000_000, providers: ['LP2'] },
    { ticks: 109_520, units: 300_000_000, providers: ['LP1'] },
  ],
};

function withMarket(changes: Partial<MarketProfile>) {
  return { ...DEFAULT_PROFILE, market: { ...DEFAULT_MARKET_PROFILE, ...changes } };
}

function encode(changes: Partial<MarketProfile> = {}, parts?: readonly LadderPart[]): unknown {
  return JSON.parse(encodeLadder(LADDER, 'r-1', parts, withMarket(changes)));
}

const SAMPLE = {
  symbol: 'EUR/USD',
  bid: [1.09512, 1.0951],
  offer: [1.09519, 1.0952],
  bidLimit: [1_000_000, 3_000_000],
  offerLimit: [2_000_000, 3_000_000],
  bidProviders: ['LP1', 'LP3'],
  offerProviders: ['LP2', 'LP1'],
  time: 1_767_693_605_123,
};

describe('encoded ladder', () => {
  it('is the sample of the wire facts by default, with an id', () => {
    expect(encode()).toEqual({ ...SAMPLE, rateId: 'r-1' });
    expect(encode({ ladderRateId: 'none' })).toEqual(SAMPLE);
    expect(encode({ ladderRateId: 'array' })).toEqual({ ...SAMPLE, rateId: ['r-1'] });
  });

  it('is the best level where the profile says scalars', () => {
    expect(encode({ ladderShape: 'scalars' })).toEqual({
      symbol: 'EUR/USD',
      ...{ bid: 1.09512, bidLimit: 1_000_000, offer: 1.09519, offerLimit: 2_000_000 },
      ...{ time: SAMPLE.time, rateId: 'r-1' },
    });
  });

  it('is an item for each level where the profile says a list', () => {
    const named = { symbol: 'EUR/USD', time: SAMPLE.time, rateId: 'r-1' };
    expect(encode({ ladderShape: 'list' })).toEqual([
      { ...named, bid: 1.09512, bidLimit: 1_000_000, offer: 1.09519, offerLimit: 2_000_000 },
      { ...named, bid: 1.0951, bidLimit: 3_000_000, offer: 1.0952, offerLimit: 3_000_000 },
    ]);
  });

  it('is an item for each provider in a list of raw rates; a side may be missing', () => {
    const named = { symbol: 'EUR/USD', time: SAMPLE.time };
    const changes = { ladderShape: 'list' } as const;
    const parts = ['LP1', 'LP2', 'LP3'].map((provider) => ({ provider, rateId: `r-${provider}` }));
    const items = [
      { ...named, bid: 1.09512, bidLimit: 1_000_000, offer: 1.0952, offerLimit: 3_000_000 },
      { ...named, offer: 1.09519, offerLimit: 2_000_000 },
      { ...named, bid: 1.0951, bidLimit: 3_000_000 },
    ];
    expect(encode({ ...changes, ladderRateId: 'none' }, parts)).toEqual(items);
    const withNames = items.map((item, i) => ({ ...item, rateId: `r-LP${String(i + 1)}` }));
    expect(encode(changes, parts)).toEqual(withNames);
  });

  it('omits sizes without bound', () => {
    const bids = [{ ticks: 1, units: UNLIMITED, providers: [] }];
    const text = encodeLadder({ ...LADDER, bids }, 'r', undefined, withMarket({}));
    expect(JSON.parse(text)).not.toHaveProperty('bidLimit');
  });
});

/** Levels of one side of a body, read without the encoder's code. */
function readSide(body: unknown, side: 'bid' | 'offer') {
  const items = (Array.isArray(body) ? body : [body]) as Readonly<Record<string, unknown>>[];
  return items.flatMap((item) => {
    const prices = [item[side] ?? []].flat() as number[];
    const sizes = [item[`${side}Limit`]].flat() as number[];
    const names = (item[`${side}Providers`] ?? []) as string[];
    return prices.map((price, i) => ({
      ticks: Math.round(price * 1e5),
      units: Math.round((sizes[i] ?? 0) * 100),
      providers: names.slice(i, i + 1),
    }));
  });
}

describe('any ladder', () => {
  const levels = (sign: number) =>
    fc
      .uniqueArray(fc.integer({ min: 1, max: 999_999 }), { maxLength: 6 })
      .chain((prices) =>
        fc.tuple(
          fc.constant(prices.sort((a, b) => sign * (a - b))),
          fc.array(fc.nat(1e12), { minLength: prices.length, maxLength: prices.length }),
        ),
      )
      .map(([prices, sizes]) =>
        prices.map((ticks, i) => ({ ticks, units: sizes[i] ?? 0, providers: [`LP${String(i)}`] })),
      );

  it('is in arrays and lists with all its levels, as the schema allows', () => {
    const shape = fc.constantFrom('arrays', 'list');
    const name = fc.constantFrom('text', 'array', 'none');
    fc.assert(
      fc.property(levels(-1), levels(1), shape, name, (bids, offers, ladderShape, ladderRateId) => {
        const profile = withMarket({ ladderShape, ladderRateId });
        const text = encodeLadder({ ...LADDER, bids, offers }, 'r', undefined, profile);
        const body: unknown = JSON.parse(text);
        expect(ROUTES.spotRatesByType.response.safeParse(body).success).toBe(true);
        const plain = (list: typeof bids) =>
          ladderShape === 'arrays' ? list : list.map((one) => ({ ...one, providers: [] }));
        expect(readSide(body, 'bid')).toEqual(plain(bids));
        expect(readSide(body, 'offer')).toEqual(plain(offers));
      }),
    );
  });
});
