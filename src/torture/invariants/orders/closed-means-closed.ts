// Invariant 21: an order is held ended only when it has, by the venue's own books.
import type { OrderState, OrderView } from '../../../domain/index.js';
import { isAccept, isPlace } from '../../faults/fault.js';
import { findQuoteCoId, findRequest, type VenueRequest } from '../../simulation/quote-trades.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

/** Ends that the venue states of an order that it has. */
const STATED: ReadonlySet<OrderState> = new Set([
  ...(['FILLED', 'CANCELED', 'EXPIRED', 'REPLACED', 'FAILED'] as const),
]);

export const honestEnd: Invariant = {
  number: 21,
  title: 'an order is held ended only by evidence',
  onOrder: (world, view) => {
    const { state, coId } = view;
    // Of one whose start a journal has lost the bot says that it never began.
    if (state === 'ABANDONED' && world.forgotten.has(coId)) return undefined;
    const request = findRequest(world, coId);
    if (request !== undefined) return judgeDeal(world, view, request);
    // A venue that makes two orders of one request (V25) may have ended either.
    const all = world.listOwnOrders().filter(({ terms }) => terms.coId === coId);
    const found = all.find(({ hasEnded }) => hasEnded) ?? all[0];
    const truth = found === undefined ? 'none such' : found.status;
    if (STATED.has(state) && found?.hasEnded !== true) return describe(view, truth);
    if (state === 'LOST' && found !== undefined) {
      const { cumBaseUnits } = found;
      // Of one that it never showed to anybody: invariant 23 is of the others.
      // Where others share the login, no position tells what it filled.
      const isShared = world.plan.config.venue?.loginUse === 'shared';
      const isUnshown = world.faults.includes('V34') && (cumBaseUnits === 0 || isShared);
      const isExcused = isUnshown || isHidden(world, coId, cumBaseUnits);
      return isExcused ? undefined : describe(view, truth);
    }
    if (state === 'REJECTED' && found?.status !== 'REJECTED') {
      if (found !== undefined) return describe(view, truth);
      return isTurnedDown(world, coId) ? undefined : describe(view, 'not answered');
    }
    return state === 'ABANDONED' && hasLeft(world, coId) ? describe(view, 'sent') : undefined;
  },
};

/** An acceptance is over when its request is, unless it never left or was turned down. */
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
 * The venue has forgotten the coId of an order, to make a second one, and made none (V25), or with
 * time (V16). What it filled the position tells.
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

/** The answer turned it down: 4xx. */
function isTurnedDown(world: World, coId: string): boolean {
  return listPlaces(world, coId).some(({ call: { status } }) => status >= 400 && status < 500);
}

function describe({ coId, state, reason }: OrderView, truth: string): string {
  return `the bot holds order ${coId} ${state} (${reason}), at the venue it is ${truth}`;
}
