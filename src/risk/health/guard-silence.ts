// RC67, the bot's side: while nobody watches over it, it takes no new risk.
import { type Micros, SECOND } from '../../domain/index.js';
import type { HealthActions, HealthCheck } from './actions.js';

const CONTROL = 'RC67';
/** Machine time. */
const STALE: Micros = 15 * SECOND;

export function createGuardSilence(actions: HealthActions): HealthCheck {
  let isPaused = false;
  return {
    see: (_, { guardSilence }) => {
      if (guardSilence === undefined) return;
      if (guardSilence >= STALE) {
        isPaused = true;
        const found = `${String(Math.floor(guardSilence / SECOND))} s`;
        actions.pause(CONTROL, `the guard has been silent for ${found}, 15 s or more`, 'resolved');
      } else if (isPaused) {
        isPaused = false;
        actions.resolve(CONTROL);
      }
    },
  };
}
