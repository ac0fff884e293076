// Random rows against a naive reader built on decimal.js: equal rates, equal rows left out.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Instrument, UNLIMITED } from '../../../src/domain/index.js';
import {
  HEADER,
  readAll,
  type Row,
  SHORT_HEADER,
  toInstruments,
  toScratchPath,
  writeText,
} from '../../recordings/recordings.js';
import { countRuns } from '../../runs.js';

const LARGEST = '999999999999999';
const [EARLIEST_MS, LATEST_MS] = [631_152_000_000, 4_102_444_799_999];
const NUMBER = /^-?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]{1,3})?$/;
const SYMBOLS = ['EUR/USD', 'USD/JPY', 'JPY/USD', 'EUR/GBP'] as const;

interface Naive {
  readonly rows: readonly Row[];
  readonly skipped: readonly number[];
}

/** Number of minor units or ticks, or undefined when the text does not fit; sizes are cut. */
function toInteger(text: string, decimals: number, isSize = false): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const Exact = Decimal.clone({ precision: 60 });
  const value = new Exact(text.replace(/\.(?=$|e)/i, ''));
  const scaled = value.times(new Exact(10).pow(decimals));
  if (scaled.trunc().abs().gt(LARGEST)) return undefined;
  if (scaled.isInteger()) return scaled.toNumber() + 0;
  if (scaled.isNegative()) return undefined;
  const bits = new Exact(2).pow(value.log(2).floor().minus(48)).times(new Exact(10).pow(decimals));
  const near = scaled.round();
  if (near.minus(scaled).abs().lte(Decimal.min(bits, 0.01))) return near.toNumber();
  return isSize ? scaled.trunc().toNumber() : undefined;
}

function readRow(line: string, columns: number, instruments: readonly Instrument[]) {
  const cells = line.split(',');
  const [time = '', symbol, bid = '', offer = '', bidSize = '', offerSize = ''] = cells;
  const instrument = instruments.find((known) => {
    return known.symbol === symbol || known.symbol.replace('/', '') === symbol;
  });
  if (cells.length !== columns || instrument === undefined) return undefined;
  if (!/^[0-9]+$/.test(time) || new Decimal(time).gt(LATEST_MS)) return undefined;
  if (new Decimal(time).lt(EARLIEST_MS)) return undefined;
  const sizeOf = (text: string) =>
    text === '' ? UNLIMITED : toInteger(text, instrument.baseDecimals, true);
  const row = {
    at: new Decimal(time).times(1_000).toNumber(),
    symbol: instrument.symbol,
    bidTicks: toInteger(bid, instrument.ratePrecision) ?? 0,
    offerTicks: toInteger(offer, instrument.ratePrecision) ?? 0,
    bidUnits: sizeOf(bidSize) ?? -1,
    offerUnits: sizeOf(offerSize) ?? -1,
  };
  const fits = row.bidTicks > 0 && row.bidTicks <= row.offerTicks;
  return fits && row.bidUnits >= 0 && row.offerUnits >= 0 ? row : undefined;
}

function readNaively(
  lines: readonly string[],
  columns: number,
  instruments: readonly Instrument[],
): Naive {
  const rows: Row[] = [];
  const skipped: number[] = [];
  let lastAt = -1;
  const last = lines.findLastIndex((line) => line !== '');
  lines.slice(0, last + 1).forEach((line, i) => {
    const row = readRow(line, columns, instruments);
    const time = row?.at ?? -1;
    if (row !== undefined && time >= lastAt) {
      rows.push(row);
      lastAt = time;
    } else if (line !== '' || lines[i - 1] !== '') {
      skipped.push(i + 2); // a run of blank lines counts once
    }
  });
  return { rows, skipped };
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max });

/** Plain decimals of all lengths, most of them such as a venue writes. */
const decimal = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(digits(1, 3), digits(0, 6)).map((part) => part.join('.')) },
  { weight: 3, arbitrary: digits(1, 9) },
  fc
    .tuple(digits(1, 17), digits(0, 14), fc.nat(20))
    .map(([whole, fraction, zeros]) => `${whole}.${fraction}${'0'.repeat(zeros)}`),
  fc.constantFrom('', '-1', '0', '0.0', '1.', '.5', '1e3', '+1', '-0', '0x1', '1.2.3', ' 1'),
  fc.constantFrom('1.1E0', '11e-1', '1.1000000000000001', '1e', '1e-3', '1e1000', '2.5e+2'),
);

const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1_783_944_000_000, max: 1_783_944_000_100 }) },
  fc.constantFrom(0, EARLIEST_MS - 1, EARLIEST_MS, 999_999_999_999, 1_000_000_000_000),
  fc.constantFrom(LATEST_MS, LATEST_MS + 1, 1e16, '', 'x'),
);

/** Lines whose times mostly rise; some damaged by one character in the wrong place. */
function linesOf(columns: 4 | 6) {
  const symbol = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...SYMBOLS) },
    fc.constantFrom('GBP/USD', 'EURUSD', '', 'EUR/USDX'),
  );
  const whole = fc
    .tuple(time, symbol, fc.array(decimal, { minLength: 4, maxLength: 4 }), fc.boolean())
    .map(([at, name, [a = '', b = '', ...sizes], sorts]) => {
      const [bid, offer] = sorts && Number(a) > Number(b) ? [b, a] : [a, b];
      return [at, name, bid, offer, ...sizes].slice(0, columns).join(',');
    });
  const damaged = fc
    .tuple(whole, fc.nat(60), fc.constantFrom(...Array.from('0.,-/ e\r\0é')), fc.nat(1))
    .map(([line, at, character, cut]) => line.slice(0, at) + character + line.slice(at + cut))
    .map((line) => line.replace(/\r$/, '')); // a CR at the end is a line end
  const line = fc.oneof({ weight: 6, arbitrary: whole }, damaged, fc.constant(''));
  return fc.array(line, { minLength: 1, maxLength: 30 });
}

it.each([4, 6] as const)(
  'text reader reads random rows of %i columns as decimal.js does',
  (columns) => {
    const instruments = toInstruments(...SYMBOLS);
    const path = toScratchPath();
    const header = columns === 6 ? HEADER : SHORT_HEADER;
    fc.assert(
      fc.property(
        linesOf(columns),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 5 }),
        (lines, lineEnd, capacity) => {
          const expected = readNaively(lines, columns, instruments);
          fc.pre(expected.rows.length > 0);
          const file = writeText([header, ...lines, ''].join(lineEnd), path);
          const options = { instruments, size: 'unlimited', badRows: 'skip' } as const;
          const found = readAll(file, options, capacity);
          expect(found.fault).toBeUndefined();
          expect(found.rows).toEqual(expected.rows);
          expect(found.skipped.map(({ line }) => line)).toEqual(expected.skipped);
        },
      ),
      { numRuns: countRuns(500) },
    );
  },
);

it('text reader reads every price and size that fits, exactly', () => {
  const instruments = toInstruments('EUR/USD');
  const path = toScratchPath();
  const fitting = fc.tuple(fc.integer({ min: 1, max: 9_999_999_999 }), digits(5, 5), fc.nat(3));
  fc.assert(
    fc.property(fitting, fitting, ([whole, fraction, cut], [size, cents, zeros]) => {
      const price = `${String(whole)}.${fraction.slice(0, 5 - cut)}`;
      const amount = `${String(size)}.${cents.slice(0, 2)}${'0'.repeat(zeros)}`;
      const line = `1783944000093,EUR/USD,${price},${price},${amount},0`;
      const [row] = readAll(writeText(`${HEADER}\n${line}`, path), { instruments }).rows;
      const ticks = new Decimal(price.replace(/\.$/, '')).times(100_000).toNumber();
      expect([row?.bidTicks, row?.offerTicks]).toEqual([ticks, ticks]);
      expect(row?.bidUnits).toBe(new Decimal(amount).times(100).toNumber());
    }),
    { numRuns: countRuns(300) },
  );
});
