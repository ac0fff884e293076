// Dates of fills: the cache of an FX day against asking anew, over weeks and both turns.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBuiltInCalendars,
  findSpotDate,
  findTradeDate,
  TradeDates,
} from '../../../src/domain/dates/index.js';
import { createInstrument, parseInstant, unwrap } from '../../../src/domain/index.js';

const symbols = ['EUR/USD', 'NZD/USD', 'USD/CAD', 'USD/JPY'];
const instruments = symbols.map((symbol, id) => unwrap(createInstrument(id, symbol)));
const calendars = createBuiltInCalendars();

describe('dates of fills', () => {
  it('are those of the moment, in whatever order moments come', () => {
    const start = unwrap(parseInstant('2026-03-01T00:00:00Z'));
    const moments = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 60 * 24 * 60 }), fc.constantFrom(...instruments)),
      { minLength: 1, maxLength: 50 },
    );
    fc.assert(
      fc.property(moments, (list) => {
        const dates = new TradeDates(calendars);
        for (const [minute, instrument] of list) {
          const at = start + minute * 60_000_000;
          expect(dates.tradeDate(at, instrument)).toBe(findTradeDate(at, instrument));
          expect(dates.spotDate(at, instrument)).toBe(findSpotDate(at, instrument, calendars));
        }
      }),
    );
  });

  it('keep clear of holidays and turn with Auckland', () => {
    const dates = new TradeDates(calendars);
    const [eurUsd, nzdUsd] = instruments;
    if (eurUsd === undefined || nzdUsd === undefined) throw new RangeError('no instruments');
    const before = unwrap(parseInstant('2026-04-01T17:59:59Z'));
    expect(dates.spotDate(before, eurUsd)).toBe('2026-04-07');
    expect(dates.tradeDate(before, nzdUsd)).toBe('2026-04-01');
    expect(dates.tradeDate(before + 1_000_000, nzdUsd)).toBe('2026-04-02');
    expect(dates.tradeDate(before + 1_000_000, eurUsd)).toBe('2026-04-01');
  });
});
