// RC67, the bot's side: while nobody watches over it, it takes no new risk.
import { z } from 'zod';
import { type Micros, SECOND } from '../../domain/index.js';
import type { HealthControl } from './actions.js';

/** Machine time. */
const STALE: Micros = 15 * SECOND;

const params = z.strictObject({});

export const rc67: HealthControl<typeof params> = {
  id: 'RC67',
  summary: 'Guard process',
  // A session file says whether there is a guard.
  live: 'F',
  params,
  create: (_, actions) => {
    let isPaused = false;
    return {
      see: (_at, { guardSilence }) => {
        if (guardSilence === undefined) return;
        if (guardSilence >= STALE) {
          isPaused = true;
          const found = `${String(Math.floor(guardSilence / SECOND))} s`;
          actions.pause('RC67', `the guard has been silent for ${found}, 15 s or more`, 'resolved');
        } else if (isPaused) {
          isPaused = false;
          actions.resolve('RC67');
        }
      },
    };
  },
};
