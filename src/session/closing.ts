// Why a session is ending, and how long its orders get to be proven ended.

export class Closing {
  readonly #onDeadline: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Undefined while the session is not ending, and for one that ends by itself. */
  reason: 'stopped' | 'halted' | undefined;
  message = '';

  constructor(onDeadline: () => void) {
    this.#onDeadline = onDeadline;
  }

  /** The first call counts. Machine time, in milliseconds, is the deadline. */
  begin(reason: 'stopped' | 'halted', message: string, deadlineMs: number): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.message = message;
    this.#timer = setTimeout(this.#onDeadline, deadlineMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
