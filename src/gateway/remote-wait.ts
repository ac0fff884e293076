// Waits of session time that end with the gateway, and how long to wait after a failure.
import { type Micros, MILLISECOND, SECOND } from '../domain/index.js';
import type { Clock, Random } from '../machine/index.js';

const FIRST_BACK_OFF: Micros = 250 * MILLISECOND;
const MOST_BACK_OFF: Micros = 4 * SECOND;

/** Wait after the nth failure in a row: doubled each time, of which the upper half is drawn. */
export function toBackOff(failures: number, random: Random): Micros {
  let most = FIRST_BACK_OFF;
  for (let i = 1; i < failures && most < MOST_BACK_OFF; i++) most *= 2;
  most = Math.min(most, MOST_BACK_OFF);
  return Math.floor((most / 2) * (1 + random()));
}

export class Waits {
  readonly #clock: Clock;
  readonly #timers = new Set<{ cancel(): void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wait(span: Micros): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#clock.at(this.#clock.now() + span, () => {
        this.#timers.delete(timer);
        resolve();
      });
      this.#timers.add(timer);
    });
  }

  /** What waits now waits for ever. */
  cancelAll(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }
}
