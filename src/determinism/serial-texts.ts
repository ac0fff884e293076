// Texts of numbers that usually increase by one: builds the part shared with the previous number
// only once.
import { assert } from '../domain/index.js';

/** Numbers of one block share all digits but this many. */
const BLOCK_DIGITS = 2;

/** Prefix, the number in a radix with leading zeros up to a width, and suffix. */
export class SerialTexts {
  readonly #prefix: string;
  readonly #radix: number;
  readonly #digits: number;
  readonly #block: number;
  /** Ends of the texts, by the number's index in its block. */
  readonly #ends: readonly string[];
  #blockNumber = -1;
  #start = '';

  constructor(prefix: string, suffix = '', radix = 10, digits = 0) {
    const block = radix * radix;
    this.#prefix = prefix;
    this.#radix = radix;
    this.#digits = Math.max(0, digits - BLOCK_DIGITS);
    this.#block = block;
    this.#ends = Array.from(
      { length: block },
      (_, number) => number.toString(radix).padStart(BLOCK_DIGITS, '0') + suffix,
    );
  }

  /** Text of a safe integer with more digits than a block has, or with leading zeros. */
  format(number: number): string {
    const blockNumber = Math.floor(number / this.#block);
    if (blockNumber !== this.#blockNumber) {
      assert(blockNumber > 0 || this.#digits > 0, `number ${number} has too few digits`);
      this.#blockNumber = blockNumber;
      this.#start = this.#prefix + blockNumber.toString(this.#radix).padStart(this.#digits, '0');
    }
    return this.#start + (this.#ends[number - blockNumber * this.#block] ?? '');
  }
}
