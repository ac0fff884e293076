// Waits during a start, in session time.
import { type Instant, type Micros, SECOND } from '../domain/index.js';
import type { RemoteGateway } from '../gateway/index.js';
import type { SessionClock } from '../host/index.js';

/** Wait before a failed read is repeated: one second, or what the venue asks for (429, 503). */
export function waitAsAsked({
  clock,
  gateway: { budget },
}: {
  readonly clock: SessionClock;
  readonly gateway: Pick<RemoteGateway, 'budget'>;
}): Promise<void> {
  return waitUntil(clock, Math.max(clock.now() + SECOND, budget.heldUntil));
}

export function waitFor(clock: SessionClock, span: Micros): Promise<void> {
  return waitUntil(clock, clock.now() + span);
}

export function waitUntil(clock: SessionClock, at: Instant): Promise<void> {
  return new Promise((resolve) => {
    clock.at(at, resolve);
  });
}
