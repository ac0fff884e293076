// The simulator's session clock: origin plus elapsed monotonic time x speed.
import { assert, type Instant, type Micros, MILLISECOND } from '../domain/index.js';
import type { SimulatorClock } from './settings.js';

export class SessionClock implements SimulatorClock {
  readonly origin: Instant;
  readonly speed: number;
  readonly #elapsed: () => Micros;
  #startedAt: Micros;
  /** Session time at which it last began to run. */
  #from: Instant;
  /** Session time while time is stopped. */
  #stoppedAt: Instant;

  /** `monotonic` gives machine time in microseconds; only its differences count. */
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

  /** Moves stopped time forward. */
  moveTo(at: Instant): void {
    assert(this.speed === 0 && at >= this.#stoppedAt, 'only stopped time is moved, and forward');
    this.#stoppedAt = at;
  }

  /** Goes on from a session time, as if it had come this far. */
  resumeAt(at: Instant): void {
    this.#startedAt = this.#elapsed();
    this.#from = at;
    this.#stoppedAt = at;
  }

  /** Machine time until `at` is reached, at least 0. */
  findWait(at: Instant): Micros {
    return Math.max(0, (at - this.now()) / this.speed);
  }
}
