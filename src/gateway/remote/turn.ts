// Safety reads that wait until the request budget has room for them.
import { type Instant, type Micros, MILLISECOND } from '../../domain/index.js';
import type { RemotePorts } from './ports.js';

/** Time between two checks of the request budget. */
const TURN_EVERY: Micros = 50 * MILLISECOND;

/**
 * Sends a read once the request budget has room; only a cancel leaves ahead of the budget (RC34).
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
