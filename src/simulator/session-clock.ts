// Session clock of the simulator: origin plus elapsed monotonic host time x speed.
import { assert, type Instant, type Micros, MILLISECOND } from '../domain/index.js';
import type { SimulatorClock } from './settings.js';

export class SessionClock implements SimulatorClock {
  readonly origin: Instant;
  readonly speed: number;
  readonly #elapsed: () => Micros;
  #startedAt: Micros;
  /** Session time at the last start or resume. */
  #from: Instant;
  /** Session time while the clock is stopped. */
  #stoppedAt: Instant;

  /** `monotonic` returns microseconds of monotonic host time; only differences count. */
  constructor(
    origin: Instant,
    speed: number,
    monotonic: () => Micros = () => performance.now() * MILLISECOND,
  ) {
    this.origin = origin;
    this.speed = speed;
    this.#elapsed = monotonic;
    this.#startedAt = monotonic();
    this.#from = origin;
    this.#stoppedAt = origin;
  }

  now(): Instant {
    if (this.speed === 0) return this.#stoppedAt;
    return this.#from + Math.floor((this.#elapsed() - this.#startedAt) * this.speed);
  }

  /** Moves a stopped clock forward. */
  moveTo(at: Instant): void {
    assert(
      this.speed === 0 && at >= this.#stoppedAt,
      'only stopped time can be moved, and only forward',
    );
    this.#stoppedAt = at;
  }

  /** Continues from a session time after a restore. */
  resumeAt(at: Instant): void {
    this.#startedAt = this.#elapsed();
    this.#from = at;
    this.#stoppedAt = at;
  }

  /** Monotonic host time until `at`, at least 0. */
  findWait(at: Instant): Micros {
    return Math.max(0, (at - this.now()) / this.speed);
  }
}
