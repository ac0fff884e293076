// Invariant 21: an order is held ended only when it has, by the venue's own books.
import type { OrderState, OrderView } from '../../domain/index.js';
import { isPlace } from '../faults/fault.js';
import type { World } from '../world/world.js';
import type { Invariant } from './invariant.js';

/** Ends that the venue states of an order that it has. */
const STATED: ReadonlySet<OrderState> = new Set([
  ...(['FILLED', 'CANCELED', 'EXPIRED', 'REPLACED', 'FAILED'] as const),
]);

export const honestEnd: Invariant = {
  number: 21,
  title: 'an order is held ended only by evidence',
  onOrder: (world, view) => {
    const { state, coId } = view;
    // A venue that makes two orders of one request (V25) may have ended either.
    const all = world.listOwnOrders().filter(({ terms }) => terms.coId === coId);
    const found = all.find(({ hasEnded }) => hasEnded) ?? all[0];
    const truth = found === undefined ? 'none such' : found.status;
    if (STATED.has(state) && found?.hasEnded !== true) return describe(view, truth);
    if (state === 'LOST' && found !== undefined) return describe(view, truth);
    if (state === 'REJECTED' && found?.status !== 'REJECTED') {
      if (found !== undefined) return describe(view, truth);
      return isTurnedDown(world, coId) ? undefined : describe(view, 'not answered');
    }
    return state === 'ABANDONED' && hasLeft(world, coId) ? describe(view, 'sent') : undefined;
  },
};

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
