// The machine clock of a virtual process: world time, with what faults do to clock and timers.
import type { Instant, Micros } from '../../domain/index.js';
import { MILLISECOND } from '../../domain/index.js';
import type { MachineClock } from '../../machine/index.js';
import type { Life } from './life.js';
import type { VirtualTime } from './time.js';

/** What faults do to the clocks of a machine. */
export interface ClockFaults {
  /** Added to the wall clock. */
  wallOffset: Micros;
  /** How late each timer is, drawn anew for each. */
  drawLateness: () => Micros;
}

export function createVirtualClock(
  time: VirtualTime,
  epoch: Instant,
  life: Life,
  faults: ClockFaults,
): MachineClock {
  return {
    wallMillis: () => Math.floor((epoch + time.now + faults.wallOffset) / MILLISECOND),
    monoMicros: () => time.now,
    setTimer: (ms, action) => {
      const span = ms * MILLISECOND + faults.drawLateness();
      return time.after(span, life.guard(action));
    },
    at: (micros, action) => time.at(micros + faults.drawLateness(), life.guard(action)),
  };
}
