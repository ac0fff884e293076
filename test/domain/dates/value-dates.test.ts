// Value dates of tenors against dates counted by hand on calendars of 2024 to 2028.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBuiltInCalendars,
  findSpotDate,
  findValueDates,
  isSettlementDate,
  parseTenor,
} from '../../../src/domain/dates/index.js';
import type { ValueDates } from '../../../src/domain/dates/value-dates.js';
import {
  createInstrument,
  type Instrument,
  parseInstant,
  type Result,
  unwrap,
} from '../../../src/domain/index.js';

const calendars = createBuiltInCalendars();
const TERMS = { ratePrecision: 5, sizeIncrement: 1 };

function pairOf(symbol: string): Instrument {
  return unwrap(createInstrument(0, symbol, TERMS));
}

/** A date is noon UTC of that day; the dates of the tenor, or the fault's code and message. */
function find(when: string, symbol: string, tenor: string): Result<ValueDates> {
  const at = unwrap(parseInstant(when.includes('T') ? when : `${when}T12:00:00Z`));
  return findValueDates(at, pairOf(symbol), unwrap(parseTenor(tenor)), calendars);
}

function dates(when: string, symbol: string, tenor: string): string {
  const { valueDate, farValueDate } = unwrap(find(when, symbol, tenor));
  return farValueDate === undefined ? valueDate : `${valueDate} ${farValueDate}`;
}

describe('spot date', () => {
  it.each([
    ['2026-07-13', 'EUR/USD', '2026-07-15'], // the sample recording
    ['2026-07-17', 'EUR/USD', '2026-07-21'], // Friday
    ['2026-07-17T21:00:00Z', 'EUR/USD', '2026-07-22'], // Friday 17:00 New York
    ['2026-07-19T21:00:00Z', 'EUR/USD', '2026-07-22'], // Sunday 17:00
    ['2026-07-17', 'USD/CAD', '2026-07-20'],
    ['2026-07-17', 'USD/TRY', '2026-07-20'],
    ['2026-07-13', 'USD/PHP', '2026-07-14'],
    ['2026-07-13T19:00:00Z', 'NZD/USD', '2026-07-16'],
    ['2026-07-13T19:00:00Z', 'AUD/USD', '2026-07-15'],
    // Matariki, Friday 10 July 2026, closes New Zealand
    ['2026-07-08', 'NZD/USD', '2026-07-13'],
    ['2026-07-09', 'NZD/USD', '2026-07-14'],
    // Good Friday 3 and Easter Monday 6 April 2026: New York is open on both
    ['2026-04-01', 'EUR/USD', '2026-04-07'],
    ['2026-04-02', 'EUR/USD', '2026-04-08'],
    ['2026-04-01', 'USD/JPY', '2026-04-03'],
    ['2026-04-02', 'USD/CAD', '2026-04-06'],
    // 4 July: a Friday in 2025; a Saturday in 2026, on which the Fed keeps Friday open
    ['2025-07-02', 'EUR/USD', '2025-07-07'],
    ['2025-07-03', 'EUR/USD', '2025-07-07'], // the holiday is on the way only
    ['2025-07-03', 'USD/CAD', '2025-07-07'],
    ['2025-07-03', 'USD/MXN', '2025-07-08'], // but Latin America counts it
    ['2025-07-03', 'EUR/MXN', '2025-07-08'],
    ['2026-07-01', 'EUR/USD', '2026-07-03'],
    // Thanksgiving, Thursday 26 November 2026
    ['2026-11-24', 'EUR/USD', '2026-11-27'],
    ['2026-11-25', 'EUR/USD', '2026-11-27'],
    ['2026-11-24', 'EUR/GBP', '2026-11-27'], // a cross does not settle on it
    ['2026-11-25', 'EUR/GBP', '2026-11-27'], // nor does it stop a cross
    // Golden Week 2026: 29 April, and 4 to 6 May for 3 May is a Sunday
    ['2026-04-27', 'USD/JPY', '2026-04-30'],
    ['2026-04-28', 'USD/JPY', '2026-05-01'],
    ['2026-04-30', 'USD/JPY', '2026-05-07'],
    ['2026-05-01', 'USD/JPY', '2026-05-08'],
    ['2026-04-30', 'EUR/JPY', '2026-05-08'], // 1 May is closed in TARGET too
    // Silver Week 2026: Monday 21 to Wednesday 23 September, the 22nd between two holidays
    ['2026-09-18', 'USD/JPY', '2026-09-25'],
    // the year's end: 25 December 2026 is a Friday, 1 January 2027 too
    ['2026-12-23', 'EUR/USD', '2026-12-28'],
    ['2026-12-24', 'EUR/USD', '2026-12-29'],
    ['2026-12-24', 'GBP/USD', '2026-12-30'], // Boxing Day moves to Monday 28 December
    ['2026-12-30', 'EUR/USD', '2027-01-04'],
    ['2026-12-31', 'EUR/USD', '2027-01-05'],
    ['2026-12-31', 'USD/CHF', '2027-01-05'],
    ['2026-12-30', 'USD/JPY', '2027-01-05'], // 31 December to 3 January
    ['2026-12-25', 'EUR/USD', '2026-12-29'], // dealt on a holiday
    ['2024-02-27', 'EUR/USD', '2024-02-29'], // a leap day
    // digital assets follow the other side
    ['2026-07-17', 'BTC/USD', '2026-07-21'],
    ['2026-11-24', 'BTC/USD', '2026-11-27'],
    ['2026-11-24', 'BTC/EUR', '2026-11-26'],
    ['2026-07-17', 'ETH/BTC', '2026-07-19'],
  ])('dealt %s of %s is %s', (when, symbol, expected) => {
    expect(dates(when, symbol, 'SPOT')).toBe(expected);
    expect(dates(when, symbol, 'SP')).toBe(expected);
    const at = unwrap(parseInstant(when.includes('T') ? when : `${when}T12:00:00Z`));
    expect(findSpotDate(at, pairOf(symbol), calendars)).toBe(expected);
  });

  it('follows the lag of the instrument', () => {
    const at = unwrap(parseInstant('2026-07-17T12:00:00Z'));
    const spots = [0, 1, 2, 3].map((spotLagDays) => {
      const pair = unwrap(createInstrument(0, 'EUR/USD', { spotLagDays }));
      return findSpotDate(at, pair, calendars);
    });
    expect(spots).toEqual(['2026-07-17', '2026-07-20', '2026-07-21', '2026-07-22']);
  });
});

describe('tenors with a single date', () => {
  it.each([
    ['2026-07-13', 'EUR/USD', 'TOD', '2026-07-13'],
    ['2026-07-13', 'EUR/USD', 'Today', '2026-07-13'],
    ['2025-07-04', 'EUR/USD', 'TOD', '2025-07-07'], // no dollars on 4 July
    ['2026-07-13', 'EUR/USD', '1D', '2026-07-14'],
    ['2026-07-13', 'EUR/USD', '5D', '2026-07-20'], // Saturday
    ['2026-07-17', 'EUR/USD', '1D', '2026-07-20'],
    // weeks and months from spot, 15 July 2026
    ['2026-07-13', 'EUR/USD', '1W', '2026-07-22'],
    ['2026-07-13', 'EUR/USD', '1M', '2026-08-17'], // 15 August is a Saturday
    ['2026-07-13', 'EUR/USD', '2M', '2026-09-15'],
    ['2026-07-13', 'EUR/USD', '1Y', '2027-07-15'],
    ['2026-07-13', 'EUR/USD', '18M', '2028-01-18'], // 15 is Saturday, 17 Martin Luther King Day
    ['2026-12-21', 'EUR/USD', '1W', '2026-12-30'],
    ['2026-12-16', 'EUR/USD', '1W', '2026-12-28'], // 25 December
    // modified following: 30 May 2027 is a Sunday, 31 May a holiday in New York and London
    ['2026-11-26', 'GBP/USD', '6M', '2027-05-28'],
    // the month has no such day, and its last is a Sunday: spot 30 January 2026 is the month's end
    ['2026-01-28', 'EUR/USD', '1M', '2026-02-27'],
    // spot 29 January 2026 is not, and keeps its date, or goes back to 27 February
    ['2026-01-27', 'EUR/USD', '1M', '2026-02-27'],
    ['2026-01-27', 'EUR/USD', '2M', '2026-03-30'], // 29 March is a Sunday
    // end to end: spot 27 February 2026 is the last business day of its month
    ['2026-02-25', 'EUR/USD', '1M', '2026-03-31'],
    ['2026-02-25', 'EUR/USD', '6M', '2026-08-31'],
    ['2026-02-25', 'EUR/USD', '1Y', '2027-02-26'],
    ['2026-02-24', 'EUR/USD', '1M', '2026-03-26'],
    // leap years: spot 29 February 2024, and from 2027 into 2028
    ['2024-02-27', 'EUR/USD', '1M', '2024-03-28'], // 29 March 2024 is Good Friday
    ['2024-02-27', 'EUR/USD', '1Y', '2025-02-28'],
    ['2024-02-26', 'EUR/USD', '1Y', '2025-02-28'],
    ['2027-02-24', 'EUR/USD', '1Y', '2028-02-29'],
    ['2027-08-27', 'EUR/USD', '6M', '2028-02-29'], // spot 31 August 2027
    ['2026-02-25', 'EUR/USD', '1W', '2026-03-06'],
    // a cross does not settle on Thanksgiving
    ['2026-11-17', 'EUR/GBP', '1W', '2026-11-27'],
    // IMM: 16 September and 16 December 2026, 17 March 2027
    ['2026-07-13', 'EUR/USD', 'IMM', '2026-09-16'],
    ['2026-07-13', 'EUR/USD', '1IMM', '2026-09-16'],
    ['2026-07-13', 'EUR/USD', '2IMM', '2026-12-16'],
    ['2026-07-13', 'EUR/USD', '3IMM', '2027-03-17'],
    ['2026-07-13', 'EUR/USD', '4IMM', '2027-06-16'],
    ['2026-09-14', 'EUR/USD', 'IMM', '2026-09-16'], // spot is the IMM date
    ['2026-09-15', 'EUR/USD', 'IMM', '2026-12-16'],
    ['2026-12-30', 'EUR/USD', 'IMM', '2027-03-17'],
    ['2026-07-13', 'USD/ZAR', '2IMM', '2026-12-17'], // 16 December is closed in Johannesburg
    ['2026-12-14', 'USD/ZAR', 'IMM', '2026-12-17'], // spot is the moved IMM date
    ['2026-12-15', 'USD/ZAR', 'IMM', '2027-03-17'],
  ])('dealt %s of %s, %s is %s', (when, symbol, tenor, expected) => {
    expect(dates(when, symbol, tenor)).toBe(expected);
  });
});

describe('swap tenors', () => {
  it.each([
    ['2026-07-13', 'EUR/USD', 'ON', '2026-07-13 2026-07-14'],
    ['2026-07-13', 'EUR/USD', 'TN', '2026-07-14 2026-07-15'],
    ['2026-07-13', 'EUR/USD', 'SN', '2026-07-15 2026-07-16'],
    ['2026-07-17', 'EUR/USD', 'ON', '2026-07-17 2026-07-20'],
    ['2026-07-17', 'EUR/USD', 'TN', '2026-07-20 2026-07-21'],
    ['2026-07-15', 'EUR/USD', 'SN', '2026-07-17 2026-07-20'],
    // T+1: tomorrow is spot
    ['2026-07-13', 'USD/CAD', 'TN', '2026-07-14 2026-07-15'],
    ['2026-07-13', 'USD/CAD', 'SN', '2026-07-14 2026-07-15'],
    // before Thanksgiving there is no tomorrow before spot
    ['2026-11-25', 'EUR/USD', 'ON', '2026-11-25 2026-11-27'],
    ['2026-11-25', 'EUR/USD', 'TN', '2026-11-27 2026-11-30'],
    // over the year's end
    ['2026-12-30', 'EUR/USD', 'TN', '2026-12-31 2027-01-04'],
    ['2026-07-13', 'EUR/USD', 'S1IMM', '2026-07-15 2026-09-16'],
    ['2026-07-13', 'EUR/USD', 'SIMM', '2026-07-15 2026-09-16'],
    ['2026-07-13', 'EUR/USD', 'S2IMM', '2026-07-15 2026-12-16'],
    ['2026-07-13', 'EUR/USD', 'T1IMM', '2026-07-14 2026-09-16'],
    // spot is the first IMM date: 16 September
    ['2026-09-14', 'EUR/USD', 'S2IMM', '2026-09-16 2026-12-16'],
    ['2026-09-14', 'EUR/USD', 'T1IMM', '2026-09-15 2026-09-16'],
    ['2026-09-15', 'EUR/USD', 'T1IMM', '2026-09-16 2026-12-16'],
    ['2026-09-14', 'USD/CAD', 'T1IMM', '2026-09-15 2026-09-16'],
  ])('dealt %s of %s, %s is %s', (when, symbol, tenor, expected) => {
    expect(dates(when, symbol, tenor)).toBe(expected);
  });
});

describe('value dates of any pair, time and tenor', () => {
  const symbols = ['EUR/USD', 'USD/CAD', 'USD/JPY', 'GBP/JPY', 'EUR/MXN', 'NZD/USD', 'USD/HKD'];
  const count = fc.integer({ min: 1, max: 12 }).map(String);
  const single = fc.oneof(
    fc.constantFrom('TOD', 'SPOT', 'IMM'),
    fc.tuple(count, fc.constantFrom('D', 'W', 'M')).map((parts) => parts.join('')),
  );
  const swap = fc.constantFrom('ON', 'TN', 'SN', 'S2IMM', 'T2IMM');
  // 2024-01-02 to 2026-12-31
  const when = fc
    .integer({ min: 1_704_196_800, max: 1_798_675_200 })
    .map((second) => new Date(second * 1_000).toISOString());

  it('are settlement days, the far one later', () => {
    fc.assert(
      fc.property(
        when,
        fc.constantFrom(...symbols),
        fc.oneof(single, swap),
        (at, symbol, tenor) => {
          const { valueDate, farValueDate = '9999' } = unwrap(find(at, symbol, tenor));
          expect(farValueDate > valueDate).toBe(true);
          for (const date of [valueDate, farValueDate].filter((one) => one !== '9999')) {
            expect(unwrap(isSettlementDate(date, pairOf(symbol), calendars))).toBe(true);
          }
        },
      ),
    );
  });

  it('never run backwards with time or count', () => {
    fc.assert(
      fc.property(when, when, fc.constantFrom(...symbols), single, (a, b, symbol, tenor) => {
        const [first = '', second = ''] = [a, b].toSorted();
        expect(dates(first, symbol, tenor) <= dates(second, symbol, tenor)).toBe(true);
        const [, digits, unit] = /^(\d+)(\D)$/.exec(tenor) ?? [];
        if (digits === undefined || unit === undefined) return;
        const longer = `${String(Number(digits) + 1)}${unit}`;
        expect(dates(a, symbol, tenor) <= dates(a, symbol, longer)).toBe(true);
      }),
    );
  });
});

describe('value date outside the calendars', () => {
  it('is a fault, and a weekday for the spot date of fills', () => {
    expect(find('2026-07-13', 'EUR/USD', '13Y')).toMatchObject({
      ok: false,
      fault: {
        code: 'dates.not-covered',
        message: 'expected a date in the calendars of EUR/USD, 2024 to 2038, found 2039-07-15',
      },
    });
    expect(find('2026-07-13', 'USD/TRY', '3Y')).toMatchObject({
      fault: { code: 'dates.not-covered' },
    });
    expect(find('2026-09-14', 'EUR/USD', 'S1IMM')).toEqual({
      ok: false,
      fault: {
        code: 'dates.no-swap',
        message: 'S1IMM: expected a far date later than the near one, found 2026-09-16 for both',
      },
    });
    expect(find('2023-12-01', 'EUR/USD', 'SPOT')).toMatchObject({
      fault: { code: 'dates.not-covered' },
    });
    expect(find('2026-07-13', 'USD/AED', 'SPOT')).toMatchObject({
      fault: {
        code: 'dates.no-calendar',
        message: 'expected a holiday calendar of AED for USD/AED, found none',
      },
    });
    const at = unwrap(parseInstant('2040-12-24T12:00:00Z'));
    expect(findSpotDate(at, pairOf('EUR/USD'), calendars)).toBe('2040-12-26');
    expect(findSpotDate(at, pairOf('USD/AED'), calendars)).toBe('2040-12-26');
    expect(isSettlementDate('2040-12-24', pairOf('EUR/USD'), calendars).ok).toBe(false);
    expect(isSettlementDate('tomorrow', pairOf('EUR/USD'), calendars)).toMatchObject({
      fault: { code: 'dates.date' },
    });
    expect(isSettlementDate('2026-12-25', pairOf('EUR/USD'), calendars)).toEqual({
      ok: true,
      value: false,
    });
  });
});
