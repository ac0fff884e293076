// The running digest: a 128-bit hash over a fixed layout of integers and texts. Not cryptographic.

/** Words that announce a wide integer and a text; a plain integer is never one of them. */
const WIDE = 0x5bd1e995;
const TEXT = 0x7feb352d;

/** Accumulates integers and texts; equal inputs in equal order give equal hex. */
export class Digest {
  #a = 0x243f6a88 | 0;
  #b = 0x85a308d3 | 0;
  #c = 0x13198a2e | 0;
  #d = 0x03707344 | 0;

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
    let [a, b, c, d] = [this.#a, this.#b, this.#c, this.#d];
    for (let round = 0; round < 4; round++) {
      a = finish(a ^ rotate(d, 7));
      b = finish(b ^ rotate(a, 13));
      c = finish(c ^ rotate(b, 17));
      d = finish(d ^ rotate(c, 23));
    }
    return [a, b, c, d].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #word(word: number): void {
    this.#a = Math.imul(rotate(this.#a ^ word, 15), 0x85ebca6b) + this.#d;
    this.#b = Math.imul(rotate(this.#b + word, 13), 0xc2b2ae35) ^ this.#a;
    this.#c = Math.imul(rotate(this.#c ^ this.#b, 17), 0x9e3779b1) + word;
    this.#d = Math.imul(rotate(this.#d + this.#c, 11), 0x27d4eb2f) ^ word;
    this.#a |= 0;
    this.#c |= 0;
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
