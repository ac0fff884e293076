// The last word on own orders: ended by the venue's own statement, or not proven.
import type { RemoteGateway } from '../gateway/index.js';
import type { OpenOrder } from '../kernel/index.js';
import type { SessionEnd } from './session-end.js';

/** Latest own orders that the last check asks about, and what it gets for it, milliseconds. */
const MAX_VERIFIED = 100;
const VERIFY_MS = 5_000;

/**
 * Asks the venue about the orders that are left, else about the latest that were sent. Its silence
 * never proves what it has not said before.
 */
export async function proveEnded(
  gateway: RemoteGateway,
  left: readonly OpenOrder[],
  sent: readonly string[],
): Promise<Pick<SessionEnd, 'isProven' | 'isVerified' | 'open'>> {
  const coIds = left.length > 0 ? left.map((order) => order.coId) : sent.slice(-MAX_VERIFIED);
  const { ended, isAnswered, open } = await gateway.verifyEnded(coIds, VERIFY_MS);
  // An order that the venue never spoke of may still be on its way there.
  const unknown = left.filter((order) => order.isUnknown).map((order) => order.coId);
  if (unknown.length > 0) return { isProven: false, isVerified: false, open: unknown };
  if (ended) return { isProven: true, isVerified: true, open: [] };
  const isProven = left.length === 0 && !isAnswered;
  return { isProven, isVerified: false, open: isProven ? [] : open };
}
