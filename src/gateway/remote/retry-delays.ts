// Waits of session time that end with the gateway, and back-off times after failures.
import { type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import type { Clock, Random } from '../../determinism/index.js';

/** Attempts of a call in all, and first and longest wait between two attempts. */
export interface TryPlan {
  readonly max: number;
  readonly first: Micros;
  readonly most: Micros;
}

/** Retry plans of the gateway: order queries and cancels. */
export interface RetryPlans {
  readonly find: TryPlan;
  readonly cancel: TryPlan;
}

const BACK_OFF = { first: 250 * MILLISECOND, most: 4 * SECOND };
export const DEFAULT_TRIES: RetryPlans = {
  find: { max: 4, ...BACK_OFF },
  cancel: { max: 5, ...BACK_OFF },
};

/** Wait after the nth failure in a row: doubles each time; a random value in its upper half. */
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

  /** Pending waits never resolve. */
  cancelAll(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }
}
