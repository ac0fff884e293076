// Randomness by name and seed: the same name and seed give the same numbers, in any order of use.

/** The next number, uniform in [0, 1), with 32 random bits. */
export type Random = () => number;

/**
 * A stream of random numbers of its own for each (seed, name): xoshiro128** seeded by splitmix32.
 */
export function createRandom(seed: number, name: string): Random {
  let mixed = (seed | 0) ^ Math.imul(Math.floor(seed / 4_294_967_296) | 0, 0x9e3779b1);
  for (let i = 0; i < name.length; i++) {
    mixed = Math.imul(mixed ^ name.charCodeAt(i), 0x01000193);
  }
  const next = () => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let word = mixed ^ (mixed >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a2d97);
    return word ^ (word >>> 15);
  };
  let a = next();
  let b = next();
  let c = next();
  let d = next();
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
