// What comes out of good recordings: rates, instruments, windows, and the same whatever the block.
import { describe, expect, it } from 'vitest';
import { createColumns } from '../../../src/recordings/index.js';
import { UNLIMITED, unwrap } from '../../../src/domain/index.js';
import {
  BTC_TERMS,
  BTC_USD,
  GBP_USD,
  HEADER,
  readAll,
  SAMPLE,
  SHORT_HEADER,
  toInstruments,
  writeLines,
  writeText,
  openText,
} from '../recordings.js';

const FIRST = '1783944000093,EUR/USD,1.14273,1.14277,2700000,1800000';
const FIRST_ROW = {
  at: 1_783_944_000_093_000,
  symbol: 'EUR/USD',
  bidTicks: 114_273,
  offerTicks: 114_277,
  bidUnits: 270_000_000,
  offerUnits: 180_000_000,
};

describe('sample recording', () => {
  it('has 3,551 rates of EUR/USD', () => {
    const { rows, fault, skippedCount } = readAll(SAMPLE);
    expect([rows.length, fault, skippedCount]).toEqual([3_551, undefined, 0]);
    expect(rows[0]).toEqual(FIRST_ROW);
    expect(rows.at(-1)).toEqual({
      at: 1_783_947_597_150_000,
      symbol: 'EUR/USD',
      bidTicks: 114_309,
      offerTicks: 114_310,
      bidUnits: 90_000_000,
      offerUnits: 90_000_000,
    });
  });

  it.each([1, 7, 997, 3_551, 3_552])('is the same in blocks of %i', (capacity) => {
    expect(readAll(SAMPLE, {}, capacity).rows).toEqual(readAll(SAMPLE, {}, 65_536).rows);
  });
});

describe('sizes', () => {
  it('are the configured ones where the recording has none', () => {
    const options = { size: 1_000_000.5, badRows: 'skip' } as const;
    const [minute] = readAll(GBP_USD, options).rows;
    expect([minute?.bidUnits, minute?.offerUnits]).toEqual([100_000_050, 100_000_050]);
    const file = writeLines(
      HEADER,
      '1783944000093,EUR/USD,1.1,1.2,0,',
      '1783944000094,EUR/USD,1.1,1.2,,3',
    );
    const units = readAll(file, { size: 'unlimited' }).rows.map((row) => [
      row.bidUnits,
      row.offerUnits,
    ]);
    expect(units).toEqual([
      [0, UNLIMITED],
      [UNLIMITED, 300],
    ]);
  });

  it('are unlimited in a recording without size columns', () => {
    const file = writeLines(
      SHORT_HEADER,
      '1783944000093,USD/JPY,150.25,150.253',
      '1783944000093,USD/JPY,150,151',
    );
    const { rows } = readAll(file, { size: 'unlimited' });
    expect(rows.map((row) => [row.bidTicks, row.offerTicks])).toEqual([
      [150_250, 150_253],
      [150_000, 151_000],
    ]);
    expect(rows.every((row) => row.bidUnits === UNLIMITED && row.offerUnits === UNLIMITED)).toBe(
      true,
    );
  });

  it('keep eight decimals of a digital asset', () => {
    const { rows } = readAll(BTC_USD, { terms: BTC_TERMS });
    expect(rows).toHaveLength(400);
    expect(rows[0]).toEqual({
      at: 1_676_894_400_084_000,
      symbol: 'BTC/USD',
      bidTicks: 248_494,
      offerTicks: 249_215,
      bidUnits: 1_300_000_000,
      offerUnits: 148_000_000,
    });
  });
});

describe('equivalent forms of a file', () => {
  it.each([
    ['CRLF', `${HEADER}\r\n${FIRST}\r\n`],
    ['no last line end', `${HEADER}\n${FIRST}`],
    ['CRLF and no last line end', `${HEADER}\r\n${FIRST}`],
    ['a lone CR at the end', `${HEADER}\r\n${FIRST}\r`],
    ['a blank last line', `${HEADER}\n${FIRST}\n\n`],
    ['blank CRLF lines at the end', `${HEADER}\r\n${FIRST}\r\n\r\n\r\n`],
    ['trailing zeros', `${HEADER}\n${FIRST.replace('1.14273', '01.142730000000')}\n`],
    ['sizes with decimals', `${HEADER}\n${FIRST.replace('2700000', '2700000.00')}\n`],
  ])('%s', (_, text) => {
    expect(readAll(writeText(text))).toEqual({
      rows: [FIRST_ROW],
      fault: undefined,
      skipped: [],
      skippedCount: 0,
    });
  });
});

describe('window of a recording', () => {
  const all = readAll(SAMPLE).rows;
  const at = (row: number) => all[row]?.at ?? NaN;

  it('starts with the first rate at or after startAt and ends before endAt', () => {
    const window = { startAt: at(100), endAt: at(200) };
    expect(readAll(SAMPLE, window, 33).rows).toEqual(all.slice(100, 200));
    const inside = { startAt: at(100) - 1, endAt: at(200) + 1 };
    expect(readAll(SAMPLE, inside).rows).toEqual(all.slice(100, 201));
    expect(readAll(SAMPLE, { startAt: at(100) + 1 }).rows).toEqual(all.slice(101));
  });

  it('may lie outside of the recording', () => {
    expect(readAll(SAMPLE, { startAt: at(3_550) + 1 })).toMatchObject({
      rows: [],
      skippedCount: 0,
    });
    expect(readAll(SAMPLE, { endAt: at(0) }).rows).toEqual([]);
  });

  it('applies to rows in any form', () => {
    const from = 1_783_944_000_000;
    const rows = [1, 2, 3, 4].map((ms) => `${String(from + ms)},EUR/USD,1.10000000,1.2,1,1`);
    const file = writeLines(HEADER, ...rows);
    const at = (ms: number) => (from + ms) * 1_000;
    const inside = readAll(file, { startAt: at(2), endAt: at(4) }).rows;
    expect(inside.map((row) => row.at)).toEqual([at(2), at(3)]);
  });
});

describe('text recording', () => {
  it('uses the ids of a session', () => {
    const instruments = toInstruments('USD/JPY', 'EUR/USD');
    const recording = unwrap(openText(SAMPLE, { instruments }));
    const columns = createColumns(10);
    unwrap(recording.read(columns));
    expect([...columns.instrument]).toEqual(Array(10).fill(1));
    expect(recording.instruments).toEqual(instruments);
    recording.close();
  });

  it('distinguishes thousands of symbols, those with the same hash too', () => {
    const numbered = Array.from({ length: 4_000 }, (_, i) => `S${String(i)}/USD`);
    const alike = ['APX/USD', 'B1X/USD', 'EUR/USD', 'EUR/USD310']; // 31 x A + P = 31 x B + 1
    const symbols = [...alike, ...numbered];
    const terms = { ratePrecision: 5, sizeIncrement: 1 };
    const rows = symbols.map((symbol) => `1783944000093,${symbol},1.1,1.2,1,1`);
    const { rows: rates } = readAll(writeLines(HEADER, ...rows, ...rows), {
      terms: Object.fromEntries(symbols.map((symbol) => [symbol, terms])),
    });
    expect(rates.map((rate) => rate.symbol)).toEqual([...symbols, ...symbols]);
  });

  it('starts again when rewound', () => {
    const later = FIRST.replace('1783944', '1783945');
    const file = writeLines(HEADER, FIRST, 'x', FIRST, later);
    const recording = unwrap(openText(file, { badRows: 'skip' }));
    const columns = createColumns(2);
    const counts = () => [0, 1, 2, 3].map(() => unwrap(recording.read(columns)));
    expect(counts()).toEqual([2, 1, 0, 0]);
    expect(recording.skippedCount).toBe(1);
    recording.rewind();
    expect(counts()).toEqual([2, 1, 0, 0]);
    expect(recording.skipped).toEqual([{ line: 3, reason: expect.any(String) as string }]);
    expect(recording.instruments).toHaveLength(1);
    recording.close();
  });

  it('is not read once it is closed', () => {
    const recording = unwrap(openText(SAMPLE, {}));
    recording.close();
    recording.close();
    expect(() => recording.read(createColumns(1))).toThrow('a closed recording was read');
  });
});
