// RC55: pauses everything while our clock disagrees with the venue's, or after it was stepped.
import { z } from 'zod';
import { type Instant, type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import { ceiling } from '../rules/limit-schemas.js';
import type { HealthControl } from './actions.js';

/** Real time: the wall clock was set if it moves this much against the monotonic clock. */
const MAX_STEP: Micros = 500 * MILLISECOND;

/** What the operator does when the clocks differ much. */
const AGREE =
  'correct the clock of this machine, then restart the session, also after the machine slept; ' +
  'if the clock is right, ask the venue';

const figure = (value: number) => z.number().positive().default(value);
const params = z.strictObject({
  softSeconds: figure(2).describe('alert above'),
  signedSeconds: figure(10).describe('pause above, where requests are signed'),
  plainSeconds: figure(30).describe('pause above, where a token is sent'),
});

export const rc55: HealthControl<typeof params> = {
  id: 'RC55',
  name: 'clockOffset',
  summary: 'Clock',
  live: 'D',
  params,
  keys: {
    alertSeconds: 'softSeconds',
    pauseSignedSeconds: 'signedSeconds',
    pauseTokenSeconds: 'plainSeconds',
  },
  // The venue accepts no signature that is 300 s old.
  ceilings: { softSeconds: ceiling(300), signedSeconds: ceiling(300), plainSeconds: ceiling(600) },
  create: ({ softSeconds, signedSeconds, plainSeconds }, actions, { login, speed }) => {
    const scale = Math.max(1, speed) * SECOND;
    const soft = softSeconds * scale;
    const hard = (login === 'hmac' ? signedSeconds : plainSeconds) * scale;
    let isStepped = false;
    /** When a step was last seen; undefined without a step since the clock was right. */
    let steppedAt: Instant | undefined;
    let isTold = false;
    let isFarTold = false;
    return {
      see: (at, { clockOffset, clockStep = 0, listGap = 0, positionGap = 0 }) => {
        if (Math.abs(clockStep) > MAX_STEP) {
          isStepped = true;
          steppedAt = at;
          const found = `${String(Math.round(clockStep / MILLISECOND))} ms`;
          actions.alert('warn', 'RC55', `the wall clock was set by ${found}`);
          actions.pause('RC55', `the wall clock was set by ${found}; measuring again`, 'resolved');
          // A response of the same second may be older than the step.
          return;
        }
        if (clockOffset === undefined) return;
        const offset = Math.abs(clockOffset);
        const way = clockOffset > 0 ? 'ahead of' : 'behind';
        const found = `the venue's clock is ${(offset / SECOND).toFixed(1)} s ${way} ours`;
        if (offset > hard) {
          const reason = `${found}: ${AGREE}`;
          actions.pause('RC55', reason, 'resolved');
          // The pause for a step goes on, but does not show what was measured after it.
          if (isStepped && !isFarTold) actions.alert('warn', 'RC55', reason);
          isStepped = isFarTold = true;
          return;
        }
        isFarTold = false;
        // After a sleep of the machine, orders and positions are known only as before it.
        const readAt = at - Math.max(listGap, positionGap);
        if (isStepped && (steppedAt === undefined || readAt > steppedAt)) {
          actions.resolve('RC55');
          isStepped = false;
          steppedAt = undefined;
        }
        if (offset > soft && !isTold) actions.alert('warn', 'RC55', found);
        isTold = offset > soft;
      },
    };
  },
};
