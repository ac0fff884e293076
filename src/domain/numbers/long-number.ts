// A JSON number with more digits than a double holds.

/** Only the schema of an amount accepts it: not being text, it becomes no address, tag or id. */
export class LongNumber {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toString(): string {
    return this.#digits;
  }

  toJSON(): string {
    return this.#digits;
  }
}
