// Final verification that own orders have ended: by the venue's reports, or not proven.
import { MILLISECOND } from '../../domain/index.js';
import type { OpenOrder } from '../../kernel/index.js';
import type { HostClock } from '../../determinism/index.js';
import type { LiveSessionParts } from './live-session-parts.js';
import { MAX_VERIFIED } from '../egress/order-egress.js';
import type { SessionEnd } from './session-result.js';

/**
 * Most orders queried one by one, and milliseconds for all: the request budget has 2 queries a
 * second under a throttle, about 6 without.
 */
const MAX_ASKED = 10;
const VERIFY_MS = 8_000;
/**
 * Milliseconds that ended orders have until all of their fills are booked, and between two checks.
 */
const BOOKING_MS = 5_000;
const STEP_MS = 50;

/** Own orders as the kernel has them, and milliseconds of monotonic time left for the proof. */
interface Ending {
  readonly list: () => readonly OpenOrder[];
  readonly leftMs: () => number;
  /** False after a bug: the venue has to confirm again the orders that the kernel has as ended. */
  readonly isTrusted: boolean;
}

/**
 * Queries the venue about the open orders, else about the newest sent ones, and waits for their
 * fills. Only a final report of the venue ends an order; an order that is not found proves nothing.
 */
export async function verifyOrdersClosed(
  { gateway, ports }: Pick<LiveSessionParts, 'gateway' | 'ports'>,
  { isTrusted, list, leftMs }: Ending,
  sent: readonly string[],
): Promise<Pick<SessionEnd, 'isProven' | 'isVerified' | 'open'>> {
  const listLeft = () => list().flatMap(({ coId, hasEnded }) => (hasEnded ? [] : [coId]));
  const left = list().map(({ coId }) => coId);
  const latest = sent.slice(-MAX_VERIFIED);
  const coIds = left.length > 0 ? left : latest.slice(-MAX_ASKED);
  const listed = [...new Set([...latest, ...coIds])];
  const { ended, isAnswered, open, alive } = await gateway.verifyEnded(
    coIds,
    Math.min(VERIFY_MS, leftMs()),
    listed,
    (coId) => isTrusted && !listLeft().includes(coId),
  );
  const bookingMs = Math.min(BOOKING_MS, leftMs());
  if (ended) await waitUntil(ports.clock, bookingMs, () => list().length === 0);
  // The journal has these open whatever the venue reported, so every output says so.
  const unproven = listLeft();
  if (unproven.length > 0) {
    const named = [...new Set([...unproven, ...alive])];
    return { isProven: false, isVerified: false, open: named };
  }
  if (ended) return { isProven: true, isVerified: true, open: [] };
  const isProven = left.length === 0 && !isAnswered && alive.length === 0;
  const named = left.length === 0 && !isAnswered ? alive : [...new Set([...open, ...alive])];
  return { isProven, isVerified: false, open: isProven ? [] : named };
}

/** Waits until `holds` is true, at most `mostMs` milliseconds of monotonic time. */
async function waitUntil(clock: HostClock, mostMs: number, holds: () => boolean): Promise<void> {
  const until = clock.monoMicros() + mostMs * MILLISECOND;
  while (clock.monoMicros() < until && !holds()) {
    await new Promise<void>((resolve) => {
      clock.setTimer(STEP_MS, resolve);
    });
  }
}
