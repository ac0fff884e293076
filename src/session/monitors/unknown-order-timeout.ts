// Orders that the venue never spoke of do not keep a session alive for ever.
import type { OpenOrder } from '../../kernel/index.js';
import type { HostClock } from '../../determinism/index.js';

/** Machine time after which orders without any word of the venue are given up, microseconds. */
const UNKNOWN_LIFE = 60_000_000;

export class UnknownOrderTimeout {
  readonly #clock: HostClock;
  #since: number | undefined;

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /**
   * Whether nothing but such orders has been left for too long. `open` is empty during a recovery,
   * which waits for them and has a bound of its own.
   */
  isStuck(hasNoWork: boolean, open: readonly OpenOrder[]): boolean {
    const isWaiting = hasNoWork && open.length > 0 && open.every((order) => order.isUnknown);
    const now = this.#clock.monoMicros();
    this.#since = isWaiting ? (this.#since ?? now) : undefined;
    return this.#since !== undefined && now - this.#since > UNKNOWN_LIFE;
  }
}
