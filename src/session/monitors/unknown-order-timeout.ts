// Ends a session that waits only for orders of which the venue has reported nothing.
import type { OpenOrder } from '../../kernel/index.js';
import type { HostClock } from '../../determinism/index.js';

/** Monotonic time that such orders are waited for, microseconds. */
const UNKNOWN_LIFE = 60_000_000;

export class UnknownOrderTimeout {
  readonly #clock: HostClock;
  #since: number | undefined;

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /**
   * Whether only unknown orders have been left for too long. `open` is empty during a recovery,
   * which has a deadline of its own.
   */
  isStuck(hasNoWork: boolean, open: readonly OpenOrder[]): boolean {
    const isWaiting = hasNoWork && open.length > 0 && open.every((order) => order.isUnknown);
    const now = this.#clock.monoMicros();
    this.#since = isWaiting ? (this.#since ?? now) : undefined;
    return this.#since !== undefined && now - this.#since > UNKNOWN_LIFE;
  }
}
