// Built-in holidays against lists that were published, and what a calendars file changes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/index.js';
import { applyCalendarChanges, calendarsSchema } from '../../../src/validation/calendars-schema.js';
import { isDigitalAsset } from '../../../src/domain/dates/calendars.js';
import {
  type Calendars,
  createBuiltInCalendars,
  isSettlementDate,
} from '../../../src/domain/dates/index.js';
import { createInstrument, formatDate, unwrap } from '../../../src/domain/index.js';
import { findEaster, formatDay, parseDay, toDay } from '../../../src/domain/dates/day.js';
import { LISTED_HOLIDAYS } from '../../../src/domain/dates/listed-holidays.js';
import { RULED_HOLIDAYS } from '../../../src/domain/dates/ruled-holidays.js';

const builtIn = createBuiltInCalendars();

function list(currency: string, year: number, calendars: Calendars = builtIn): string {
  const days = [...(calendars.get(currency)?.holidays ?? [])].toSorted((a, b) => a - b);
  const texts = days.map(formatDay).filter((text) => text.startsWith(String(year)));
  return texts.map((text) => text.slice(5)).join(' ');
}

describe('built-in holidays on weekdays', () => {
  it.each([
    ['USD', 2026, '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'],
    ['USD', 2027, '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'],
    ['EUR', 2026, '01-01 04-03 04-06 05-01 12-25'],
    ['EUR', 2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
    ['GBP', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    ['GBP', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
    [
      'JPY',
      2026,
      '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 ' +
        '09-23 10-12 11-03 11-23 12-31',
    ],
    ['NZD', 2026, '01-01 01-02 02-06 04-03 04-06 04-27 06-01 07-10 10-26 12-25 12-28'],
    ['CAD', 2026, '01-01 02-16 04-03 05-18 07-01 08-03 09-07 09-30 10-12 11-11 12-25 12-28'],
    ['SEK', 2026, '01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31'],
    ['NOK', 2026, '01-01 04-02 04-03 04-06 05-01 05-14 05-25 12-25'],
    ['DKK', 2026, '01-01 04-02 04-03 04-06 05-14 05-15 05-25 06-05 12-24 12-25 12-31'],
    ['PLN', 2026, '01-01 01-06 04-06 05-01 06-04 11-11 12-24 12-25'],
    ['BRL', 2026, '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-20 12-25'],
    ['ZAR', 2026, '01-01 04-03 04-06 04-27 05-01 06-16 08-10 09-24 11-04 12-16 12-25'],
    [
      'HKD',
      2026,
      '01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25',
    ],
  ])('of %s in %i', (currency, year, expected) => {
    expect(list(currency, year)).toBe(expected);
  });

  it('exist for every currency and year, never on weekends', () => {
    const currencies =
      'USD EUR GBP JPY CHF AUD NZD CAD SEK NOK DKK SGD HKD CNH MXN ZAR TRY PLN CZK HUF ILS THB ' +
      'INR KRW BRL PHP';
    const known = [...Object.keys(RULED_HOLIDAYS), ...Object.keys(LISTED_HOLIDAYS)];
    expect(known.toSorted()).toEqual(currencies.split(' ').toSorted());
    expect(builtIn.get('AED')).toBeUndefined();
    expect(builtIn.get('constructor')).toBeUndefined();
    for (const currency of known) {
      const { holidays = new Set<number>(), source = '' } = builtIn.get(currency) ?? {};
      expect(source).not.toBe('');
      for (const year of [2024, 2025, 2026, 2027, 2028]) {
        expect(list(currency, year).split(' ').length, `${currency} ${year}`).toBeGreaterThan(2);
      }
      for (const day of holidays) {
        expect([0, 6]).not.toContain(new Date(day * 86_400_000).getUTCDay());
      }
    }
  });
});

describe('calendar days', () => {
  it('of Easter are those of the almanac', () => {
    // The years' extremes among them: 22 March 1818 and 25 April 2038.
    const dates =
      '1818-03-22 1961-04-02 2000-04-23 2008-03-23 2024-03-31 2025-04-20 2026-04-05 ' +
      '2027-03-28 2028-04-16 2038-04-25';
    for (const date of dates.split(' ')) {
      expect(formatDay(findEaster(Number(date.slice(0, 4))))).toBe(date);
    }
  });

  it('survive formatting and parsing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
        expect(unwrap(parseDay(formatDay(day)))).toBe(day);
        expect(formatDay(day)).toBe(formatDate(day * 86_400_000_000));
      }),
    );
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '']) {
      expect(parseDay(text)).toMatchObject({ fault: { code: 'dates.date' } });
    }
    expect(formatDay(toDay(2026, 14, 0))).toBe('2027-01-31');
  });

  it('of digital assets have no holidays', () => {
    expect(['BTC', 'ETH', 'USDT', 'USD', 'AED'].map(isDigitalAsset)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a calendars file', () => {
  const parse = (text: string) => parseConfig({ file: 'calendars.yaml', text }, calendarsSchema);

  it('adds, removes and replaces holidays', () => {
    const text = [
      'TRY:',
      '  add: [2027-03-08]',
      '  remove: [2027-03-09]',
      'AED:',
      '  holidays: [2026-12-02, "2026-12-03"]',
      '  firstYear: 2026',
      '  lastYear: 2026',
      'EUR:',
      '  holidays: []',
    ].join('\n');
    const calendars = applyCalendarChanges(unwrap(parse(text)), 'calendars.yaml');
    expect(list('TRY', 2027, calendars)).toBe(
      list('TRY', 2027).replace('03-09 03-10', '03-08 03-10'),
    );
    expect(list('TRY', 2027, calendars)).toContain('03-08 03-10 03-11');
    expect(list('EUR', 2026, calendars)).toBe('');
    expect(calendars.get('TRY')?.source).toContain('; changed by calendars.yaml');
    expect(calendars.get('USD')).toEqual(builtIn.get('USD'));
    const pair = unwrap(createInstrument(0, 'USD/AED', { ratePrecision: 4, sizeIncrement: 1 }));
    expect(unwrap(isSettlementDate('2026-12-02', pair, calendars))).toBe(false);
    expect(unwrap(isSettlementDate('2026-12-04', pair, calendars))).toBe(true);
    expect(isSettlementDate('2027-12-02', pair, calendars)).toMatchObject({
      fault: { code: 'dates.not-covered' },
    });
  });

  it.each([
    ['TRY:\n  add: [2027-02-30]', 'calendars.yaml:2:9', 'expected a date such as 2026-07-15'],
    [
      'TRY:\n  add:\n    - 2027-03-06',
      'calendars.yaml:3:7',
      'expected a weekday, found 2027-03-06',
    ],
    ['TRY:\n  remove: [2027-03-12]', 'calendars.yaml:2:12', 'expected a holiday of TRY'],
    ['AED:\n  add: [2026-12-02]', 'calendars.yaml:1:1', 'expected `holidays` of AED'],
    [
      'TRY:\n  add: [2027-03-12]\n  holidays: []',
      'calendars.yaml:3:13',
      'expected `holidays`, or `add` and `remove`, found both',
    ],
    [
      'TRY:\n  lastYear: 2030',
      'calendars.yaml:2:13',
      'expected firstYear and lastYear only together with `holidays`',
    ],
    [
      'TRY:\n  holidays: [2029-01-01]',
      'calendars.yaml:2:14',
      'expected a day of 2024 to 2028, found 2029-01-01',
    ],
    [
      'TRY:\n  holidays: []\n  firstYear: 2029',
      'calendars.yaml:3:14',
      'expected a year from 2029 on, found 2028',
    ],
    ['try:\n  add: []', 'calendars.yaml:1:1', 'expected a currency or asset such as TRY'],
    ['TRY:\n  adds: []', 'calendars.yaml:2:3', 'did you mean `add`?'],
  ])('with an error is refused with its line: %j', (text, where, message) => {
    const parsed = parse(text);
    expect(parsed).toMatchObject({ ok: false, fault: { where } });
    expect(parsed.ok ? '' : parsed.fault.message).toContain(message);
  });
});
