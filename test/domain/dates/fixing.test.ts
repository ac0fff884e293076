// Fixing dates of non-deliverable forwards, counted back by hand.
import { describe, expect, it } from 'vitest';
import { findFixingLag } from '../../../src/domain/dates/fixing.js';
import {
  createBuiltInCalendars,
  findFixingDate,
  parseTenor,
  resolveFixingTenor,
} from '../../../src/domain/dates/index.js';
import { createInstrument, parseInstant, unwrap } from '../../../src/domain/index.js';

const calendars = createBuiltInCalendars();

function pairOf(symbol: string) {
  return unwrap(createInstrument(0, symbol, { ratePrecision: 4, sizeIncrement: 1 }));
}

describe('fixing date', () => {
  it.each([
    ['USD/KRW', '2026-08-13', '2026-08-11'],
    ['USD/KRW', '2026-08-18', '2026-08-13'], // Liberation Day moves to Monday 17 August
    ['USD/INR', '2026-08-17', '2026-08-13'], // Independence Day is a Saturday
    ['USD/KRW', '2025-07-07', '2025-07-03'], // 4 July does not stop Seoul
    ['USD/BRL', '2025-07-07', '2025-07-02'], // but São Paulo's dollars
    ['USD/BRL', '2026-02-20', '2026-02-18'],
    ['USD/BRL', '2026-02-19', '2026-02-13'], // Carnival, 16 and 17 February
    ['USD/PHP', '2026-08-13', '2026-08-12'], // one business day
  ])('of %s for %s is %s', (symbol, valueDate, expected) => {
    expect(findFixingDate(valueDate, pairOf(symbol), calendars)).toEqual({
      ok: true,
      value: expected,
    });
  });

  it('has the lag of the currency, or a stated one', () => {
    expect(['USD/KRW', 'USD/PHP', 'EUR/PHP'].map((one) => findFixingLag(pairOf(one)))).toEqual([
      2, 1, 1,
    ]);
    expect(unwrap(findFixingDate('2026-08-13', pairOf('USD/KRW'), calendars, 1))).toBe(
      '2026-08-12',
    );
  });

  it('of a tenor is that of its value date', () => {
    const at = unwrap(parseInstant('2026-07-13T12:00:00Z'));
    const resolve = (tenor: string) =>
      resolveFixingTenor(at, pairOf('USD/KRW'), unwrap(parseTenor(tenor)), calendars);
    // Spot is 15 July; 15 August is a Saturday, Monday 17 closed: value date 18 August.
    expect(unwrap(resolve('1M'))).toBe('2026-08-13');
    expect(unwrap(resolve('SPOT'))).toBe('2026-07-13');
    expect(resolve('TOD')).toEqual({
      ok: false,
      fault: {
        code: 'dates.fixing',
        message: 'expected a fixing on or after the trade date 2026-07-13, found 2026-07-09',
      },
    });
  });

  it('is not computed without a calendar', () => {
    expect(findFixingDate('2026-08-13', pairOf('USD/TWD'), calendars)).toMatchObject({
      fault: { code: 'dates.no-calendar' },
    });
    expect(findFixingDate('2024-01-02', pairOf('USD/KRW'), calendars)).toMatchObject({
      fault: { code: 'dates.not-covered' },
    });
    expect(findFixingDate('2026-02-30', pairOf('USD/KRW'), calendars)).toMatchObject({
      fault: { code: 'dates.date' },
    });
  });
});
