// The host's clock: monotonic and wall time, and timers of the event loop.
import type { HostClock } from '../determinism/index.js';

/** Longest wait of one platform timer; longer waits use several. */
const MAX_WAIT_MS = 60_000;
/** Below this rest the event loop polls: platform timers are up to 1 ms late. */
const TURN_MS = 2;

/** Difference between the host's monotonic time and that of this process. */
const PROCESS_AT = Number(process.hrtime.bigint() / 1_000n) - performance.now() * 1_000;

/** The same time in all processes of a host, until it restarts. */
const monoMicros = () => Math.round(PROCESS_AT + performance.now() * 1_000);

export const realClock: HostClock = {
  wallMillis: () => Date.now(),
  monoMicros,
  setTimer: (ms, action) => {
    const timer = setTimeout(action, ms);
    return {
      cancel: () => {
        clearTimeout(timer);
      },
    };
  },
  at: (micros, action) => {
    let timer: NodeJS.Timeout | undefined;
    let turn: NodeJS.Immediate | undefined;
    const arm = () => {
      const waitMs = (micros - monoMicros()) / 1_000;
      if (waitMs <= 0) action();
      else if (waitMs < TURN_MS) turn = setImmediate(arm);
      else timer = setTimeout(arm, Math.min(MAX_WAIT_MS, Math.floor(waitMs) - 1));
    };
    // Never within the call: the caller returns first even if the time has come.
    turn = setImmediate(arm);
    return {
      cancel: () => {
        clearTimeout(timer);
        clearImmediate(turn);
      },
    };
  },
};
