// The session clock: origin plus elapsed monotonic time times speed.
import type { Instant } from '../domain/index.js';
import type { Clock, MachineClock } from '../machine/index.js';

export interface SessionClock extends Clock {
  readonly speed: number;
}

/** A running clock: session time is `originAt` now and goes on at `speed`. */
export function createSessionClock(
  originAt: Instant,
  speed: number,
  machine: MachineClock,
): SessionClock {
  const startedAt = machine.monoMicros();
  return {
    speed,
    now: () => Math.round(originAt + (machine.monoMicros() - startedAt) * speed),
    at: (dueAt, action) => machine.at(startedAt + Math.ceil((dueAt - originAt) / speed), action),
  };
}
