// The FX day turns at 17:00 New York: tables made by hand, and the time zone data of the platform.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createInstrument,
  DAY,
  findNextClose,
  findSpotDate,
  findTradeDate,
  formatDate,
  formatInstant,
  HOUR,
  type Instant,
  MILLISECOND,
  parseInstant,
  unwrap,
} from '../../src/domain/index.js';

function at(text: string): Instant {
  return unwrap(parseInstant(text));
}

describe('the close at 17:00 New York', () => {
  it.each([
    // winter, UTC-5
    ['2026-01-15T12:00:00Z', '2026-01-15T22:00:00.000Z'],
    ['2026-01-15T21:59:59.999Z', '2026-01-15T22:00:00.000Z'],
    ['2026-01-15T22:00:00Z', '2026-01-16T22:00:00.000Z'],
    ['2026-12-31T22:00:00Z', '2027-01-01T22:00:00.000Z'],
    ['2027-01-01T00:30:00Z', '2027-01-01T22:00:00.000Z'],
    // summer, UTC-4
    ['2026-07-13T12:00:00Z', '2026-07-13T21:00:00.000Z'],
    ['2026-07-13T20:59:59.999Z', '2026-07-13T21:00:00.000Z'],
    ['2026-07-13T21:00:00Z', '2026-07-14T21:00:00.000Z'],
    // clocks go forward on 8 March 2026, 14 March 2027 and 9 March 2025
    ['2026-03-07T21:59:00Z', '2026-03-07T22:00:00.000Z'],
    ['2026-03-07T22:00:00Z', '2026-03-08T21:00:00.000Z'],
    ['2026-03-08T02:30:00Z', '2026-03-08T21:00:00.000Z'],
    ['2026-03-08T06:59:59Z', '2026-03-08T21:00:00.000Z'],
    ['2026-03-08T07:00:00Z', '2026-03-08T21:00:00.000Z'],
    ['2026-03-08T21:00:00Z', '2026-03-09T21:00:00.000Z'],
    ['2027-03-13T22:00:00Z', '2027-03-14T21:00:00.000Z'],
    ['2025-03-09T12:00:00Z', '2025-03-09T21:00:00.000Z'],
    // clocks go back on 1 November 2026, 7 November 2027 and 2 November 2025
    ['2026-10-31T20:59:00Z', '2026-10-31T21:00:00.000Z'],
    ['2026-10-31T21:00:00Z', '2026-11-01T22:00:00.000Z'],
    ['2026-11-01T05:30:00Z', '2026-11-01T22:00:00.000Z'],
    ['2026-11-01T06:30:00Z', '2026-11-01T22:00:00.000Z'],
    ['2026-11-01T21:30:00Z', '2026-11-01T22:00:00.000Z'],
    ['2026-11-01T22:00:00Z', '2026-11-02T22:00:00.000Z'],
    ['2027-11-06T21:00:00Z', '2027-11-07T22:00:00.000Z'],
    ['2025-11-02T12:00:00Z', '2025-11-02T22:00:00.000Z'],
  ])('after %s is %s', (text, expected) => {
    expect(formatInstant(findNextClose(at(text)))).toBe(expected);
  });

  it('is the next 17:00 of the platform’s New York, between 2010 and 2060', () => {
    const newYork = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    const isClose = (instant: Instant) =>
      newYork.format(instant / MILLISECOND) === '17:00:00' && instant % 1_000_000 === 0;
    const second = fc.integer({ min: 1_262_304_000, max: 2_840_140_800 });
    fc.assert(
      fc.property(second, fc.nat(999_999), (seconds, micros) => {
        const instant = seconds * 1_000_000 + micros;
        const close = findNextClose(instant);
        expect(isClose(close)).toBe(true);
        expect(close).toBeGreaterThan(instant);
        const before = [23, 24, 25].map((hours) => close - hours * HOUR).filter(isClose);
        expect(before).toHaveLength(1);
        expect(before[0]).toBeLessThanOrEqual(instant);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('value dates', () => {
  const eurUsd = unwrap(createInstrument(0, 'EUR/USD'));
  const usdCad = unwrap(createInstrument(1, 'USD/CAD'));

  it.each([
    // text, trade date, T+2, T+1
    ['2026-07-13T12:00:00Z', '2026-07-13', '2026-07-15', '2026-07-14'], // Monday
    ['2026-07-13T20:59:59Z', '2026-07-13', '2026-07-15', '2026-07-14'],
    ['2026-07-13T21:00:00Z', '2026-07-14', '2026-07-16', '2026-07-15'],
    ['2026-07-16T12:00:00Z', '2026-07-16', '2026-07-20', '2026-07-17'], // Thursday
    ['2026-07-17T12:00:00Z', '2026-07-17', '2026-07-21', '2026-07-20'], // Friday
    ['2026-07-17T21:00:00Z', '2026-07-20', '2026-07-22', '2026-07-21'], // Friday after the close
    ['2026-07-18T12:00:00Z', '2026-07-20', '2026-07-22', '2026-07-21'], // Saturday
    ['2026-07-19T12:00:00Z', '2026-07-20', '2026-07-22', '2026-07-21'], // Sunday
    ['2026-07-19T21:00:00Z', '2026-07-20', '2026-07-22', '2026-07-21'], // the week opens
    ['2026-01-15T21:59:59Z', '2026-01-15', '2026-01-19', '2026-01-16'], // Thursday in winter
    ['2026-01-15T22:00:00Z', '2026-01-16', '2026-01-20', '2026-01-19'],
    ['2026-03-06T22:00:00Z', '2026-03-09', '2026-03-11', '2026-03-10'], // clocks change on Sunday
    ['2026-03-08T21:30:00Z', '2026-03-09', '2026-03-11', '2026-03-10'],
    ['2026-03-09T21:00:00Z', '2026-03-10', '2026-03-12', '2026-03-11'],
    ['2026-12-31T12:00:00Z', '2026-12-31', '2027-01-04', '2027-01-01'],
  ])('at %s: trade %s, spot %s, USD/CAD %s', (text, trade, spot, spotCad) => {
    expect(findTradeDate(at(text))).toBe(trade);
    expect(findSpotDate(at(text), eurUsd)).toBe(spot);
    expect(findSpotDate(at(text), usdCad)).toBe(spotCad);
  });

  it('turn with the close and never fall on a weekend', () => {
    const seconds = fc.integer({ min: 1_262_304_000, max: 2_840_140_800 });
    fc.assert(
      fc.property(seconds, (second) => {
        const instant = second * 1_000_000;
        const close = findNextClose(instant);
        expect(findTradeDate(close - 1)).toBe(findTradeDate(instant));
        const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
        for (const date of [findTradeDate(instant), findSpotDate(instant, eurUsd)]) {
          expect([1, 2, 3, 4, 5]).toContain(weekday(date));
        }
        const before = new Date(`${findTradeDate(instant)}T00:00:00Z`).getTime() / 86_400_000;
        const ahead = { 0: 0, 6: 0, 5: 3 }[weekday(formatDate(close))] ?? 1;
        expect(findTradeDate(close)).toBe(formatDate((before + ahead) * DAY));
      }),
    );
  });
});
