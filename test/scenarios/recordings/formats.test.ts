// Text formats of recordings: each file is known by its first line and read with times, sides and
// sizes as its maker means them; what a file does not say has to be stated.
import { describe, expect, it } from 'vitest';
import type { RecordingOptions } from '../../../src/recordings/index.js';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import {
  faultOf,
  readAll,
  type Row,
  toScratchPath,
  writeText,
} from '../../recordings/recordings.js';

const UNLIMITED_SIZE = { size: 'unlimited' } as const;

/** 2024-01-02T00:00:00Z, microseconds. */
const NEW_YEAR = 1_704_153_600_000_000;

function write(lines: readonly string[], name = ''): string {
  const path = toScratchPath() + (name === '' ? '' : `-${name}`);
  return writeText(lines.map((line) => `${line}\n`).join(''), path);
}

function toPrices(rows: readonly Row[]) {
  return rows.map(({ at, symbol, bidTicks, offerTicks }) => [at, symbol, bidTicks, offerTicks]);
}

describe('TrueFX file', () => {
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

describe('HistData file', () => {
  const TICKS = ['20240101 190000123,1.104270,1.104310,0', '20240101 190001000,1.10428,1.10431,0'];

  it('has ticks in New York’s winter time, all year round, and a symbol in its name', () => {
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

describe('Dukascopy file', () => {
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

  it('needs the length of its bars stated', () => {
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

describe('Dukascopy file in other clocks and spreadsheets', () => {
  it.each([
    ['Local time,Ask,Bid', '02.01.2024 02:00:00.123 GMT+0200,1.10431,1.10427'],
    ['Time (EET),Ask,Bid', '2024.01.02 02:00:00.123,1.10431,1.10427'],
    ['Gmt time;Ask;Bid', '02.01.2024 00:00:00.123;1,10431;1,10427'],
    ['Gmt time;Ask;Bid', '02.01.2024 00:00:00.123;1.10431;1.10427'],
  ])('has the same ticks: %s', (head, row) => {
    const { fault, rows } = readAll(write([head, row], 'EURUSD_Ticks.csv'), UNLIMITED_SIZE);
    expect(fault).toBeUndefined();
    expect(toPrices(rows)).toEqual([[NEW_YEAR + 123_000, 'EUR/USD', 110_427, 110_431]]);
  });

  it('is refused with a local time without its offset', () => {
    const lines = ['Local time,Ask,Bid', '02.01.2024 02:00:00.123,1.10431,1.10427'];
    const fault = faultOf(write(lines, 'EURUSD_Ticks.csv'), UNLIMITED_SIZE);
    expect(fault?.message).toContain('such as 13.07.2026 12:00:00.093 GMT+0000');
  });
});

describe('Dukascopy file without volumes', () => {
  it('has ticks without sizes', () => {
    const file = write(
      ['timestamp,askPrice,bidPrice', '1704153600123,1.10431,1.10427'],
      'eurusd-tick.csv',
    );
    expect(faultOf(file)?.code).toBe('data.size-missing');
    const { fault, rows } = readAll(file, UNLIMITED_SIZE);
    expect(fault).toBeUndefined();
    expect(toPrices(rows)).toEqual([[NEW_YEAR + 123_000, 'EUR/USD', 110_427, 110_431]]);
  });

  it('has bars without them', () => {
    const bars = ['timestamp,open,high,low,close', '1704153600000,1.1,1.2,1.0,1.10431'];
    const options = { ...UNLIMITED_SIZE, spread: '0.0001', bar: 60 * MINUTE };
    const { rows } = readAll(write(bars, 'eurusd-h1-bid.csv'), options);
    expect(toPrices(rows)).toEqual([[NEW_YEAR + 60 * MINUTE, 'EUR/USD', 110_431, 110_441]]);
  });

  it('has bars of the offer, by the name of the file or by a stated side', () => {
    const bars = ['timestamp,open,high,low,close', '1704153600000,1.1,1.2,1.0,1.10431'];
    const options = { ...UNLIMITED_SIZE, spread: '0.0001', bar: 60 * MINUTE };
    const offers = [[NEW_YEAR + 60 * MINUTE, 'EUR/USD', 110_421, 110_431]];
    for (const name of ['eurusd-h1-ask.csv', 'EURUSD_Candlestick_1_h_ASK_02.01.2024.csv']) {
      expect(toPrices(readAll(write(bars, name), options).rows)).toEqual(offers);
    }
    const plain = write(bars, 'eurusd.csv');
    expect(toPrices(readAll(plain, { ...options, side: 'offer' }).rows)).toEqual(offers);
    const ask = write(bars, 'eurusd-ask.csv');
    expect(readAll(ask, { ...options, side: 'bid' }).rows).toMatchObject([{ bidTicks: 110_431 }]);
  });

  it('may have doubles printed in full, beside a spread too', () => {
    const ticks = ['Gmt time,Ask,Bid', '02.01.2024 00:00:00.123,147.15200000000002,147.149'];
    const [row] = readAll(write(ticks, 'USDJPY_Ticks.csv'), UNLIMITED_SIZE).rows;
    expect([row?.bidTicks, row?.offerTicks]).toEqual([147_149, 147_152]);
    const bars = ['timestamp,open,high,low,close', '1704153600000,1,1,1,147.15200000000002'];
    const options = { ...UNLIMITED_SIZE, spread: '0.012', bar: MINUTE };
    const [bar] = readAll(write(bars, 'usdjpy-m1.csv'), options).rows;
    expect([bar?.bidTicks, bar?.offerTicks]).toEqual([147_152, 147_164]);
  });
});

describe('sizes of a known format', () => {
  it('may be in other units than usual', () => {
    const file = write(
      ['timestamp,askPrice,bidPrice,askVolume,bidVolume', '1704153600123,1.2,1.1,1800000,14490000'],
      'eurusd-tick.csv',
    );
    const message = 'found 14490000: does recording.sizeUnit: 1 fit the file?';
    expect(faultOf(file)?.message).toContain(message);
    const [row] = readAll(file, { sizeUnit: 1 }).rows;
    expect(row).toMatchObject({ bidUnits: 1_449_000_000, offerUnits: 180_000_000 });
  });
});

describe('byte order mark', () => {
  const MARK = '\uFEFF';

  it.each([
    ['truefx', 'EUR/USD,20240102 00:00:00.123,1.10427,1.10431\n', ''],
    ['histdata-ticks', '20240101 190000123,1.104270,1.104310,0\r\n', '-EURUSD.csv'],
    ['ndjson', '{"time":1704153600123,"symbol":"EUR/USD","bid":1.10427,"offer":1.10431}\n', ''],
    ['weir-csv', 'time,symbol,bid,offer\n1704153600123,EUR/USD,1.10427,1.10431\n', ''],
    ['dukascopy-ticks', 'Gmt time,Ask,Bid\n1704153600123,1.10431,1.10427\n', '-EURUSD.csv'],
  ])('is skipped: %s', (_, text, name) => {
    for (const mark of [MARK, Buffer.from(MARK).toString('latin1')]) {
      const file = writeText(mark + text, `${toScratchPath()}${name}`);
      const { fault, rows } = readAll(file, UNLIMITED_SIZE);
      expect(fault).toBeUndefined();
      expect(toPrices(rows)).toEqual([[NEW_YEAR + 123_000, 'EUR/USD', 110_427, 110_431]]);
    }
  });

  it('alone is an empty file', () => {
    expect(faultOf(writeText(MARK))?.code).toBe('data.empty');
  });
});

describe('symbol of a file', () => {
  const rows = (name: string) => [
    'time,symbol,bid,offer',
    `1704153600123,${name},1.1,1.2`,
    `1704153600124,${name},1.1,1.2`,
  ];

  it.each(['EURUSD', 'eurusd', 'EUR_USD', 'EUR-USD', 'eur/usd'])('may be spelled %s', (name) => {
    const { fault, rows: rates } = readAll(write(rows(name)), UNLIMITED_SIZE);
    expect(fault).toBeUndefined();
    expect(rates.map(({ symbol }) => symbol)).toEqual(['EUR/USD', 'EUR/USD']);
  });

  it('is what the configuration maps the file’s name to', () => {
    const options = {
      ...UNLIMITED_SIZE,
      symbols: { GOLD: 'XAU/USD' },
      terms: { 'XAU/USD': { ratePrecision: 2, sizeIncrement: 1 } },
    };
    const { rows: rates } = readAll(write(rows('GOLD')), options);
    expect(rates.map(({ symbol }) => symbol)).toEqual(['XAU/USD', 'XAU/USD']);
  });

  it('that is unknown is named with the configuration key for it, and no row is blamed', () => {
    for (const name of ['GOLD', 'XAUUSD', 'USDUSD']) {
      const message = faultOf(write(rows(name)), UNLIMITED_SIZE)?.message;
      expect(message).toContain(`found "${name}": name it in recording.symbols`);
      expect(message).not.toContain('badRows');
    }
  });
});

describe('row with one side', () => {
  const LINES = [
    ...['time,symbol,bid,offer', '1704153600001,EUR/USD,1.1,1.2', '1704153600002,EUR/USD,1.15,'],
    ...[
      '1704153600003,EUR/USD,,1.3',
      '1704153600004,GBP/USD,1.1,1.2',
      '1704153600005,GBP/USD,,1.3',
    ],
  ];

  it('keeps the other side as it was, where configured', () => {
    const { fault, rows } = readAll(write(LINES), { ...UNLIMITED_SIZE, oneSided: 'keep last' });
    expect(fault).toBeUndefined();
    expect(rows.map(({ bidTicks, offerTicks }) => [bidTicks, offerTicks])).toEqual([
      ...[
        [110_000, 120_000],
        [115_000, 120_000],
        [115_000, 130_000],
      ],
      ...[
        [110_000, 120_000],
        [110_000, 130_000],
      ],
    ]);
  });

  it('is bad otherwise', () => {
    expect(faultOf(write(LINES), UNLIMITED_SIZE)?.message).toContain('the offer price as a number');
  });

  const read = (lines: readonly string[], options: RecordingOptions = {}) => {
    const found = readAll(write(lines), { ...UNLIMITED_SIZE, oneSided: 'keep last', ...options });
    return [
      found.fault?.message,
      ...found.rows.map(({ bidTicks, offerTicks }) => [bidTicks, offerTicks]),
    ];
  };

  it('is no rate before both sides of its symbol are known', () => {
    const lines = ['EUR/USD,1.1,', 'GBP/USD,,1.3', 'GBP/USD,1.25,', 'EUR/USD,,1.2', 'EUR/USD,,1.3'];
    expect(
      read([LINES[0] ?? '', ...lines.map((line, i) => `${String(1_704_153_600_001 + i)},${line}`)]),
    ).toEqual([undefined, [125_000, 130_000], [110_000, 120_000], [110_000, 130_000]]);
  });

  it('that is unreadable is bad all the same', () => {
    const [message] = read([LINES[0] ?? '', '1704153600001,EUR/USD,1.x,']);
    expect(message).toContain('the bid price as a number, found "1.x"');
  });

  it('gets both sides by the spread of its file', () => {
    const bars = ['timestamp,open,high,low,close', '1704153600000,1.1,1.2,1.0,1.1'];
    const options = { ...UNLIMITED_SIZE, spread: '0.1', bar: MINUTE } as const;
    const file = write(bars, 'eurusd-m1-bid.csv');
    const { rows } = readAll(file, { ...options, oneSided: 'keep last' });
    expect(rows).toMatchObject([{ bidTicks: 110_000, offerTicks: 120_000 }]);
  });

  it('that crosses the other side is bad, and its own side is kept for the next', () => {
    const lines = ['1704153600002,EUR/USD,1.25,', '1704153600003,EUR/USD,,1.3'];
    const rows = [...LINES.slice(0, 2), ...lines];
    expect(read(rows)).toEqual([
      expect.stringContaining('found bid 1.25 above offer 1.20000 (kept)'),
      [110_000, 120_000],
    ]);
    expect(read(rows, { badRows: 'skip' })).toEqual([
      undefined,
      [110_000, 120_000],
      [125_000, 130_000],
    ]);
  });

  it('keeps the size of the other side with its price', () => {
    const lines = ['1,1.1,1.2,1000000,2000000', '2,1.11,NaN,500000,', '3,,1.21,,'];
    const rows = lines.map((line) => line.replace(/^(.),/, '170415360000$1,EUR/USD,'));
    const file = write(['time,symbol,bid,offer,bidSize,offerSize', ...rows]);
    const found = readAll(file, { oneSided: 'keep last', size: 7 }).rows;
    expect(found.map(({ bidUnits, offerUnits }) => [bidUnits / 100, offerUnits / 100])).toEqual([
      [1_000_000, 2_000_000],
      [500_000, 2_000_000],
      [500_000, 7],
    ]);
  });
});

describe('line with quotes', () => {
  const WANTED = [{ bidTicks: 110_000, offerTicks: 120_000 }];

  it.each([
    ['all cells', ['"time","symbol","bid","offer"', '"1704153600001","EUR/USD","1.1","1.2"']],
    ['the names', ['"time","symbol","bid","offer"', '1704153600001,EUR/USD,1.1,1.2']],
    ['the texts', ['time,symbol,bid,offer', '1704153600001,"EUR/USD",1.1,1.2']],
  ])('is read as one without: %s', (_, lines) => {
    expect(readAll(write(lines), UNLIMITED_SIZE)).toMatchObject({ rows: WANTED });
  });

  it('may have the delimiter, or a quote, inside a cell', () => {
    const lines = ['"t, UTC";"a ""b""";"ask"', '1704153600001;"1,1";"1,2"'];
    const layout = { time: 't, UTC', bid: 'a "b"', offer: 'ask', delimiter: ';', decimal: ',' };
    const own = { header: true, sizeUnit: 1, ...layout } as const;
    const options = { ...UNLIMITED_SIZE, symbol: 'EUR/USD', layout: own };
    expect(readAll(write(lines), options as RecordingOptions)).toMatchObject({ rows: WANTED });
  });

  it('is bad where a quote is not closed', () => {
    const lines = ['time,symbol,bid,offer', '1704153600001,EUR/USD,1.1,"1.2'];
    expect(faultOf(write(lines), UNLIMITED_SIZE)?.message).toContain('the offer price as a number');
  });
});

it('size that R or pandas calls missing is unknown', () => {
  const rows = ['NA', 'NaN', 'null', '5'].map((size, i) => {
    return `${String(1_704_153_600_001 + i)},EUR/USD,1.1,1.2,${size},`;
  });
  const file = write(['time,symbol,bid,offer,bidSize,offerSize', ...rows]);
  const sizes = readAll(file, { size: 7 }).rows.map(({ bidUnits }) => bidUnits / 100);
  expect(sizes).toEqual([7, 7, 7, 5]);
});

it('JSON array is named, with how to convert it to lines', () => {
  const file = write(['[{"time":1704153600123,"symbol":"EUR/USD","bid":1.1,"offer":1.2}]']);
  expect(faultOf(file)?.message).toContain('found a JSON array: write one object a line');
});

describe('NDJSON file', () => {
  it('may call the offer ask', () => {
    const line =
      '{"time":1704153600123,"symbol":"EUR/USD","bid":1.1,"ask":1.2,"bidSize":5,"askSize":6}';
    expect(readAll(write([line])).rows).toMatchObject([
      { bidTicks: 110_000, offerTicks: 120_000, bidUnits: 500, offerUnits: 600 },
    ]);
  });

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
  ])('reports %s', (row, message) => {
    const first = '{"time":1704153600123,"symbol":"EUR/USD","bid":1.10427,"offer":1.10431}';
    const file = write([first, row]);
    const fault = faultOf(file, UNLIMITED_SIZE);
    expect(fault).toMatchObject({ code: 'data.bad-row', where: `${file}:2` });
    expect(fault?.message).toContain(message);
  });
});

describe('file with a stated layout', () => {
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

  it('may have a decimal comma', () => {
    const layout = { ...LAYOUT, decimal: ',' } as const;
    const options = { size: 5, symbol: 'EUR/USD', layout } as const;
    const file = write([HEAD, '02/01/2024;02:00:01;1,10427;1,10431;2,5']);
    expect(readAll(file, options).rows[0]).toMatchObject({
      bidTicks: 110_427,
      offerTicks: 110_431,
      offerUnits: 250_000,
    });
    const plain = faultOf(file, { ...options, layout: LAYOUT });
    expect(plain?.message).toContain(
      'found "1,10427": layout.decimal: \',\' reads a decimal comma',
    );
    const dotted = write([HEAD, '02/01/2024;02:00:01;1.104,27;1,10431;2,5']);
    expect(faultOf(dotted, options)?.message).toContain('a decimal comma, found "1.104,27"');
  });

  it('may have prices as scaled integers', () => {
    const layout = { ...LAYOUT, scale: 100_000 };
    const file = write([HEAD, '02/01/2024;02:00:01;110427;110431;1']);
    const { rows } = readAll(file, { size: 5, symbol: 'EUR/USD', layout });
    expect(toPrices(rows)).toEqual([[NEW_YEAR + SECOND, 'EUR/USD', 110_427, 110_431]]);
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
  ])('reports %j', (change, code, message) => {
    const file = write([HEAD, '02/01/2024;02:00:01;1.10427;1.10431;250']);
    const layout = { ...LAYOUT, ...change };
    const fault = faultOf(file, { size: 5, symbol: 'EUR/USD', layout });
    expect(fault).toMatchObject({ code, where: `${file}:1` });
    expect(fault?.message).toContain(message);
  });

  it.each(['30/02/2024;02:00:01', '02/01/2024;24:00:00', '2024-01-02;02:00:01'])(
    'refuses %s as a time',
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
