// The FX day turns at 17:00 New York, for NZD at 07:00 Auckland: tables made by hand, and the time
// zone data of the platform.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNextClose, findNextRoll, findTradeDate } from '../../../src/domain/dates/index.js';
import {
  createInstrument,
  DAY,
  formatDate,
  formatInstant,
  HOUR,
  type Instant,
  MILLISECOND,
  parseInstant,
  unwrap,
} from '../../../src/domain/index.js';
import { countRuns } from '../../runs.js';

function at(text: string): Instant {
  return unwrap(parseInstant(text));
}

describe('close at 17:00 New York', () => {
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
      { numRuns: countRuns(2_000) },
    );
  });
});

describe('trade date', () => {
  const eurUsd = unwrap(createInstrument(0, 'EUR/USD'));
  const nzdUsd = unwrap(createInstrument(1, 'NZD/USD'));
  const terms = { ratePrecision: 5, sizeIncrement: 0.001 };
  const btcUsd = unwrap(createInstrument(2, 'BTC/USD', terms));
  const ethBtc = unwrap(createInstrument(3, 'ETH/BTC', terms));

  it.each([
    ['2026-07-13T12:00:00Z', '2026-07-13'], // Monday
    ['2026-07-13T20:59:59Z', '2026-07-13'],
    ['2026-07-13T21:00:00Z', '2026-07-14'],
    ['2026-07-17T20:59:59Z', '2026-07-17'], // Friday
    ['2026-07-17T21:00:00Z', '2026-07-20'], // Friday after the close
    ['2026-07-18T12:00:00Z', '2026-07-20'], // Saturday
    ['2026-07-19T12:00:00Z', '2026-07-20'], // Sunday
    ['2026-07-19T21:00:00Z', '2026-07-20'], // the week opens
    ['2026-01-15T21:59:59Z', '2026-01-15'], // Thursday in winter
    ['2026-01-15T22:00:00Z', '2026-01-16'],
    // clocks change in New York on Sunday, 8 March and 1 November
    ['2026-03-06T21:59:59Z', '2026-03-06'],
    ['2026-03-06T22:00:00Z', '2026-03-09'],
    ['2026-03-09T20:59:59Z', '2026-03-09'],
    ['2026-03-09T21:00:00Z', '2026-03-10'],
    ['2026-10-30T20:59:59Z', '2026-10-30'],
    ['2026-11-02T21:59:59Z', '2026-11-02'],
    ['2026-11-02T22:00:00Z', '2026-11-03'],
    ['2026-12-31T22:00:00Z', '2027-01-01'], // a holiday may be a trade date
  ])('of EUR/USD at %s is %s', (text, expected) => {
    expect(findTradeDate(at(text), eurUsd)).toBe(expected);
  });

  it.each([
    // winter in Auckland, UTC+12: the turn is at 19:00 UTC
    ['2026-07-13T18:59:59Z', '2026-07-13'],
    ['2026-07-13T19:00:00Z', '2026-07-14'],
    // summer in Auckland, UTC+13: 18:00 UTC
    ['2026-01-14T17:59:59Z', '2026-01-14'],
    ['2026-01-14T18:00:00Z', '2026-01-15'],
    // clocks go back in Auckland on 5 April 2026 and forward on 27 September
    ['2026-04-02T18:00:00Z', '2026-04-03'],
    ['2026-04-06T18:00:00Z', '2026-04-06'],
    ['2026-04-06T19:00:00Z', '2026-04-07'],
    ['2026-09-24T18:00:00Z', '2026-09-24'],
    ['2026-09-24T19:00:00Z', '2026-09-25'],
    ['2026-09-28T17:59:59Z', '2026-09-28'],
    ['2026-09-28T18:00:00Z', '2026-09-29'],
    // Saturday in Auckland, still Friday in New York; then the weekend
    ['2026-07-17T20:59:59Z', '2026-07-17'],
    ['2026-07-17T21:00:00Z', '2026-07-20'],
    ['2026-07-19T18:59:59Z', '2026-07-20'],
    ['2026-07-19T21:00:00Z', '2026-07-20'],
    ['2026-07-20T19:00:00Z', '2026-07-21'],
  ])('of NZD/USD, which turns at 07:00 Auckland, at %s is %s', (text, expected) => {
    expect(findTradeDate(at(text), nzdUsd)).toBe(expected);
  });

  it('has no weekend for two digital assets, and one beside a currency', () => {
    const saturday = at('2026-07-18T12:00:00Z');
    expect(findTradeDate(saturday, ethBtc)).toBe('2026-07-18');
    expect(findTradeDate(saturday, btcUsd)).toBe('2026-07-20');
  });

  it('turns at 07:00 of the platform’s Auckland on its weekdays, between 2010 and 2060', () => {
    const auckland = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const second = fc.integer({ min: 1_262_304_000, max: 2_840_140_800 });
    fc.assert(
      fc.property(second, (seconds) => {
        const instant = seconds * 1_000_000;
        const turn = findNextRoll(instant, 'Auckland');
        const local = auckland.format(turn / MILLISECOND);
        expect(local.slice(11)).toBe('07:00:00');
        expect(turn).toBeGreaterThan(instant);
        expect(turn - instant).toBeLessThanOrEqual(25 * HOUR);
        const weekday = new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay();
        if (weekday >= 1 && weekday <= 5) {
          expect(findTradeDate(turn, nzdUsd)).toBe(local.slice(0, 10));
        }
        if (weekday >= 2 && weekday <= 5) {
          expect(findTradeDate(turn - 1, nzdUsd) < local.slice(0, 10)).toBe(true);
        }
      }),
      { numRuns: countRuns(2_000) },
    );
  });

  it('turns with the close and never falls on a weekend', () => {
    const seconds = fc.integer({ min: 1_262_304_000, max: 2_840_140_800 });
    fc.assert(
      fc.property(seconds, (second) => {
        const instant = second * 1_000_000;
        const close = findNextClose(instant);
        expect(findTradeDate(close - 1, eurUsd)).toBe(findTradeDate(instant, eurUsd));
        const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
        expect([1, 2, 3, 4, 5]).toContain(weekday(findTradeDate(instant, eurUsd)));
        const before = new Date(`${findTradeDate(instant, eurUsd)}T00:00:00Z`).getTime();
        const ahead = { 0: 0, 6: 0, 5: 3 }[weekday(formatDate(close))] ?? 1;
        const expected = formatDate((before / 86_400_000 + ahead) * DAY);
        expect(findTradeDate(close, eurUsd)).toBe(expected);
      }),
    );
  });
});
