// Wakes the simulator when something is due, so that no request has to catch up a long idle time.
import { type Instant, MILLISECOND, NEVER } from '../domain/index.js';
import type { SessionClock } from './session-clock.js';

/** Maximum wait of one timer, after which it is set again; Node's own limit is 24 days. */
const MAX_WAIT_MS = 3_600_000;

export class WakeTimer {
  readonly #clock: SessionClock;
  readonly #wake: () => void;
  #dueAt: Instant = NEVER;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: SessionClock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes at `dueAt` at the latest; keeps an earlier wake-up. */
  arm(dueAt: Instant): void {
    if (dueAt >= this.#dueAt || this.#clock.speed === 0) return;
    this.cancel();
    this.#dueAt = dueAt;
    const wait = Math.ceil(this.#clock.findWait(dueAt) / MILLISECOND);
    this.#timer = setTimeout(
      () => {
        this.#dueAt = NEVER;
        this.#wake();
      },
      Math.min(wait, MAX_WAIT_MS),
    );
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#dueAt = NEVER;
  }
}
