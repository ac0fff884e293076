// RC67 in the bot: pauses everything while the watchdog process is silent.
import { z } from 'zod';
import { type Micros, SECOND } from '../../domain/index.js';
import type { HealthControl } from './actions.js';

/** Real time. */
const STALE: Micros = 15 * SECOND;

const params = z.strictObject({});

export const rc67: HealthControl<typeof params> = {
  id: 'RC67',
  name: 'watchdogHeartbeat',
  summary: 'Watchdog process',
  // The session file decides whether a watchdog runs.
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
          actions.pause(
            'RC67',
            `the watchdog has sent no heartbeat for ${found}, limit 15 s`,
            'resolved',
          );
        } else if (isPaused) {
          isPaused = false;
          actions.resolve('RC67');
        }
      },
    };
  },
};
