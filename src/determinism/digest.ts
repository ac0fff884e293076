// The running digest: a 128-bit hash over a fixed layout of integers and texts. Not cryptographic.

/** Words that announce a wide integer and a text; a plain integer never equals one of them. */
const WIDE = 0x5bd1e995;
const TEXT = 0x7feb352d;

/** Number of words buffered before they are mixed in, which is faster for many at once. */
const MAX_PENDING = 256;

/** Value of a digest: four signed 32-bit words. */
export type DigestWords = readonly [number, number, number, number];

/** Accumulates integers and texts; equal inputs in equal order give equal hex. */
export class Digest {
  #a = 0x243f6a88 | 0;
  #b = 0x85a308d3 | 0;
  #c = 0x13198a2e | 0;
  #d = 0x03707344 | 0;
  readonly #pending: Int32Array;
  #count = 0;

  /** A smaller buffer suits a digest of few words; the result is the same. */
  constructor(maxPending: number = MAX_PENDING) {
    this.#pending = new Int32Array(maxPending);
  }

  /** Adds a safe integer: one word when it has 32 bits, else a marked pair. */
  int(value: number): void {
    const low = value | 0;
    if (low !== value || low === WIDE || low === TEXT) {
      this.#word(WIDE);
      this.#word(Math.floor(value / 4_294_967_296) | 0);
    }
    this.#word(low);
  }

  /** Adds a text with its length, by UTF-16 code units. */
  text(value: string): void {
    this.#word(TEXT);
    this.#word(value.length);
    for (let i = 0; i < value.length; i++) this.#word(value.charCodeAt(i));
  }

  /** The digest of everything added so far: 32 hex digits. */
  hex(): string {
    return this.words()
      .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
      .join('');
  }

  /** The digest as four words. */
  words(): DigestWords {
    this.#mix();
    let [a, b, c, d] = [this.#a, this.#b, this.#c, this.#d];
    for (let round = 0; round < 4; round++) {
      a = finish(a ^ rotate(d, 7));
      b = finish(b ^ rotate(a, 13));
      c = finish(c ^ rotate(b, 17));
      d = finish(d ^ rotate(c, 23));
    }
    return [a, b, c, d];
  }

  #word(word: number): void {
    this.#pending[this.#count++] = word;
    if (this.#count === this.#pending.length) this.#mix();
  }

  #mix(): void {
    const pending = this.#pending;
    const count = this.#count;
    let a = this.#a;
    let b = this.#b;
    let c = this.#c;
    let d = this.#d;
    for (let i = 0; i < count; i++) {
      const word = pending[i] as number;
      a = (Math.imul(rotate(a ^ word, 15), 0x85ebca6b) + d) | 0;
      b = Math.imul(rotate((b + word) | 0, 13), 0xc2b2ae35) ^ a;
      c = (Math.imul(rotate(c ^ b, 17), 0x9e3779b1) + word) | 0;
      d = Math.imul(rotate((d + c) | 0, 11), 0x27d4eb2f) ^ word;
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
    this.#count = 0;
  }
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
