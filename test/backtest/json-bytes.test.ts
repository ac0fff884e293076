// JSON that is put together byte by byte: the same bytes as JSON.stringify makes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonBytes } from '../../backtest/json-bytes.js';
import { fromScaled, MAX_DECIMALS, MAX_SCALED } from '../../src/domain/numbers/index.js';
import { countRuns } from '../runs.js';

/** What comes out, and in how many pieces. */
function write(add: (json: JsonBytes) => void) {
  const pieces: string[] = [];
  const json = new JsonBytes((bytes) => pieces.push(Buffer.from(bytes).toString()));
  add(json);
  json.flush();
  return { text: pieces.join(''), pieces: pieces.length };
}

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 40 }));
const BORDERS = [0, 9, 10, 99_999_999, 1e8, 999_999_999, 1e9, 1e15, MAX_SCALED, 2 ** 53, 1e17, -1];

describe('JSON in bytes', () => {
  it('has texts as JSON.stringify has them', () => {
    const check = (value: string) => {
      expect(write((json) => json.text('"a":', value)).text).toBe(`"a":${JSON.stringify(value)}`);
    };
    fc.assert(fc.property(text, check));
    for (const value of ['', '"', '\\', '\n', '\u007f', 'é', '€', '😀', '\ud800', '{}'])
      check(value);
  });

  it('has integers as JSON.stringify has them', () => {
    const check = (value: number) => {
      expect(write((json) => json.integer(',', value)).text).toBe(`,${JSON.stringify(value)}`);
    };
    fc.assert(fc.property(fc.maxSafeInteger(), check));
    for (const value of BORDERS) check(value);
  });

  it('has decimals as the double of a scaled integer is written', () => {
    const check = (scaled: number, decimals: number) => {
      const expected = JSON.stringify(fromScaled(scaled, decimals));
      expect(write((json) => json.decimal('', scaled, decimals)).text).toBe(expected);
    };
    const scaled = fc.oneof(
      fc.integer({ min: -MAX_SCALED, max: MAX_SCALED }),
      fc.integer({ min: 0, max: 2_000_000 }),
    );
    fc.assert(fc.property(scaled, fc.nat({ max: MAX_DECIMALS }), check), {
      numRuns: countRuns(2_000),
    });
    for (const [value, decimals] of [
      ...[[0, 5] as const, [1, 6] as const, [1, 7] as const, [10, 7] as const, [9, 6] as const],
      ...[[110_000, 5] as const, [108_545, 5] as const, [50, 2] as const, [-5, 1] as const],
      ...[[MAX_SCALED, 0] as const, [MAX_SCALED, 9] as const, [999_999_999, 9] as const],
    ]) {
      check(value, decimals);
    }
  });

  it('is complete, however it falls into buffers', () => {
    const line = ['"at":', 'a text', '€', 1_788_220_817_146_000, 108_545] as const;
    const lines = 3_000;
    const { text: found, pieces } = write((json) => {
      for (let i = 0; i < lines; i++) {
        json.text(line[0], line[1]);
        json.text(',', line[2]);
        json.integer(',', line[3]);
        json.decimal(',', line[4], 5);
        json.plain('\n');
      }
    });
    expect(found).toBe('"at":"a text","€",1788220817146000,1.08545\n'.repeat(lines));
    expect(pieces).toBeGreaterThan(1);
  });

  it('has texts longer than a buffer', () => {
    const found = (value: string) => write((json) => json.text('', value)).text;
    for (const value of ['a'.repeat(65_534), 'b'.repeat(65_535), '€'.repeat(70_000)]) {
      expect(found(value) === JSON.stringify(value)).toBe(true);
    }
    const { text: json } = write((bytes) => {
      bytes.plain('[');
      bytes.any('€'.repeat(30_000));
      bytes.plain(']');
    });
    expect(json === `[${'€'.repeat(30_000)}]`).toBe(true);
  });
});
