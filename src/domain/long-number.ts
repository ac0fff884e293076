// A number of JSON with more digits than a double holds.

/** Only the schema of an amount takes it: it is no text, so it becomes no address, tag or id. */
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
