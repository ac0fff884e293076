// Forward points by value date. On Monday 2026-07-13 EUR/USD settles on the 15th, a week on the
// 22nd, and a month on Monday the 17th of August, 33 days on, as the 15th is a Saturday.
import { describe, expect, it } from 'vitest';
import { createBuiltInCalendars } from '../../../src/domain/dates/index.js';
import { createInstrument, DAY, parseInstant, unwrap } from '../../../src/domain/index.js';
import { ForwardCurves, forwardsSchema } from '../../../src/venue/market/forward-curves.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const USDJPY = unwrap(createInstrument(1, 'USD/JPY'));
const MONDAY = unwrap(parseInstant('2026-07-13T12:00:00Z'));
const CURVES = new ForwardCurves(
  forwardsSchema.parse({
    'EUR/USD': [
      { tenor: '1M', bid: 13.9, offer: 15.1 },
      { tenor: '1W', bid: 3, offer: 3.5 },
    ],
    'USD/JPY': [{ tenor: '1W', bid: -2.55, offer: -2.345 }],
  }),
  createBuiltInCalendars(),
);

describe('forward points of a value date', () => {
  it.each([
    ['2026-07-15', 0, 0],
    ['2026-07-22', 3_000, 3_500],
    ['2026-08-17', 13_900, 15_100],
    // Half way from 1W, 7 days, to 1M, 33 days: 20 days.
    ['2026-08-04', 8_450, 9_300],
    // Today and tomorrow lie before spot: the other way round of 2 and 1 days after.
    ['2026-07-13', -1_000, -857],
    ['2026-07-14', -500, -428],
  ])('on %s are %d and %d in fine ticks', (date, bid, offer) => {
    expect(CURVES.points(MONDAY, EURUSD, date)).toEqual({ bid, offer });
  });

  it('are pips of the symbol: a pip of JPY terms is 1/100', () => {
    expect(CURVES.points(MONDAY, USDJPY, '2026-07-22')).toEqual({ bid: -2_550, offer: -2_345 });
  });

  it('move on with the trade date', () => {
    expect(CURVES.points(MONDAY + DAY, EURUSD, '2026-07-23')).toEqual({ bid: 3_000, offer: 3_500 });
    expect(CURVES.points(MONDAY, EURUSD, '2026-07-22')).toEqual({ bid: 3_000, offer: 3_500 });
  });

  it('are unknown beyond the curve, without one, and for an invalid date', () => {
    expect(CURVES.points(MONDAY, EURUSD, '2026-08-18')).toBeUndefined();
    expect(CURVES.points(MONDAY, USDJPY, '2026-07-23')).toBeUndefined();
    const none = new ForwardCurves({}, createBuiltInCalendars());
    expect(none.points(MONDAY, EURUSD, '2026-07-22')).toBeUndefined();
    expect(none.points(MONDAY, EURUSD, '2026-07-15')).toEqual({ bid: 0, offer: 0 });
    expect(CURVES.points(MONDAY, EURUSD, '1W')).toBeUndefined();
  });
});

describe('curves of a configuration', () => {
  it.each([
    [{ tenor: 'SPOT', bid: 0, offer: 0 }, /tenor of one date/],
    [{ tenor: 'ON', bid: 0, offer: 0 }, /tenor of one date/],
    [{ tenor: '1Q', bid: 0, offer: 0 }, /tenor code/],
    [{ tenor: '1W', bid: 1, offer: 0.9 }, /bid points up to the offer/],
    [{ tenor: '1W', bid: 0.0001, offer: 1 }, /at most 3 decimals/],
  ])('may not have the pillar %j', (pillar, words) => {
    const parsed = forwardsSchema.safeParse({ 'EUR/USD': [pillar] });
    expect(parsed.error?.issues[0]?.message).toMatch(words);
  });

  it('belong to symbols, and are not empty', () => {
    expect(forwardsSchema.safeParse({ EURUSD: [{ tenor: '1W', bid: 0, offer: 0 }] }).success).toBe(
      false,
    );
    expect(forwardsSchema.safeParse({ 'EUR/USD': [] }).success).toBe(false);
  });
});
