// Why a session is ending, and what is left of the time in which it has to (RC65).
import type { HostClock } from '../../determinism/index.js';

/** Machine time that cancels get to end own orders, milliseconds. */
export const CLOSING_MS = 10_000;
/**
 * The same with the proof of that end. Of the 20 s of a stop, 4 are left for what is still open
 * then: connections, journal, guard and report.
 */
const PROOF_MS = 16_000;

export class Shutdown {
  readonly #clock: HostClock;
  readonly #onDeadline: () => void;
  #timer: { cancel(): void } | undefined;
  #beganAt: number | undefined;
  /** Undefined while the session is not ending, and for one that ends by itself. */
  reason: 'stopped' | 'halted' | undefined;
  message = '';
  #hasEnded = false;

  constructor(clock: HostClock, onDeadline: () => void) {
    this.#clock = clock;
    this.#onDeadline = onDeadline;
  }

  /**
   * The first call counts. `deadlineMs` is machine time that cancels get, in milliseconds; a
   * session that is over with its orders needs none.
   */
  begin(reason: 'stopped' | 'halted', message: string, deadlineMs: number): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.message = message;
    if (this.#hasEnded) return;
    this.#beganAt = this.#clock.monoMicros();
    this.#timer = this.#clock.setTimer(deadlineMs, this.#onDeadline);
  }

  /** Milliseconds that a proof may take; no bound for an end that nobody asked for. */
  get leftMs(): number {
    if (this.#beganAt === undefined) return Infinity;
    const tookMs = Math.floor((this.#clock.monoMicros() - this.#beganAt) / 1_000);
    return Math.max(0, PROOF_MS - tookMs);
  }

  end(): void {
    this.#hasEnded = true;
    this.#timer?.cancel();
  }
}
