// Random streams: repeatable by seed and name, as published, and uniform enough.
import { describe, expect, it } from 'vitest';
import { createRandom, Digest } from '../../src/determinism/index.js';

const MASK = 0xffff_ffffn;

function rotate(word: bigint, by: bigint): bigint {
  return ((word << by) | (word >> (32n - by))) & MASK;
}

/** xoshiro128** as published by Blackman and Vigna, in exact integers. */
function* xoshiro(state: readonly [bigint, bigint, bigint, bigint]): Generator<bigint, never> {
  let [s0, s1, s2, s3] = state;
  for (;;) {
    yield (rotate((s1 * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (s1 << 9n) & MASK;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotate(s3, 11n);
  }
}

/** The 128 bits of a digest as four words. */
function toWords(hex: string): readonly [bigint, bigint, bigint, bigint] {
  const word = (index: number) => BigInt(`0x${hex.slice(8 * index, 8 * index + 8)}`);
  return [word(0), word(1), word(2), word(3)];
}

/** Names of neighbours: of one letter, one letter apart, and as the code makes them. */
const NAMES = [
  ...Array.from({ length: 16 }, (_, i) => String.fromCharCode(97 + i)),
  ...['aa', 'ab', 'ba', 'bb', '', 'poll/rates', 'poll/orders', 'back-off/rates'],
  ...['venue/algo/1', 'venue/algo/2', 'fault/V25', 'fault/V26', 'setting/V25', 'setting/V26'],
];

/** The correlation of two lists of numbers that are uniform in [0, 1). */
function correlate(a: readonly number[], b: readonly number[]): number {
  return (12 * a.reduce((sum, x, i) => sum + (x - 0.5) * (b[i]! - 0.5), 0)) / a.length;
}

function draw<T>(next: () => T, count: number): T[] {
  return Array.from({ length: count }, next);
}

describe('random stream', () => {
  it('gives the same numbers for the same seed and name', () => {
    expect(draw(createRandom(7, 'latency'), 100)).toEqual(draw(createRandom(7, 'latency'), 100));
  });

  it('gives others for another name or seed, above 32 bits too', () => {
    const streams = [
      createRandom(7, 'latency'),
      createRandom(7, 'latencz'),
      createRandom(7, 'ycnetal'),
      createRandom(7, ''),
      createRandom(8, 'latency'),
      createRandom(7 + 4_294_967_296, 'latency'),
      createRandom(7 + 2 * 4_294_967_296, 'latency'),
    ];
    const texts = streams.map((stream) => draw(stream, 4).join());
    expect(new Set(texts).size).toBe(streams.length);
  });

  it('does not depend on draws from other streams', () => {
    const alone = draw(createRandom(7, 'a'), 10);
    const a = createRandom(7, 'a');
    const b = createRandom(7, 'b');
    const mixed = draw(() => {
      b();
      return a();
    }, 10);
    expect(mixed).toEqual(alone);
  });

  it('is xoshiro128** with the digest of seed and name as its state', () => {
    const first = xoshiro([1n, 2n, 3n, 4n]);
    expect(draw(() => first.next().value, 4)).toEqual([11_520n, 0n, 5_927_040n, 70_819_200n]);

    const digest = new Digest();
    digest.int(12_345);
    digest.text('latency');
    const oracle = xoshiro(toWords(digest.hex()));
    const ours = createRandom(12_345, 'latency');
    for (let i = 0; i < 1_000; i++) {
      expect(ours() * 4_294_967_296).toBe(Number(oracle.next().value));
    }
  });

  it('is shared by no two of 30,000 neighbouring seeds and names', () => {
    const seen = new Set<string>();
    for (const name of NAMES) {
      for (let seed = 0; seed < 1_000; seed++) seen.add(draw(createRandom(seed, name), 4).join());
    }
    expect(seen.size).toBe(NAMES.length * 1_000);
  });

  it('starts uniformly over neighbouring seeds, whatever its name', () => {
    for (const name of NAMES) {
      const cells = new Array<number>(64).fill(0);
      for (let seed = 0; seed < 6_400; seed++)
        cells[Math.floor(createRandom(seed, name)() * 64)]!++;
      const chiSquare = cells.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
      expect(chiSquare, name).toBeLessThan(124); // 0.99999 quantile with 63 degrees of freedom
    }
  });

  it('starts without any relation to the next seed and to other names', () => {
    const starts = NAMES.map((name) =>
      Array.from({ length: 10_001 }, (_, seed) => createRandom(seed, name)()),
    );
    starts.forEach((numbers, i) => {
      expect(Math.abs(correlate(numbers.slice(0, -1), numbers.slice(1))), NAMES[i]).toBeLessThan(
        0.05,
      );
      for (const other of starts.slice(0, i)) {
        expect(Math.abs(correlate(numbers, other)), NAMES[i]).toBeLessThan(0.05); // 5 deviations
      }
    });
  });

  it('keeps its numbers from version to version', () => {
    const bits = draw(createRandom(1, 'fill'), 4).map((number) => number * 4_294_967_296);
    expect(bits).toEqual([1_709_655_255, 241_510_329, 2_228_000_518, 634_450_336]);
  });

  it('is uniform in [0, 1): mean, tails and a chi-square over 64 cells', () => {
    const numbers = draw(createRandom(2026, 'uniform'), 64_000);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.005);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    const cells = new Array<number>(64).fill(0);
    for (const number of numbers) cells[Math.floor(number * 64)]!++;
    const chiSquare = cells.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0);
    expect(chiSquare).toBeLessThan(103.4); // 0.999 quantile with 63 degrees of freedom
  });

  it('has streams of one seed that do not follow each other', () => {
    const a = draw(createRandom(1, 'a'), 10_000);
    const b = draw(createRandom(1, 'b'), 10_000);
    expect(Math.abs(correlate(a, b))).toBeLessThan(0.04);
  });
});
