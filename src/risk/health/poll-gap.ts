// RC56: pauses everything while own orders or positions cannot be polled in time.
import { z } from 'zod';
import { type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import { ceiling } from '../rules/limit-schemas.js';
import type { HealthControl } from './actions.js';

/** Longest usual time between two polls of one order, session time. */
const ORDER_INTERVAL: Micros = 2 * SECOND;
/** Longest usual time between two polls of the active orders, session time. */
const LIST_INTERVAL: Micros = 5 * SECOND;
/** Least allowed gap in real time: a call does not get faster when session time does. */
const LEAST_MACHINE_GAP: Micros = 2_000 * MILLISECOND;

const figure = (value: number) => z.number().positive().default(value);
const params = z.strictObject({
  orderIntervals: figure(3).describe(
    'intervals of 2 s without a poll of an order, or of 5 s without one of the list; pause above',
  ),
  positionSeconds: figure(120).describe('seconds without a read of positions; pause above'),
});

export const rc56: HealthControl<typeof params> = {
  id: 'RC56',
  name: 'pollGap',
  summary: 'Poll gap',
  live: 'D',
  params,
  keys: { maxOrderIntervals: 'orderIntervals', maxPositionSeconds: 'positionSeconds' },
  ceilings: { orderIntervals: ceiling(30), positionSeconds: ceiling(3_600) },
  create: ({ orderIntervals, positionSeconds }, actions, { speed }) => {
    const least = LEAST_MACHINE_GAP * speed;
    const mostOrders = Math.max(orderIntervals * ORDER_INTERVAL, least);
    const mostLists = Math.max(orderIntervals * LIST_INTERVAL, least);
    const mostPositions = Math.max(positionSeconds * SECOND, least);
    let isPaused = false;
    return {
      see: (_, { orderGap = 0, listGap = 0, positionGap = 0 }) => {
        const gaps = [
          ['own orders', orderGap, mostOrders],
          ['active orders', listGap, mostLists],
          ['positions', positionGap, mostPositions],
        ] as const;
        const late = gaps.find(([, gap, bound]) => gap > bound);
        if (late !== undefined) {
          isPaused = true;
          const [what, gap] = late;
          const found = `${(gap / SECOND).toFixed(1)} s`;
          actions.pause('RC56', `${what} could not be polled for ${found}`, 'resolved');
        } else if (isPaused) {
          isPaused = false;
          actions.resolve('RC56');
        }
      },
    };
  },
};
