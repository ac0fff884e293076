// The session clock: origin plus elapsed monotonic time times speed.
import { formatInstant, type Instant, type Micros, SECOND } from '../domain/index.js';
import type { Clock, HostClock } from '../determinism/index.js';

export interface SessionClock extends Clock {
  readonly speed: number;
}

/** Creates a running clock: session time is `originAt` now and advances at `speed`. */
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

/** Usual difference between two clock reads, or by a time service's correction. */
const USUAL_LEAD: Micros = 2 * SECOND;

/**
 * Message when session time continues from a last record that is later than the host's clock: the
 * clock of the previous run was ahead. Undefined otherwise.
 */
export function describeLead(lastAt: Instant, wallAt: Instant): string | undefined {
  const lead = lastAt - wallAt;
  if (lead <= USUAL_LEAD) return undefined;
  return (
    `the journal's last record is of ${formatInstant(lastAt)}, ${(lead / SECOND).toFixed(0)} s ` +
    "ahead of this machine's clock: session time continues from there, and if this clock " +
    'is right, ' +
    'RC55 refuses every order until then'
  );
}
