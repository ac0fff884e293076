// Random streams: repeatable by seed and name, as published, and uniform enough.
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/machine/index.js';

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

/** splitmix32 in exact integers: what turns one word into a state. */
function* splitmix(seed: bigint): Generator<bigint, never> {
  let sum = seed;
  for (;;) {
    sum = (sum + 0x9e37_79b9n) & MASK;
    let word = ((sum ^ (sum >> 16n)) * 0x21f0_aaadn) & MASK;
    word = ((word ^ (word >> 15n)) * 0x735a_2d97n) & MASK;
    yield word ^ (word >> 15n);
  }
}

function draw<T>(next: () => T, count: number): T[] {
  return Array.from({ length: count }, next);
}

describe('a random stream', () => {
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

  it('does not depend on what other streams were asked', () => {
    const alone = draw(createRandom(7, 'a'), 10);
    const a = createRandom(7, 'a');
    const b = createRandom(7, 'b');
    const mixed = draw(() => {
      b();
      return a();
    }, 10);
    expect(mixed).toEqual(alone);
  });

  it('is xoshiro128** seeded by splitmix32', () => {
    const first = xoshiro([1n, 2n, 3n, 4n]);
    expect(draw(() => first.next().value, 4)).toEqual([11_520n, 0n, 5_927_040n, 70_819_200n]);

    const words = splitmix(12_345n);
    const word = () => words.next().value;
    const oracle = xoshiro([word(), word(), word(), word()]);
    const ours = createRandom(12_345, '');
    for (let i = 0; i < 1_000; i++) {
      expect(ours() * 4_294_967_296).toBe(Number(oracle.next().value));
    }
  });

  it('keeps its numbers from version to version', () => {
    const bits = draw(createRandom(1, 'fill'), 4).map((number) => number * 4_294_967_296);
    expect(bits).toEqual([121_818_973, 3_234_148_995, 97_991_276, 3_182_205_146]);
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
    const covariance = a.reduce((sum, x, i) => sum + (x - 0.5) * (b[i]! - 0.5), 0) / a.length;
    expect(Math.abs(covariance * 12)).toBeLessThan(0.04);
  });
});
