// The session clock: origin plus elapsed monotonic time times speed.
import { formatInstant, type Instant, type Micros, SECOND } from '../domain/index.js';
import type { Clock, HostClock } from '../determinism/index.js';

export interface SessionClock extends Clock {
  readonly speed: number;
}

/** A running clock: session time is `originAt` now and goes on at `speed`. */
export function createSessionClock(
  originAt: Instant,
  speed: number,
  machine: HostClock,
): SessionClock {
  const startedAt = machine.monoMicros();
  return {
    speed,
    now: () => Math.round(originAt + (machine.monoMicros() - startedAt) * speed),
    at: (dueAt, action) => machine.at(startedAt + Math.ceil((dueAt - originAt) / speed), action),
  };
}

/** Between two readings of a clock, and by a time service that corrects it. */
const USUAL_LEAD: Micros = 2 * SECOND;

/**
 * What a person has to know when session time goes on from a last record that is later than the
 * machine's clock: the run before had a clock that was ahead. Undefined where it is not.
 */
export function describeLead(lastAt: Instant, wallAt: Instant): string | undefined {
  const lead = lastAt - wallAt;
  if (lead <= USUAL_LEAD) return undefined;
  return (
    `the journal's last record is of ${formatInstant(lastAt)}, ${(lead / SECOND).toFixed(0)} s ` +
    "ahead of this machine's clock: session time goes on from there, and if this clock is right, " +
    'RC55 lets no order go in the time between'
  );
}
