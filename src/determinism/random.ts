// Randomness by name and seed: the same name and seed give the same numbers, in any order of use.
import { Digest } from './digest.js';

/** The next number, uniform in [0, 1), with 32 random bits. */
export type Random = () => number;

/** Words of a seed and of a name of usual length: what is mixed in at once. */
const MAX_WORDS = 64;

/**
 * A stream of random numbers of its own for each (seed, name): xoshiro128**, whose whole state is
 * the digest of both, so that neighbours have nothing in common and no two pairs share a stream.
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
