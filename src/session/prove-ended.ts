// The last word on own orders: ended by the venue's own statement, or not proven.
import { MILLISECOND } from '../domain/index.js';
import type { OpenOrder } from '../kernel/index.js';
import type { MachineClock } from '../machine/index.js';
import type { LiveSessionParts } from './live-session-parts.js';
import type { SessionEnd } from './session-end.js';

/** Latest own orders that the last check looks for in the venue's list where none is left. */
export const MAX_VERIFIED = 100;
/**
 * So many of them it asks about alone, and what it gets for all, milliseconds: the request budget
 * has two questions a second under a throttle, some six without.
 */
const MAX_ASKED = 10;
const VERIFY_MS = 8_000;
/** What orders that have ended get until all of their fills are booked, and the step of looking. */
const BOOKING_MS = 5_000;
const STEP_MS = 50;

/** Own orders that are left, and milliseconds of machine time until the proof has to end. */
interface Ending {
  readonly list: () => readonly OpenOrder[];
  readonly leftMs: () => number;
}

/**
 * Asks the venue about the orders that are left, else about the latest that were sent, and gives
 * what it tells of them time to be booked. Its silence never proves what it has not said before.
 */
export async function proveEnded(
  { gateway, ports }: Pick<LiveSessionParts, 'gateway' | 'ports'>,
  { list: listOpen, leftMs }: Ending,
  sent: readonly string[],
): Promise<Pick<SessionEnd, 'isProven' | 'isVerified' | 'open'>> {
  const left = listOpen();
  const latest = sent.slice(-MAX_VERIFIED);
  const coIds = left.length > 0 ? left.map((order) => order.coId) : latest.slice(-MAX_ASKED);
  const listed = [...new Set([...latest, ...coIds])];
  const { ended, isAnswered, open, alive } = await gateway.verifyEnded(
    coIds,
    Math.min(VERIFY_MS, leftMs()),
    listed,
  );
  const bookingMs = Math.min(BOOKING_MS, leftMs());
  if (ended) await waitUntil(ports.clock, bookingMs, () => listOpen().length === 0);
  // An order that the venue never spoke of may still be on its way there.
  // So may the deal of a quote: no list of orders shows it.
  const deals = new Set(listOpen().flatMap(({ coId, quoteOf }) => (quoteOf ? [coId] : [])));
  const isOpen = ({ coId, isUnknown }: OpenOrder) => isUnknown || deals.has(coId);
  const unknown = left.filter(isOpen).map((order) => order.coId);
  if (unknown.length > 0) return { isProven: false, isVerified: false, open: unknown };
  if (ended) return { isProven: true, isVerified: true, open: [] };
  const isProven = left.length === 0 && !isAnswered && alive.length === 0;
  const named = left.length === 0 && !isAnswered ? alive : [...new Set([...open, ...alive])];
  return { isProven, isVerified: false, open: isProven ? [] : named };
}

/** Machine time passes until something holds, but no more than `mostMs` milliseconds. */
async function waitUntil(clock: MachineClock, mostMs: number, holds: () => boolean): Promise<void> {
  const until = clock.monoMicros() + mostMs * MILLISECOND;
  while (clock.monoMicros() < until && !holds()) {
    await new Promise<void>((resolve) => {
      clock.setTimer(STEP_MS, resolve);
    });
  }
}
