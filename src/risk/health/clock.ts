// RC55: a clock that disagrees with the venue's, or was stepped, takes no new risk.
import { type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import type { HealthCheck, HealthActions } from './actions.js';

const CONTROL = 'RC55';
const SOFT: Micros = 2 * SECOND;
/** Beyond this no signature, or no token, would be accepted for long. */
const PAUSE: Readonly<Record<'hmac' | 'token', Micros>> = { hmac: 10 * SECOND, token: 30 * SECOND };
/** Machine time: the wall clock was set if it moves so much against the monotonic one. */
const MAX_STEP: Micros = 500 * MILLISECOND;

export interface ClockSetup {
  readonly login: 'hmac' | 'token';
  /** Session time per machine time. */
  readonly speed: number;
}

export function createClockCheck(actions: HealthActions, setup: ClockSetup): HealthCheck {
  const scale = Math.max(1, setup.speed);
  const soft = SOFT * scale;
  const hard = PAUSE[setup.login] * scale;
  let isStepped = false;
  let isTold = false;
  return {
    see: (_, { clockOffset, clockStep = 0 }) => {
      if (Math.abs(clockStep) > MAX_STEP) {
        isStepped = true;
        const found = `${String(Math.round(clockStep / MILLISECOND))} ms`;
        actions.alert('warn', CONTROL, `the wall clock was set by ${found}`);
        actions.pause(CONTROL, `the wall clock was set by ${found}; measuring again`, 'resolved');
        // An answer of the same second may be older than the step.
        return;
      }
      if (clockOffset === undefined) return;
      const offset = Math.abs(clockOffset);
      const found = `the venue's clock is ${(clockOffset / SECOND).toFixed(1)} s from ours`;
      if (offset > hard) {
        actions.pause(CONTROL, found, 'resolved');
        isStepped = true;
        return;
      }
      if (isStepped) actions.resolve(CONTROL);
      isStepped = false;
      if (offset > soft && !isTold) actions.alert('warn', CONTROL, found);
      isTold = offset > soft;
    },
  };
}
