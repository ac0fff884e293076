// Batches rates that the bot has seen for the report, which is cheaper than one at a time.

export class SeenRates {
  /** The bot has seen the rows of the block before this one. */
  row = 0;
  readonly #show: (from: number, to: number) => void;
  #shown = 0;

  /** `show` gets the first row and the one after the last. */
  constructor(show: (from: number, to: number) => void) {
    this.#show = show;
  }

  /** Starts a new block. */
  start(): void {
    this.row = 0;
    this.#shown = 0;
  }

  /**
   * Passes on the rates seen since: before each output, which must come after its rates, and at the
   * end.
   */
  flush(): void {
    if (this.#shown === this.row) return;
    this.#show(this.#shown, this.row);
    this.#shown = this.row;
  }
}
