// RC56: own orders that could not be asked for in time: what is not seen takes no new risk.
import { type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import type { HealthCheck, HealthActions } from './actions.js';

const CONTROL = 'RC56';
/** Three of the longest gaps between two queries of one order, session time. */
const MAX_GAP: Micros = 3 * 2 * SECOND;
/** Where session time runs fast, a call still takes as long as it takes: machine time. */
const LEAST_MACHINE_GAP: Micros = 2_000 * MILLISECOND;

export function createPollGap(actions: HealthActions, speed: number): HealthCheck {
  const most = Math.max(MAX_GAP, LEAST_MACHINE_GAP * speed);
  let isPaused = false;
  return {
    see: (_, { orderGap }) => {
      if (orderGap !== undefined && orderGap > most) {
        isPaused = true;
        const found = `${(orderGap / SECOND).toFixed(1)} s`;
        actions.pause(CONTROL, `own orders could not be asked for since ${found}`, 'resolved');
      } else if (isPaused) {
        isPaused = false;
        actions.resolve(CONTROL);
      }
    },
  };
}
