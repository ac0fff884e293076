// Advances the venue in time: runs everything due at each instant, in the venue's order.
import type { Instant } from '../domain/index.js';
import type { Venue } from '../venue/index.js';
import type { RateFeed } from './rates/rate-feed.js';
import type { RateSink } from './rates/rate-stream.js';

/** Earliest time at which a timer, rate, response or delayed rate is due. */
export function findNextDue(venue: Venue, feed: RateFeed): Instant {
  return Math.min(venue.nextTimerAt, feed.nextAt, venue.nextReplyAt, venue.nextVisibleRateAt);
}

/** Runs everything due at or before `to`, instant by instant; rates pass through `sink`. */
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
