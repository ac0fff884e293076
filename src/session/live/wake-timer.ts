// The one timer that wakes the kernel when its next timer is due.
import { type Instant, NEVER } from '../../domain/index.js';
import type { Clock } from '../../determinism/index.js';

export class WakeTimer {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #dueAt: Instant = NEVER;
  #timer: { cancel(): void } | undefined;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Replaces the timer: wakes once at `dueAt`; NEVER switches it off. */
  arm(dueAt: Instant): void {
    if (dueAt === this.#dueAt) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#dueAt = dueAt;
    if (dueAt === NEVER) return;
    this.#timer = this.#clock.at(dueAt, () => {
      this.#dueAt = NEVER;
      this.#wake();
    });
  }
}
