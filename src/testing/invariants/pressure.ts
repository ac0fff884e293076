// Invariant 13: bounded pressure on the venue.
import { isPlace } from '../faults/fault.js';
import type { Invariant } from './invariant.js';

/** Requests in ten seconds: the budget, what may be borrowed of it, and cancels. */
const MOST_IN_TEN_SECONDS = 200;
/** Attempts of one order: the first, and one after a 401. */
const MOST_ATTEMPTS = 2;
const TEN_SECONDS = 10_000_000;

export const pressure: Invariant = {
  number: 13,
  title: 'requests, logins and repeats stay within their bounds',
  onLeave: (world, { at, call }) => {
    const from = world.departures.findIndex((one) => one.at > at - TEN_SECONDS);
    const count = world.departures.length - from;
    if (count > MOST_IN_TEN_SECONDS) return `${String(count)} requests within ten seconds`;
    if (!isPlace(call)) return undefined;
    const body = call.request.body.toString();
    const same = world.departures.filter((one) => one.call.request.body.equals(call.request.body));
    return same.length > MOST_ATTEMPTS
      ? `the same order left ${String(same.length)} times: ${body}`
      : undefined;
  },
};
