// The last word on own orders: ended by the venue's own statement, or not proven.
import { MILLISECOND } from '../../domain/index.js';
import type { OpenOrder } from '../../kernel/index.js';
import type { HostClock } from '../../determinism/index.js';
import type { LiveSessionParts } from './live-session-parts.js';
import { MAX_VERIFIED } from '../egress/order-egress.js';
import type { SessionEnd } from './session-result.js';

/**
 * So many of them it asks about alone, and what it gets for all, milliseconds: the request budget
 * has two questions a second under a throttle, some six without.
 */
const MAX_ASKED = 10;
const VERIFY_MS = 8_000;
/** What orders that have ended get until all of their fills are booked, and the step of looking. */
const BOOKING_MS = 5_000;
const STEP_MS = 50;

/** What the kernel holds of own orders, and milliseconds of machine time until the proof ends. */
interface Ending {
  readonly list: () => readonly OpenOrder[];
  readonly leftMs: () => number;
  /** False after a bug: what the kernel holds ended needs the venue's word again. */
  readonly isTrusted: boolean;
}

/**
 * Asks the venue about the orders that are left, else about the latest that were sent, and gives
 * what it tells of them time to be booked. Only its last word ends an order: that it does not find
 * one proves nothing.
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
  // The journal holds these open, whatever the venue has said: so does every output.
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

/** Machine time passes until something holds, but no more than `mostMs` milliseconds. */
async function waitUntil(clock: HostClock, mostMs: number, holds: () => boolean): Promise<void> {
  const until = clock.monoMicros() + mostMs * MILLISECOND;
  while (clock.monoMicros() < until && !holds()) {
    await new Promise<void>((resolve) => {
      clock.setTimer(STEP_MS, resolve);
    });
  }
}
