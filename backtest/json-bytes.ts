// Builds JSON byte by byte in one buffer, which is faster than joining many small texts.
import { fromScaled, powerOfTen } from '../src/domain/numbers/index.js';

/** Bytes written at once. */
const CHUNK = 65_536;
const MAX_BYTES_A_CHARACTER = 3;
/** More digits than any number has. */
const MAX_DIGITS = 20;
/** Integers below this are formatted with 32-bit arithmetic. */
const SMALL = 1e9;
const HALF_DIGITS = 8;
const HALF = 1e8;
/** JSON writes numbers below this with an exponent. */
const LEAST_PLAIN = 1e-6;
const ZERO = 0x30;
const POINT = 0x2e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTED = 0x20;
const LAST_PRINTED = 0x7e;

export class JsonBytes {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #bytes = Buffer.allocUnsafe(CHUNK);
  #length = 0;

  /** `write` gets the bytes of each full buffer and must not keep them. */
  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** Appends JSON unchanged; ASCII only and shorter than the buffer. */
  plain(json: string): void {
    this.#makeRoom(json.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < json.length; i++) bytes[at++] = json.charCodeAt(i);
    this.#length = at;
  }

  /** Appends JSON unchanged. */
  any(json: string): void {
    const most = json.length * MAX_BYTES_A_CHARACTER;
    if (most > CHUNK) {
      this.flush();
      this.#write(Buffer.from(json));
      return;
    }
    this.#makeRoom(most);
    this.#length += this.#bytes.write(json, this.#length);
  }

  /** Appends `before` unchanged, then a text in quotes. */
  text(before: string, value: string): void {
    this.plain(before);
    if (value.length + 2 > CHUNK) {
      this.any(JSON.stringify(value));
      return;
    }
    this.#makeRoom(value.length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      const isPrinted = code >= FIRST_PRINTED && code <= LAST_PRINTED;
      if (!isPrinted || code === QUOTE || code === BACKSLASH) {
        this.any(JSON.stringify(value));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
  }

  /** Appends `before` unchanged, then an integer. */
  integer(before: string, value: number): void {
    this.plain(before);
    const high = Math.floor(value / HALF);
    if (!(value >= 0 && high < SMALL)) {
      this.plain(String(value));
      return;
    }
    this.#makeRoom(MAX_DIGITS);
    if (value < SMALL) {
      this.#digits(value, countDigits(value));
    } else {
      this.#digits(high, countDigits(high));
      this.#digits(value - high * HALF, HALF_DIGITS);
    }
  }

  /** Appends `before` unchanged, then `fromScaled(scaled, decimals)`. */
  decimal(before: string, scaled: number, decimals: number): void {
    const power = powerOfTen(decimals);
    const whole = Math.floor(scaled / power);
    let rest = scaled - whole * power;
    const isPlain = power <= SMALL && scaled >= 0 && (whole > 0 || rest >= LEAST_PLAIN * power);
    if (!isPlain && rest !== 0) {
      this.plain(before);
      this.plain(String(fromScaled(scaled, decimals)));
      return;
    }
    this.integer(before, whole);
    if (rest === 0) return;
    let digits = decimals;
    for (; rest % 10 === 0; digits--) rest /= 10;
    this.#makeRoom(MAX_DIGITS);
    this.#bytes[this.#length++] = POINT;
    this.#digits(rest, digits);
  }

  flush(): void {
    this.#write(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes > CHUNK) this.flush();
  }

  /** The last digits of an integer below 1e9, including leading zeros. */
  #digits(value: number, digits: number): void {
    const bytes = this.#bytes;
    const from = this.#length;
    let left = value | 0;
    for (let at = from + digits - 1; at >= from; at--) {
      const tens = (left / 10) | 0;
      bytes[at] = ZERO + left - tens * 10;
      left = tens;
    }
    this.#length = from + digits;
  }
}

/** Digits of an integer from 0 to 1e9. */
function countDigits(value: number): number {
  let digits = 1;
  for (let bound = 10; value >= bound; bound *= 10) digits++;
  return digits;
}
