// The machine's own time: monotonic and wall clock, and timers of the event loop.
import type { HostClock } from '../determinism/index.js';

/** Longest real wait of one platform timer; longer ones are armed again. */
const MAX_WAIT_MS = 60_000;
/** Below this rest the event loop is turned instead: platform timers are late by up to 1 ms. */
const TURN_MS = 2;

/** From where the machine's own monotonic time starts to where that of this process does. */
const PROCESS_AT = Number(process.hrtime.bigint() / 1_000n) - performance.now() * 1_000;

/** One time for all processes of a machine, until that is started anew. */
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
    // Never within the call: who asks for a time that has come still returns first.
    turn = setImmediate(arm);
    return {
      cancel: () => {
        clearTimeout(timer);
        clearImmediate(turn);
      },
    };
  },
};
