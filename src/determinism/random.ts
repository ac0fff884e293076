// Random numbers by seed and name: equal seed and name give equal numbers, in any order of use.
import { Digest } from './digest.js';

/** Returns the next number, uniform in [0, 1), with 32 random bits. */
export type Random = () => number;

/** Buffer for a seed and a name of usual length, in words. */
const MAX_WORDS = 64;

/**
 * A separate stream of random numbers for each (seed, name): xoshiro128** whose whole state is the
 * digest of both, so that similar names have unrelated streams and no two pairs share one.
 */
export function createRandom(seed: number, name: string): Random {
  const origin = new Digest(MAX_WORDS);
  origin.int(seed);
  origin.text(name);
  let [a, b, c, d] = origin.words();
  return () => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return (result >>> 0) / 4_294_967_296;
  };
}
