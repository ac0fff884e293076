// Moves the venue through time: what is due at each instant, in the venue's order.
import type { Instant } from '../domain/index.js';
import type { Venue } from '../venue/index.js';
import type { RateFeed } from './rates/rate-feed.js';
import type { RateSink } from './rates/rate-stream.js';

/** When the next timer, rate or reply is due, or the next delayed rate becomes visible. */
export function findNextDue(venue: Venue, feed: RateFeed): Instant {
  return Math.min(venue.nextTimerAt, feed.nextAt, venue.nextReplyAt, venue.nextVisibleRateAt);
}

/** Does everything that is due at or before `to`, instant by instant; rates go through `sink`. */
export function advance(venue: Venue, feed: RateFeed, to: Instant, sink: RateSink = venue): void {
  for (;;) {
    const at = findNextDue(venue, feed);
    if (at > to) return;
    venue.fireTimers(at);
    feed.deliver(at, sink);
    venue.deliverReplies(at);
    while (venue.takeVisibleRate(at) !== undefined);
  }
}
