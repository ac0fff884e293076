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
    const found = world.listOwnOrders().find(({ terms }) => terms.coId === coId);
    const truth = found === undefined ? 'none such' : found.status;
    if (STATED.has(state) && found?.hasEnded !== true) return describe(view, truth);
    if (state === 'LOST' && found !== undefined) return describe(view, truth);
    if (state === 'REJECTED' && found !== undefined && found.status !== 'REJECTED') {
      return describe(view, truth);
    }
    return state === 'ABANDONED' && hasLeft(world, coId) ? describe(view, 'sent') : undefined;
  },
};

function hasLeft({ departures }: World, coId: string): boolean {
  return departures.some(({ call }) => isPlace(call) && call.request.body.includes(`"${coId}"`));
}

function describe({ coId, state, reason }: OrderView, truth: string): string {
  return `the bot holds order ${coId} ${state} (${reason}), at the venue it is ${truth}`;
}
