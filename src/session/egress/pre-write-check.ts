// Asks the session of an order or request once more, in the tick of its write.
import type { Command } from '../../domain/index.js';
import { type RouteId, ROUTES, type VenueProfile } from '../../protocol/index.js';
import type { PreWriteCheck } from '../../gateway/index.js';
import type { OrderEgress } from './order-egress.js';

/** `outlet` is absent until the session is there: nothing leaves before. */
export function createPreWriteCheck(
  calls: VenueProfile['calls'],
  opened: { readonly session?: { readonly outlet: Pick<OrderEgress, 'checkBeforeWrite'> } },
): PreWriteCheck {
  // What the venue spells otherwise leaves as other bytes than those that were approved.
  const isRespelled = (command: Command) => calls[findRoute(command)] !== undefined;
  return (requestId, body) =>
    opened.session?.outlet.checkBeforeWrite(requestId, body, isRespelled) === true;
}

/** The call that places this. */
function findRoute(command: Command): RouteId {
  if (command.kind === 'rfs') return ROUTES.requestQuotes.id;
  const isAcceptance = command.kind === 'place' && command.quote !== undefined;
  return isAcceptance ? ROUTES.acceptQuote.id : ROUTES.placeOrder.id;
}
