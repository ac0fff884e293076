// Clock of a client that is used alone: this host's.
import type { CallClock } from './transport/call-clock.js';

export const realCallClock: CallClock = {
  monoMicros: () => performance.now() * 1_000,
  setTimer: (ms, action) => {
    const timer = setTimeout(action, ms);
    return {
      cancel: () => {
        clearTimeout(timer);
      },
    };
  },
};
