// Value dates against a table made independently from the conventions.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createBuiltInCalendars,
  findValueDates,
  parseTenor,
} from '../../../src/domain/dates/index.js';
import { createInstrument, parseInstant, unwrap } from '../../../src/domain/index.js';

interface Row {
  readonly pair: string;
  readonly tradeAt: string;
  readonly tenor: string;
  readonly date?: string;
  readonly near?: string;
  readonly far?: string;
  readonly note: string;
}

const file = new URL('../../fixtures/value-dates.json', import.meta.url);
const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[];

/** Where table and code read the convention differently: what the code says, and why. */
const SETTLED: readonly (readonly [row: string, ours: string, why: string])[] = [
  ...[
    ['2026-02-21T07:00:00+13:00', '2026-02-24'],
    ['2026-02-20T16:00:00-05:00', '2026-02-24'],
    ['2026-07-25T07:00:00+12:00', '2026-07-28'],
  ].map(
    ([at = '', ours = '']) =>
      [`NZD/USD ${at} SP`, ours, 'NZD turns at 07:00 Auckland from Monday to Friday only'] as const,
  ),
  ...[
    ['EUR/USD 2026-01-19T12:00:00+00:00 TOD', '2026-01-20'],
    ['USD/CAD 2026-01-19T12:00:00+00:00 TOD', '2026-01-20'],
    ['EUR/USD 2026-05-01T12:00:00+02:00 TOD', '2026-05-04'],
    ['EUR/USD 2026-11-26T12:00:00-05:00 ON', '2026-11-27 2026-11-30'],
  ].map(([row = '', ours = '']) => [row, ours, 'nothing is paid on a holiday'] as const),
  [
    'USD/MXN 2026-01-16T12:00:00+00:00 SP',
    '2026-01-21',
    'a US holiday on the way counts for Latin America',
  ],
  ...[
    ['AUD/USD 2026-04-23T12:00:00+10:00 SP', '2026-04-28'],
    ['AUD/USD 2026-04-24T12:00:00+10:00 SP', '2026-04-29'],
  ].map(([row = '', ours = '']) => [row, ours, 'Monday 27 April is closed in Sydney'] as const),
  ...[
    ['USD/CHF 2026-04-29T12:00:00+02:00 SP', '2026-05-04'],
    ['USD/CHF 2026-04-30T12:00:00+02:00 SP', '2026-05-05'],
  ].map(([row = '', ours = '']) => [row, ours, '1 May is closed in Zurich'] as const),
];

describe('table of value dates', () => {
  const calendars = createBuiltInCalendars();
  const settled = new Map(SETTLED.map(([row, ours]) => [row, ours]));

  function find({ pair, tradeAt, tenor }: Row): string {
    const terms = { ratePrecision: 5, sizeIncrement: 1 };
    const instrument = unwrap(createInstrument(0, pair, terms));
    const at = unwrap(parseInstant(tradeAt));
    const dates = findValueDates(at, instrument, unwrap(parseTenor(tenor)), calendars);
    const { valueDate, farValueDate } = unwrap(dates);
    return farValueDate === undefined ? valueDate : `${valueDate} ${farValueDate}`;
  }

  const differing = rows.flatMap((row) => {
    const expected = row.date ?? `${row.near ?? ''} ${row.far ?? ''}`;
    const found = find(row);
    const name = `${row.pair} ${row.tradeAt} ${row.tenor}`;
    return found === expected ? [] : [{ name, found, expected, note: row.note }];
  });

  it('agrees in all rows but those decided otherwise', () => {
    expect(rows.length).toBeGreaterThan(700);
    expect(differing.filter(({ name }) => !settled.has(name))).toEqual([]);
  });

  it('differs in the rows decided otherwise, as decided', () => {
    const names = differing.map(({ name, found }) => `${name}: ${found}`);
    const expected = [...settled].map(([name, ours]) => `${name}: ${ours}`);
    expect(names.toSorted()).toEqual(expected.toSorted());
  });
});
