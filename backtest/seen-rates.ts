// Rates that the bot has seen and the report has not: shown to it many at once, which is cheaper.

export class SeenRates {
  /** The bot has seen the block's rows before this one. */
  row = 0;
  readonly #show: (from: number, to: number) => void;
  #shown = 0;

  /** `show` is given the first row and the one after the last. */
  constructor(show: (from: number, to: number) => void) {
    this.#show = show;
  }

  /** A new block has been read. */
  start(): void {
    this.row = 0;
    this.#shown = 0;
  }

  /** Shows what was seen since: at each output, which must come after its rates, and at the end. */
  flush(): void {
    if (this.#shown === this.row) return;
    this.#show(this.#shown, this.row);
    this.#shown = this.row;
  }
}
