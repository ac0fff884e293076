// Invariant 21: the bot treats an order as ended only when it has ended in the venue's books.
import type { OrderState, OrderView } from '../../../domain/events/index.js';
import { findQuoteCoId, isAccept, isPlace } from '../../platform/request-kinds.js';
import { findRequest, type VenueRequest } from '../../simulation/quote-trades.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

/** Final states that the venue reports for an order that it has. */
const STATED: ReadonlySet<OrderState> = new Set([
  ...(['FILLED', 'CANCELED', 'EXPIRED', 'REPLACED', 'FAILED'] as const),
]);

export const closedMeansClosed: Invariant = {
  number: 21,
  title: 'an order is held ended only by evidence',
  onOrder: (world, view) => {
    const { state, coId } = view;
    // An order whose start record is lost: the bot concludes that it was never sent.
    if (state === 'ABANDONED' && world.forgotten.has(coId)) return undefined;
    const request = findRequest(world, coId);
    if (request !== undefined) return judgeDeal(world, view, request);
    // If the venue duplicated the order (V25), either of the two may have ended.
    const all = world.listOwnOrders(coId);
    const found = all.find(({ hasEnded }) => hasEnded) ?? all[0];
    const truth = found === undefined ? 'none such' : found.status;
    if (STATED.has(state) && found?.hasEnded !== true) return describe(view, truth);
    if (state === 'LOST' && found !== undefined) {
      const { cumBaseUnits } = found;
      // An order that no read has shown; invariant 23 covers the others. On a shared login no
      // position reveals its fills.
      const isShared = world.plan.config.venue?.loginUse === 'shared';
      const isUnshown = world.faults.includes('V34') && (cumBaseUnits === 0 || isShared);
      const isExcused = isUnshown || isHidden(world, coId, cumBaseUnits);
      return isExcused ? undefined : describe(view, truth);
    }
    if (state === 'REJECTED' && found?.status !== 'REJECTED') {
      if (found !== undefined) return describe(view, truth);
      return isRejected(world, coId) ? undefined : describe(view, 'not answered');
    }
    return state === 'ABANDONED' && hasLeft(world, coId) ? describe(view, 'sent') : undefined;
  },
};

/** An acceptance ends with its quote request, unless it never left or was refused. */
function judgeDeal(
  world: World,
  view: OrderView,
  { event, hasEnded }: Pick<VenueRequest, 'event' | 'hasEnded'>,
): string | undefined {
  const { coId, state } = view;
  if (!view.isTerminal) return undefined;
  const isDone = event === 'TRADE_VERIFIED';
  if (state === 'FILLED' ? isDone : hasEnded && !isDone) return undefined;
  const sent = world.departures.filter(({ call }) => {
    return isAccept(call) && findQuoteCoId(call) === coId;
  });
  const isRefused = ({ call: { status } }: World['departures'][number]) =>
    status >= 400 && status < 500;
  return state !== 'FILLED' && sent.every(isRefused) ? undefined : describe(view, event);
}

/**
 * The venue forgot the client order id: for a duplicate that it then did not make (V25), or with
 * time (V16). The position reveals what such an order filled.
 */
function isHidden({ phantoms, venue }: World, coId: string, filled: number): boolean {
  const isFound = venue.venue.accounts.some((one) => one.findByCoId(coId) !== undefined);
  return !isFound && (phantoms.has(coId) || filled === 0);
}

function listPlaces({ departures }: World, coId: string): World['departures'] {
  return departures.filter(({ call }) => isPlace(call) && call.request.body.includes(`"${coId}"`));
}

function hasLeft(world: World, coId: string): boolean {
  return listPlaces(world, coId).length > 0;
}

/** The response refused the order: status 4xx. */
function isRejected(world: World, coId: string): boolean {
  return listPlaces(world, coId).some(({ call: { status } }) => status >= 400 && status < 500);
}

function describe({ coId, state, reason }: OrderView, truth: string): string {
  return `the bot holds order ${coId} ${state} (${reason}), at the venue it is ${truth}`;
}
