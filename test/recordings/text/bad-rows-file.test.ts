// Every kind of bad row: its message and line, and what remains when such rows are left out.
import { describe, expect, it } from 'vitest';
import { createColumns } from '../../../src/recordings/index.js';
import { unwrap } from '../../../src/domain/index.js';
import {
  BTC_TERMS,
  faultOf,
  GBP_USD,
  HEADER,
  readAll,
  SHORT_HEADER,
  toInstruments,
  writeLines,
  writeText,
  openText,
} from '../recordings.js';

const GOOD = '1783944000093,EUR/USD,1.14273,1.14277,2700000,1800000';
const LATER = '1783944000094,EUR/USD,1.14274,1.14278,2700000,1800000';
const ADVICE = '; set recording.badRows: skip to leave such rows out';
const START = '1783944000093,EUR/USD,';

const BAD_ROWS: readonly (readonly [row: string, reason: string])[] = [
  ['1783944000093,EUR/USD,1.14273,1.14277,2700000', `expected 6 columns (${HEADER}), found 5`],
  ['1783944000093,EUR/USD 1.14273,1.14277,1,1', `expected 6 columns (${HEADER}), found 5`],
  [`${GOOD},`, `expected 6 columns (${HEADER}), found 7`],
  ['   ', `expected 6 columns (${HEADER}), found 1`],
  ['2026-07-13T12:00,EUR/USD,1.14273,1.14277,1', `expected 6 columns (${HEADER}), found 5`],
  [
    '2026-07-32T12:00:00Z,EUR/USD,1.14273,1.14277,1,1',
    'expected a time in epoch milliseconds such as 1783944000093, found "2026-07-32T12:00:00Z"',
  ],
  [
    '1783944000093000,EUR/USD,1.14273,1.14277,1,1',
    'expected a time in epoch milliseconds such as 1783944000093, found "1783944000093000": ' +
      'looks like microseconds',
  ],
  [
    '9007199254741,EUR/USD,1.14273,1.14277,1,1',
    'expected a time in epoch milliseconds such as 1783944000093, found "9007199254741": ' +
      'after 2099',
  ],
  [
    '1783944000092,EUR/USD,1.14273,1.14277,1,1',
    "expected a time not before the last row's 1783944000093, found 1783944000092",
  ],
  [
    '1783944000093,EURUS,1.1,1.2,1,1',
    'expected a symbol such as EUR/USD, found "EURUS": ' +
      'name it in recording.symbols ({ "EURUS": ... })',
  ],
  ['1783944000093,,1.1,1.2,1,1', 'expected a symbol such as EUR/USD, found ""'],
  [`${START}1.1x,1.2,1,1`, 'expected the bid price as a number, found "1.1x"'],
  [`${START}1.1,1e,1,1`, 'expected the offer price as a number, found "1e"'],
  [`${START}1.1,1e999,1,1`, 'expected the offer price as a number, found "1e999"'],
  [`${START}.5,1.2,1,1`, 'expected the bid price as a number, found ".5"'],
  [`${START}1.1.1,1.2,1,1`, 'expected the bid price as a number, found "1.1.1"'],
  [`${START},1.2,1,1`, 'expected the bid price as a number, found ""'],
  [`${START}1.2345678,1.3,1,1`, 'bid price 1.2345678 is finer than 5 decimals'],
  [`${START}1.2,1.234567,1,1`, 'offer price 1.234567 is finer than 5 decimals'],
  [`${START}0,1.2,1,1`, 'expected the bid price above 0, found "0"'],
  [`${START}-1.1,1.2,1,1`, 'expected the bid price above 0, found "-1.1"'],
  [`${START}1.1,0.00000,1,1`, 'expected the offer price above 0, found "0.00000"'],
  [
    `${START}12345678901.1,12345678901.2,1,1`,
    'expected the bid price of at most 15 digits with 5 decimals, found 12345678901.1',
  ],
  [
    `${START}1.14278,1.14277,1,1`,
    'expected the bid at or below the offer, found bid 1.14278 above offer 1.14277',
  ],
  [`${START}1.1,1.2,-1,1`, 'expected the bid size of at least 0, found "-1"'],
  [`${START}1.1,1.2,1,-1.005`, 'offer size -1.005 is finer than 2 decimals'],
  [`${START}1.1,1.2,1 000,1`, 'expected the bid size as a number, found "1 000"'],
  [`${START}1.1,1.2,1,1\r`, 'expected the offer size as a number, found "1\\r"'],
  [`${START}1.1,1.2\r,1,1`, 'expected the offer price as a number, found "1.2\\r"'],
  [`${GOOD}${' '.repeat(4_096)}`, 'expected a line of at most 4096 bytes, found a longer one'],
];

describe('bad row', () => {
  it.each(BAD_ROWS)('stops with its line: %j', (row, reason) => {
    const file = writeText(`${HEADER}\n${GOOD}\n${row}\r\n${LATER}\n`);
    const { rows, fault } = readAll(file);
    expect(fault).toEqual({ code: 'data.bad-row', message: reason + ADVICE, where: `${file}:3` });
    expect(rows).toHaveLength(1);
  });

  it('is a size beyond 15 digits, however few are written', () => {
    const row = (size: string) => `1783944000093,BTC/USD,24849.4,24921.5,0,${size}`;
    const largest = writeLines(HEADER, row('9999999.99999999'), row('9999999'));
    const units = readAll(largest, { terms: BTC_TERMS }).rows.map((rate) => rate.offerUnits);
    expect(units).toEqual([999_999_999_999_999, 999_999_900_000_000]);
    const fault = faultOf(writeLines(HEADER, row('1'), row('10000000')), { terms: BTC_TERMS });
    expect(fault?.message).toContain('of at most 15 digits with 8 decimals, found 10000000');
  });

  it('is left out, counted and kept with its reason when configured', () => {
    const file = writeText(
      [HEADER, GOOD, ...BAD_ROWS.map(([row]) => row), LATER].join('\r\n').concat('\r\n'),
    );
    const { rows, fault, skipped, skippedCount } = readAll(file, { badRows: 'skip' });
    expect(fault).toBeUndefined();
    expect(rows.map((row) => row.bidTicks)).toEqual([114_273, 114_274]);
    expect(skippedCount).toBe(BAD_ROWS.length);
    expect(skipped).toEqual(BAD_ROWS.map(([, reason], i) => ({ line: i + 3, reason })));
  });

  it('is reported again by every later read', () => {
    const recording = unwrap(openText(writeLines(HEADER, GOOD, 'x', LATER), {}));
    const columns = createColumns(10);
    expect(unwrap(recording.read(columns))).toBe(1);
    const first = recording.read(columns);
    expect(first.ok).toBe(false);
    expect(recording.read(columns)).toEqual(first);
    recording.close();
  });

  it('is a blank line before the end', () => {
    const file = writeLines(HEADER, GOOD, '', '', LATER, '', '');
    const reason = 'expected a row, found a blank line before the end';
    expect(readAll(file).fault).toEqual({
      code: 'data.bad-row',
      message: reason + ADVICE,
      where: `${file}:3`,
    });
    const { rows, skipped } = readAll(file, { badRows: 'skip' });
    expect(rows).toHaveLength(2);
    expect(skipped).toEqual([{ line: 3, reason }]);
  });

  it('may be longer than one read', () => {
    const long = '7'.repeat(3 << 20);
    for (const text of [`${HEADER}\n${GOOD}\n${long}\n${LATER}\n`, `${HEADER}\n${GOOD}\n${long}`]) {
      const { rows, skipped } = readAll(writeText(text), { badRows: 'skip' });
      expect(rows).toHaveLength(text.endsWith('\n') ? 2 : 1);
      expect(skipped).toEqual([{ line: 3, reason: expect.stringContaining('4096') as string }]);
    }
  });

  it('is one with a symbol that the session does not have', () => {
    const file = writeLines(HEADER, GOOD, '1783944000093,GBP/USD,1.3,1.4,1,1');
    const fault = faultOf(file, { instruments: toInstruments('USD/JPY', 'EUR/USD') });
    expect(fault).toEqual({
      code: 'data.bad-row',
      message: `expected a symbol of the session (USD/JPY, EUR/USD), found GBP/USD${ADVICE}`,
      where: `${file}:3`,
    });
  });
});

describe('bad rows', () => {
  it('are kept up to the hundredth and counted on', () => {
    const file = writeLines(HEADER, GOOD, ...Array.from({ length: 250 }, () => 'x'));
    const { skipped, skippedCount } = readAll(file, { badRows: 'skip' });
    expect(skippedCount).toBe(250);
    expect(skipped).toHaveLength(100);
    expect(skipped.at(-1)?.line).toBe(102);
  });

  it('alone are no recording', () => {
    const file = writeLines(HEADER, 'x', 'y');
    const fault = faultOf(file, { badRows: 'skip' });
    expect(fault).toMatchObject({ code: 'data.no-rates', where: `${file}:2` });
    expect(fault?.message).toContain('found 2 bad rows only; the first: expected 6 columns');
  });

  it('are the crossed minutes of a real recording', () => {
    const stopped = readAll(GBP_USD, { size: 1_000_000 });
    expect(stopped.fault).toMatchObject({ code: 'data.bad-row', where: `${GBP_USD}:107` });
    expect(stopped.rows).toHaveLength(105);
    const whole = readAll(GBP_USD, { size: 1_000_000, badRows: 'skip' });
    expect(whole.skipped.map(({ line }) => line)).toEqual([107, 159, 188, 210, 225]);
    expect(whole.rows).toHaveLength(295);
  });
});

describe('required setting', () => {
  it('is the size of rates without one, wherever it is missing', () => {
    const file = writeLines(HEADER, GOOD, `${START}1.1,1.2,0,`);
    const fault = faultOf(file, { badRows: 'skip' });
    expect(fault).toMatchObject({ code: 'data.size-missing', where: `${file}:3` });
    expect(fault?.message).toContain('found no offer size');
    expect(fault?.message).toContain('recording.size: N | unlimited');
    const first = writeLines(HEADER, GOOD, `${START}1.1,1.2,,5`);
    expect(faultOf(first)?.message).toContain('found no bid size');
    expect(faultOf(GBP_USD)).toMatchObject({ code: 'data.size-missing', where: `${GBP_USD}:2` });
  });

  it('is the terms of an instrument outside the table', () => {
    const file = writeLines(
      SHORT_HEADER,
      `${START}1.1,1.2`,
      '1783944000093,BTC/USD,24849.4,24921.5',
    );
    const fault = faultOf(file, { size: 'unlimited', badRows: 'skip' });
    expect(fault).toMatchObject({ code: 'instrument.unknown', where: `${file}:3` });
    expect(fault?.message).toContain('instruments."BTC/USD".ratePrecision is missing');
    const terms = { 'BTC/USD': { ratePrecision: 99, sizeIncrement: 1 } };
    expect(faultOf(file, { size: 'unlimited', terms })).toMatchObject({
      code: 'instrument.terms',
      where: `${file}:3`,
    });
  });
});
