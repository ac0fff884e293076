// Connects the write of a request to the session's egress check, in the tick of the write.
import type { Command } from '../../domain/orders/index.js';
import { type RouteId, ROUTES } from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { PreWriteCheck } from '../../gateway/index.js';
import type { OrderEgress } from './order-egress.js';

/** `session` is absent until the session exists; nothing leaves before that. */
export function createPreWriteCheck(
  calls: VenueProfile['calls'],
  opened: { readonly session?: { readonly egress: Pick<OrderEgress, 'checkBeforeWrite'> } },
): PreWriteCheck {
  // A call that the profile respells leaves as other bytes than the approved ones.
  const isRespelled = (command: Command) => calls[findRoute(command)] !== undefined;
  return (requestId, body) =>
    opened.session?.egress.checkBeforeWrite(requestId, body, isRespelled) === true;
}

/** The venue call that sends the command. */
function findRoute(command: Command): RouteId {
  if (command.kind === 'rfs') return ROUTES.requestQuotes.id;
  const isAcceptance = command.kind === 'place' && command.quote !== undefined;
  return isAcceptance ? ROUTES.acceptQuote.id : ROUTES.placeOrder.id;
}
