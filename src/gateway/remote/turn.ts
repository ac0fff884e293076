// Reads for safety that wait until the request budget has room for them.
import { type Instant, type Micros, MILLISECOND } from '../../domain/index.js';
import type { RemotePorts } from './ports.js';

/** How often a read looks whether it is within the request budget by now. */
const TURN_EVERY: Micros = 50 * MILLISECOND;

/**
 * Sends a read once the request budget has room for it: a cancel alone goes ahead of that (RC34).
 * Calls `onWait` before each wait.
 */
export async function askInTurn<T>(
  { budget, clock, poller, wait }: RemotePorts,
  send: () => Promise<T>,
  onWait?: () => void,
): Promise<{ readonly outcome: T; readonly startedAt: Instant }> {
  while (!budget.has('safety', clock.now())) {
    onWait?.();
    await wait(TURN_EVERY);
  }
  const startedAt = clock.now();
  return { outcome: await poller.requestNow('safety', send), startedAt };
}
