// The machine clock of a virtual process: world time, with what faults do to clock and timers.
import { type Instant, type Micros, MILLISECOND } from '../../domain/index.js';
import type { HostClock } from '../../determinism/index.js';
import type { Life } from './process-life.js';
import type { Pending, VirtualTime } from './time.js';

/** What faults do to the clocks of a machine. */
export interface ClockFaults {
  /** Added to the wall clock. */
  wallOffset: Micros;
  /** How late each timer is, drawn anew for each. */
  drawLateness: () => Micros;
}

/** `epochOf`: world time 0 as an instant; a machine that was suspended finds a later one. */
export function createVirtualClock(
  time: VirtualTime,
  epochOf: () => Instant,
  life: Life,
  faults: ClockFaults,
): HostClock {
  const mono = () => time.now - life.lost;
  /** Never before its time by the process's own clock, which stood still if that was frozen. */
  const arm = (dueAt: Micros, action: () => void): Pending => {
    const run = life.guard(() => {
      if (mono() < dueAt) pending = time.at(dueAt + life.lost, run);
      else action();
    });
    let pending = time.at(dueAt + life.lost, run);
    return {
      cancel: () => {
        pending.cancel();
      },
    };
  };
  return {
    wallMillis: () => Math.floor((epochOf() + time.now + faults.wallOffset) / MILLISECOND),
    monoMicros: mono,
    setTimer: (ms, action) => arm(mono() + ms * MILLISECOND + faults.drawLateness(), action),
    at: (micros, action) => arm(micros + faults.drawLateness(), action),
  };
}
