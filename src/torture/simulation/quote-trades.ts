// Quote requests of the bot as the venue has them, and the trades on them.
import type { RfsEvent } from '../../domain/quotes/index.js';
import { findQuoteCoId, OWN_PREFIX } from '../platform/request-kinds.js';
import { listGoneCoIds } from './departures.js';
import type { World } from './world.js';

/** An own quote request in the venue's books. */
export interface VenueRequest {
  readonly coId: string;
  readonly requestId: string;
  readonly event: RfsEvent;
  readonly hasEnded: boolean;
  readonly trade: NonNullable<ReturnType<typeof findRequest>>['trade'];
}

/** The quote request with this client id at the venue, if there is one. */
export function findRequest({ venue: { desks, venue } }: World, coId: string) {
  const [account] = venue.accounts;
  return account === undefined ? undefined : desks.rfs.findByClientId(account, coId);
}

/** Own quote requests with an accepted quote, as far as the bot can know of them. */
export function listDeals(world: World): readonly VenueRequest[] {
  const coIds = new Set<string>();
  for (const { call } of world.departures) {
    const coId = findQuoteCoId(call);
    if (coId?.startsWith(OWN_PREFIX) === true) coIds.add(coId);
  }
  if (coIds.size === 0) return [];
  const gone = listGoneCoIds(world);
  return [...coIds].flatMap((coId) => {
    const found = gone.has(coId) ? undefined : findRequest(world, coId);
    if (found === undefined || !DEALT.has(found.event)) return [];
    const { event, hasEnded, requestId, trade } = found;
    return [{ coId, requestId, event, hasEnded, trade }];
  });
}

/** Events of quote requests with an accepted quote. */
const DEALT: ReadonlySet<RfsEvent> = new Set([
  ...(['QUOTE_ACCEPTED', 'TRADE_VERIFIED', 'TRADE_REJECTED'] as const),
]);
