// Waits of session time that end with the gateway, and how long to wait after a failure.
import { type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import type { Clock, Random } from '../../determinism/index.js';

/** How often a call is tried in all, and the first and longest wait between two tries. */
export interface TryPlan {
  readonly max: number;
  readonly first: Micros;
  readonly most: Micros;
}

/** Calls of the gateway that may be tried again: reads of orders, and cancels. */
export interface RetryPlans {
  readonly find: TryPlan;
  readonly cancel: TryPlan;
}

const BACK_OFF = { first: 250 * MILLISECOND, most: 4 * SECOND };
export const DEFAULT_TRIES: RetryPlans = {
  find: { max: 4, ...BACK_OFF },
  cancel: { max: 5, ...BACK_OFF },
};

/** Wait after the nth failure in a row: doubled each time, of which the upper half is drawn. */
export function toBackOff(failures: number, random: Random, plan: TryPlan): Micros {
  let most = plan.first;
  for (let i = 1; i < failures && most < plan.most; i++) most *= 2;
  most = Math.min(most, plan.most);
  return Math.floor((most / 2) * (1 + random()));
}

export class RetryDelays {
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
