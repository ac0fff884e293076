// What becomes of an order once its request has been answered, or not.
import type { SubmitOutcome } from '../../../domain/index.js';
import type { OrderTracker } from './order-tracker.js';

/** Follows an order that the venue has or may have; looks for one of which it said too little. */
export function trackAfterSubmit(
  follower: OrderTracker,
  coId: string,
  orderId: string,
  found: SubmitOutcome,
): void {
  switch (found) {
    case 'accepted':
      follower.follow(coId, orderId, true);
      return;
    case 'weak':
      follower.probe(coId, false);
      return;
    case 'duplicate':
    case 'unknown':
      follower.probe(coId, true);
      return;
    case 'not-sent':
    case 'rejected':
      return;
  }
}
