// A session clock that advances only on demand, for tests and scripted runs.
import type { Instant } from '../domain/index.js';
import { type Clock, Scheduler } from '../determinism/index.js';

export interface SteppedClock extends Clock {
  /** Advances to `at`; timers due by then fire in order, each at its own time. */
  advanceTo(at: Instant): Promise<void>;
}

/**
 * A clock that starts at `startAt`. `rest` is awaited before each timer and at the end, so that
 * asynchronous work can settle before time advances.
 */
export function createSteppedClock(
  startAt: Instant,
  rest: () => Promise<void> = () => Promise.resolve(),
): SteppedClock {
  const scheduler = new Scheduler(startAt);
  return {
    now: () => scheduler.now,
    at: (dueAt, action) => scheduler.at(dueAt, action),
    advanceTo: async (at) => {
      await rest();
      while (scheduler.fireNext(at)) await rest();
      scheduler.moveTo(at);
    },
  };
}
