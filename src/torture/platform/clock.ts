// Host clock of a virtual process: world time with the faults of clocks and timers.
import { type Instant, type Micros, MILLISECOND } from '../../domain/index.js';
import type { HostClock } from '../../determinism/index.js';
import type { Life } from './process-life.js';
import type { Pending, VirtualTime } from './time.js';

/** Faults of a machine's clocks. */
export interface ClockFaults {
  /** Offset of the wall clock, µs. */
  wallOffset: Micros;
  /** Draws the lateness of a timer, µs; called once for each timer. */
  drawLateness: () => Micros;
}

/** `epochOf` returns the instant of world time 0; it is later after the machine was suspended. */
export function createVirtualClock(
  time: VirtualTime,
  epochOf: () => Instant,
  life: Life,
  faults: ClockFaults,
): HostClock {
  const mono = () => time.now - life.lost;
  /**
   * Never fires early by the process's own clock, which stands still while the process is frozen.
   */
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
