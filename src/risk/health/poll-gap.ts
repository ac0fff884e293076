// RC56: own orders and positions that could not be read in time: what is not seen takes no risk.
import { type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import type { HealthCheck, HealthActions } from './actions.js';

const CONTROL = 'RC56';
/** Three of the longest gaps between two queries of one order, session time. */
const MAX_GAP: Micros = 3 * 2 * SECOND;
/** Four of the gaps between two reads of positions, session time. */
const MAX_POSITION_GAP: Micros = 120 * SECOND;
/** Where session time runs fast, a call still takes as long as it takes: machine time. */
const LEAST_MACHINE_GAP: Micros = 2_000 * MILLISECOND;

export function createPollGap(actions: HealthActions, speed: number): HealthCheck {
  const least = LEAST_MACHINE_GAP * speed;
  const [most, mostPositions] = [MAX_GAP, MAX_POSITION_GAP].map((gap) => Math.max(gap, least));
  let isPaused = false;
  return {
    see: (_, { orderGap = 0, positionGap = 0 }) => {
      // unreached: there are two
      const isLate = orderGap > (most ?? 0);
      // unreached: there are two
      if (isLate || positionGap > (mostPositions ?? 0)) {
        isPaused = true;
        const [what, gap] = isLate ? ['own orders', orderGap] : ['positions', positionGap];
        const found = `${(gap / SECOND).toFixed(1)} s`;
        actions.pause(CONTROL, `${what} could not be asked for since ${found}`, 'resolved');
      } else if (isPaused) {
        isPaused = false;
        actions.resolve(CONTROL);
      }
    },
  };
}
