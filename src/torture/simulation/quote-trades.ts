// Quote requests of the bot as the venue has them, and the trades on them.
import type { RfsEvent } from '../../domain/index.js';
import type { WireCall } from '../platform/wire-types.js';
import { listGoneCoIds } from './venue-actions.js';
import { OWN_PREFIX, type World } from './world.js';

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

/** Client id of a quote request or acceptance, from the bytes that left; otherwise undefined. */
export function findQuoteCoId({ request: { body, method, target } }: WireCall) {
  if (method !== 'POST' || !target.startsWith('/v2/rfs')) return undefined;
  return /"clOrderId":"([\w-]+)"/.exec(body.toString())?.[1];
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
