// CSV cells written as bytes equal the texts of tables, character by character.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, type Instrument } from '../../../src/domain/index.js';
import { formatShortest } from '../../../src/domain/numbers/index.js';
import { CsvWriter } from '../../../src/report/csv/csv-writer.js';
import { formatMid, formatPrice } from '../../../src/report/figures/texts.js';
import { countRuns } from '../../runs.js';
import { eurUsd } from '../twap-session.js';

const RUNS = { numRuns: countRuns(2_000, 100) };
const figures = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const decimals = fc.integer({ min: 0, max: 8 });
const withDecimals = (ratePrecision: number): Instrument => ({ ...eurUsd, ratePrecision });

function write(cell: (csv: CsvWriter) => void): string {
  const csv = new CsvWriter();
  cell(csv);
  return Buffer.from(csv.bytes).toString();
}

describe('CSV cell', () => {
  it('equals the figures of the tables', () => {
    const property = fc.property(figures, decimals, (figure, places) => {
      const instrument = withDecimals(places);
      const ticks2 = Math.floor(figure / 2);
      expect(write((csv) => csv.mid(ticks2, instrument))).toBe(formatMid(ticks2, instrument));
      expect(write((csv) => csv.price(figure, instrument))).toBe(formatPrice(figure, instrument));
      const text = formatShortest(-figure, places).replace(/^-0$/, '0');
      expect(write((csv) => csv.shortest(figure === 0 ? 0 : -figure, places))).toBe(text);
    });
    fc.assert(property, RUNS);
  });

  it('contains instants of any day, one after the other', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), { minLength: 1 });
    const property = fc.property(instants, (list) => {
      const csv = new CsvWriter();
      for (const at of list) csv.line(at, [(instant) => csv.instant(instant)]);
      expect(Buffer.from(csv.bytes).toString()).toBe(
        list.map((at) => `${formatInstant(at)}\r\n`).join(''),
      );
    });
    fc.assert(property, RUNS);
  });

  it.each([
    ['w1-1', 'w1-1'],
    ['', ''],
    ['-1', "'-1"],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['=1+1', "'=1+1"],
    ['a\tb ', 'a b'],
    ['Zürich', 'Zürich'],
    ['東京'.repeat(3_000), '東京'.repeat(3_000)],
  ])('writes %j as %j', (text, cell) => {
    expect(write((csv) => csv.text(text))).toBe(cell);
  });
});
