// The session clock: origin plus elapsed monotonic time times speed.
import type { Instant } from '../domain/index.js';
import type { Clock } from '../machine/index.js';

/** Longest real wait of one platform timer; longer ones are armed again. */
const MAX_WAIT_MS = 60_000;

/** Microseconds of monotonic machine time from an arbitrary start. */
export function readMachineTime(): number {
  return Math.round(performance.now() * 1_000);
}

export interface SessionClock extends Clock {
  readonly speed: number;
}

/** A running clock: session time is `originAt` now and goes on at `speed`. */
export function createSessionClock(originAt: Instant, speed: number): SessionClock {
  const startedAt = performance.now();
  const now = () => Math.round(originAt + (performance.now() - startedAt) * 1_000 * speed);
  return {
    speed,
    now,
    at: (dueAt, action) => {
      let timer: NodeJS.Timeout | undefined;
      const arm = () => {
        const waitMs = Math.min(MAX_WAIT_MS, Math.max(0, (dueAt - now()) / 1_000 / speed));
        timer = setTimeout(() => {
          if (now() >= dueAt) action();
          else arm();
        }, Math.ceil(waitMs));
      };
      arm();
      return {
        cancel: () => {
          clearTimeout(timer);
        },
      };
    },
  };
}
