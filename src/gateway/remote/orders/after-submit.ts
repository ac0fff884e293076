// Decides how an order is tracked once its request has an outcome.
import type { SubmitOutcome } from '../../../domain/events/index.js';
import type { OrderTracker } from './order-tracker.js';

/** Follows an order that the venue has; probes for one whose response proves too little. */
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
