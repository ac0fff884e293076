// Shutdown of a session: its reason and the time that is left for it (RC65).
import type { HostClock } from '../../determinism/index.js';

/** Monotonic time that cancels have to end own orders, milliseconds. */
export const CLOSING_MS = 10_000;
/**
 * Monotonic time for the cancels and the proof of their end, milliseconds. A stop has 20 s; 4 of
 * them remain for connections, journal, watchdog and report.
 */
const PROOF_MS = 16_000;

export class Shutdown {
  readonly #clock: HostClock;
  readonly #onDeadline: () => void;
  #timer: { cancel(): void } | undefined;
  #beganAt: number | undefined;
  /** Undefined while the session is not ending, and when it ends by itself. */
  reason: 'stopped' | 'halted' | undefined;
  message = '';
  #hasEnded = false;

  constructor(clock: HostClock, onDeadline: () => void) {
    this.#clock = clock;
    this.#onDeadline = onDeadline;
  }

  /**
   * Begins the shutdown; only the first call counts. Cancels have `deadlineMs` milliseconds of
   * monotonic time; a session whose orders have all ended needs none.
   */
  begin(reason: 'stopped' | 'halted', message: string, deadlineMs: number): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.message = message;
    if (this.#hasEnded) return;
    this.#beganAt = this.#clock.monoMicros();
    this.#timer = this.#clock.setTimer(deadlineMs, this.#onDeadline);
  }

  /** Milliseconds left for the proof; Infinity for a session that ends by itself. */
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
