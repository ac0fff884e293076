// Why a session is ending, and how long its orders get to be proven ended.
import type { MachineClock } from '../machine/index.js';

export class Closing {
  readonly #clock: MachineClock;
  readonly #onDeadline: () => void;
  #timer: { cancel(): void } | undefined;
  /** Undefined while the session is not ending, and for one that ends by itself. */
  reason: 'stopped' | 'halted' | undefined;
  message = '';
  #hasEnded = false;

  constructor(clock: MachineClock, onDeadline: () => void) {
    this.#clock = clock;
    this.#onDeadline = onDeadline;
  }

  /**
   * The first call counts. Machine time, in milliseconds, is the deadline; a session that is over
   * with its orders needs none.
   */
  begin(reason: 'stopped' | 'halted', message: string, deadlineMs: number): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.message = message;
    if (this.#hasEnded) return;
    this.#timer = this.#clock.setTimer(deadlineMs, this.#onDeadline);
  }

  end(): void {
    this.#hasEnded = true;
    this.#timer?.cancel();
  }
}
