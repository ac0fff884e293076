// Text formats of recordings: each file is known by its first line and read with times, sides and
// sizes as its maker means them; what a file does not say has to be stated.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src/domain/index.js';
import { faultOf, readAll, type Row, toScratchPath, writeText } from './recordings.js';

const UNLIMITED_SIZE = { size: 'unlimited' } as const;

/** 2024-01-02T00:00:00Z, microseconds. */
const NEW_YEAR = 1_704_153_600_000_000;

function write(lines: readonly string[], name = ''): string {
  const path = toScratchPath();
  return writeText(
    lines.map((line) => `${line}\n`).join(''),
    name === '' ? path : `${path}-${name}`,
  );
}

function toPrices(rows: readonly Row[]) {
  return rows.map(({ at, symbol, bidTicks, offerTicks }) => [at, symbol, bidTicks, offerTicks]);
}

describe('TrueFX', () => {
  it('is in UTC and without sizes', () => {
    const file = write([
      'EUR/USD,20240102 00:00:00.123,1.10427,1.10431',
      'EUR/USD,20240102 00:00:01.000,1.10428,1.10431',
    ]);
    const { fault, rows } = readAll(file, UNLIMITED_SIZE);
    expect(fault).toBeUndefined();
    expect(toPrices(rows)).toEqual([
      [NEW_YEAR + 123_000, 'EUR/USD', 110_427, 110_431],
      [NEW_YEAR + SECOND, 'EUR/USD', 110_428, 110_431],
    ]);
    expect(faultOf(file)).toMatchObject({ code: 'data.size-missing', where: `${file}:1` });
  });
});

describe('HistData', () => {
  const TICKS = ['20240101 190000123,1.104270,1.104310,0', '20240101 190001000,1.10428,1.10431,0'];

  it('has ticks in the time of New York’s winter, all year round, and a symbol in its name', () => {
    const file = write(TICKS, 'DAT_ASCII_EURUSD_T_202401.csv');
    expect(toPrices(readAll(file, UNLIMITED_SIZE).rows)).toEqual([
      [NEW_YEAR + 123_000, 'EUR/USD', 110_427, 110_431],
      [NEW_YEAR + SECOND, 'EUR/USD', 110_428, 110_431],
    ]);
    const summer = write(['20240701 200000000,1.1,1.2,0'], 'DAT_ASCII_EURUSD_T_202407.csv');
    const [row] = readAll(summer, UNLIMITED_SIZE).rows;
    expect(row?.at).toBe(Date.UTC(2024, 6, 2, 1) * 1_000);
  });

  it('takes its symbol from the configuration, and asks for it where the name has none', () => {
    const file = write(TICKS);
    expect(readAll(file, { ...UNLIMITED_SIZE, symbol: 'GBP/USD' }).rows[0]?.symbol).toBe('GBP/USD');
    expect(faultOf(file, UNLIMITED_SIZE)).toEqual({
      code: 'data.symbol-missing',
      message: 'the file names no symbol: set recording.symbol, such as EUR/USD',
      where: `${file}:1`,
    });
  });

  it('has minute bars of the bid: the close counts, at the end of its minute', () => {
    const file = write(
      [
        '20240101 190000;1.10427;1.10440;1.10420;1.10431;0',
        '20240101 190100;1.10431;1.10431;1.10430;1.10430;0',
      ],
      'DAT_ASCII_EURUSD_M1_202401.csv',
    );
    expect(faultOf(file, UNLIMITED_SIZE)?.code).toBe('data.spread-missing');
    const { rows } = readAll(file, { ...UNLIMITED_SIZE, spread: '0.00012' });
    expect(toPrices(rows)).toEqual([
      [NEW_YEAR + MINUTE, 'EUR/USD', 110_431, 110_443],
      [NEW_YEAR + 2 * MINUTE, 'EUR/USD', 110_430, 110_442],
    ]);
  });
});

describe('Dukascopy', () => {
  it.each([
    ['timestamp,askPrice,bidPrice,askVolume,bidVolume', '1704153600123'],
    ['Gmt time,Ask,Bid,AskVolume,BidVolume', '02.01.2024 00:00:00.123'],
    ['Time (UTC),Ask,Bid,AskVolume,BidVolume', '2024.01.02 00:00:00.123'],
  ])('has ticks with the offer first and sizes in millions: %s', (header, time) => {
    const file = write([header, `${time},1.10431,1.10427,1.5,0.0075`], 'EURUSD-tick.csv');
    const { fault, rows } = readAll(file);
    expect(fault).toBeUndefined();
    expect(toPrices(rows)).toEqual([[NEW_YEAR + 123_000, 'EUR/USD', 110_427, 110_431]]);
    expect(rows[0]).toMatchObject({ bidUnits: 750_000, offerUnits: 150_000_000 });
  });

  it('does not say how long its bars are', () => {
    const file = write(
      ['timestamp,open,high,low,close,volume', '1704153600000,1.1,1.2,1.0,1.10431,12.5'],
      'eurusd-h1-bid.csv',
    );
    const stated = { ...UNLIMITED_SIZE, spread: '0.0001' };
    expect(faultOf(file, stated)?.code).toBe('data.bar-missing');
    const { rows } = readAll(file, { ...stated, bar: 60 * MINUTE });
    expect(toPrices(rows)).toEqual([[NEW_YEAR + 60 * MINUTE, 'EUR/USD', 110_431, 110_441]]);
  });
});

describe('NDJSON', () => {
  it('has times as milliseconds or as texts, and sizes where they are known', () => {
    const file = write([
      '{"time":1704153600123,"symbol":"EUR/USD","bid":1.10427,"offer":1.10431,' +
        '"bidSize":1000000,"offerSize":0.5}',
      '{"offer":1.10431,"bid":1.10428,"symbol":"EUR/USD","time":"2024-01-02T01:00:01+01:00"}',
    ]);
    const { rows } = readAll(file, { size: 250_000 });
    expect(rows).toMatchObject([
      { at: NEW_YEAR + 123_000, bidTicks: 110_427, bidUnits: 100_000_000, offerUnits: 50 },
      { at: NEW_YEAR + SECOND, bidTicks: 110_428, bidUnits: 25_000_000, offerUnits: 25_000_000 },
    ]);
    expect(faultOf(file)).toMatchObject({ code: 'data.size-missing', where: `${file}:2` });
  });

  it.each([
    ['{"time":', 'expected a JSON object, found "{\\"time\\":"'],
    ['[1]', 'expected a JSON object, found "[1]"'],
    [
      '{"symbol":"EUR/USD"}',
      'expected a time such as 2026-07-13T12:00:00.093Z, or in seconds, milliseconds',
    ],
    ['{"time":1.0005,"symbol":"EUR/USD"}', 'or nanoseconds since 1970, found "1.0005"'],
    ['{"time":1704153600123}', 'expected symbol as a text, found none'],
    [
      '{"time":1704153600123,"symbol":"EUR/USD","bid":true,"offer":1}',
      'expected the bid price as a number, found "true"',
    ],
    [
      '{"time":1704153600123,"symbol":"EUR/USD","bid":1e-7,"offer":1}',
      'bid price 0.0000001 is finer than 5 decimals',
    ],
  ])('says what is wrong with %s', (row, message) => {
    const first = '{"time":1704153600123,"symbol":"EUR/USD","bid":1.10427,"offer":1.10431}';
    const file = write([first, row]);
    const fault = faultOf(file, UNLIMITED_SIZE);
    expect(fault).toMatchObject({ code: 'data.bad-row', where: `${file}:2` });
    expect(fault?.message).toContain(message);
  });
});

describe('a file with a stated layout', () => {
  const LAYOUT = {
    ...{ delimiter: ';', header: true, time: ['Date', 'Time'], utcOffset: '+02:00' },
    ...{ timeFormat: 'dd/MM/yyyy HH:mm:ss', bid: 'Bid', offer: 'Ask', offerSize: 5 },
    sizeUnit: 1_000,
  } as const;
  const HEAD = 'Date;Time;Bid;Ask;Ask size';

  it('is read by names and numbers of columns', () => {
    const file = write([HEAD, '02/01/2024;02:00:01;1.10427;1.10431;250']);
    const { fault, rows } = readAll(file, { size: 5, symbol: 'EUR/USD', layout: LAYOUT });
    expect(fault).toBeUndefined();
    expect(toPrices(rows)).toEqual([[NEW_YEAR + SECOND, 'EUR/USD', 110_427, 110_431]]);
    expect(rows[0]).toMatchObject({ bidUnits: 500, offerUnits: 25_000_000 });
  });

  it('without a header counts its columns', () => {
    const layout = { ...LAYOUT, header: false, time: 1, timeFormat: 'epoch-us', symbol: 2 };
    const file = write(['1704153600000007;EUR/USD;1.10427;1.10431;1']);
    const read = readAll(file, { size: 5, layout: { ...layout, bid: 3, offer: 4 } });
    expect(toPrices(read.rows)).toEqual([[NEW_YEAR + 7, 'EUR/USD', 110_427, 110_431]]);
  });

  it.each([
    [
      { bid: 'Bit' },
      'data.column',
      'expected a column "Bit", found "Date, Time, Bid, Ask, Ask size"',
    ],
    [{ bid: 6 }, 'data.column', 'expected a column number 6'],
    [
      { timeFormat: 'HH:mm' },
      'data.time-pattern',
      'a pattern with yyyy MM dd HH mm, found "HH:mm"',
    ],
    [{ utcOffset: '2h' }, 'data.time-pattern', 'expected utcOffset such as -05:00, found 2h'],
  ])('says what is wrong with %j', (change, code, message) => {
    const file = write([HEAD, '02/01/2024;02:00:01;1.10427;1.10431;250']);
    const layout = { ...LAYOUT, ...change };
    const fault = faultOf(file, { size: 5, symbol: 'EUR/USD', layout });
    expect(fault).toMatchObject({ code, where: `${file}:1` });
    expect(fault?.message).toContain(message);
  });

  it.each(['30/02/2024;02:00:01', '02/01/2024;24:00:00', '2024-01-02;02:00:01'])(
    'takes %s for no time',
    (time) => {
      const file = write([HEAD, `${time};1.10427;1.10431;250`]);
      const fault = faultOf(file, { size: 5, symbol: 'EUR/USD', layout: LAYOUT });
      expect(fault?.code).toBe('data.bad-row');
      expect(fault?.message).toContain('expected a time such as 13/07/2026 14:00:00, found');
    },
  );

  it('names its own times where one goes back', () => {
    const rows = ['02/01/2024;02:00:01;1.1;1.2;1', '02/01/2024;02:00:00;1.1;1.2;1'];
    const file = write([HEAD, ...rows]);
    const fault = faultOf(file, { size: 5, symbol: 'EUR/USD', layout: LAYOUT });
    expect(fault?.message).toContain(
      "not before the last row's 02/01/2024 02:00:01, found 02/01/2024 02:00:00",
    );
  });
});
