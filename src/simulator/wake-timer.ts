// Wakes the simulator when something is due: no request has to make up for an idle hour.
import { type Instant, MILLISECOND, NEVER } from '../domain/index.js';
import type { SessionClock } from './session-clock.js';

/** A timer waits at most this long and then looks again: Node's own limit is 24 days. */
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

  /** Wakes at `dueAt` at the latest; an earlier wake-up that is already set stays. */
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
