// JSON put together byte by byte in one buffer; as a text of many small parts it costs more.
import { fromScaled, powerOfTen } from '../src/domain/index.js';

/** Bytes that are written at once. */
const CHUNK = 65_536;
const MAX_BYTES_A_CHARACTER = 3;
/** No number has more. */
const MAX_DIGITS = 20;
/** Below it, digits are taken of integers of 32 bits. */
const SMALL = 1e9;
const HALF_DIGITS = 8;
const HALF = 1e8;
/** Numbers below it have an exponent in JSON. */
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

  /** `write` gets the bytes of each full buffer, and keeps none of them. */
  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** JSON as it stands, of ASCII alone and shorter than a buffer. */
  plain(json: string): void {
    this.#makeRoom(json.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < json.length; i++) bytes[at++] = json.charCodeAt(i);
    this.#length = at;
  }

  /** JSON as it stands. */
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

  /** What stands before it, and a text in quotes. */
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

  /** A number that is no fraction. */
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

  /** `fromScaled` of a scaled integer. */
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

  /** The last digits of an integer below 1e9, zeros in front included. */
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

/** Of an integer from 0 to 1e9. */
function countDigits(value: number): number {
  let digits = 1;
  for (let bound = 10; value >= bound; bound *= 10) digits++;
  return digits;
}
