// Deadline of a recovery: a bot that is not ready in time halts and reports what it waited for.
import type { HostClock } from '../determinism/index.js';
import type { RecoveryHalt } from './check-positions.js';
import { recover } from './recover.js';
import type { RecoveryPorts } from './ports.js';

/** Monotonic time that a start may take, milliseconds. */
const READY_WITHIN_MS = 300_000;

/** Recovers, or halts after five minutes with what is still open. */
export async function recoverInTime(
  ports: Omit<RecoveryPorts, 'waitFor'>,
  machine: HostClock,
): Promise<RecoveryHalt | undefined> {
  let what = '';
  let isLate = false;
  const waitFor = (aim: string): void => {
    what = aim;
    // A first start waits only for responses of the venue.
    if (ports.memory.epoch > 0) ports.notify(`start: waiting for ${aim}`);
  };
  const isOver = (): boolean => isLate || ports.isOver();
  let timer: { cancel(): void } | undefined;
  const deadline = new Promise<RecoveryHalt>((resolve) => {
    timer = machine.setTimer(READY_WITHIN_MS, () => {
      isLate = true;
      resolve({ rule: 'RC53', reason: `not ready after 5 min: waiting for ${what}` });
    });
  });
  const found = await Promise.race([recover({ ...ports, isOver, waitFor }), deadline]);
  timer?.cancel();
  return found;
}
