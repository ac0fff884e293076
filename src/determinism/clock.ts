// Interfaces of clocks: session time, and the host's real time.
import type { Instant } from '../domain/index.js';

/** Session time. A live clock follows monotonic time; a stepped clock moves only on command. */
export interface Clock {
  now(): Instant;
  /** Runs `action` once session time has reached `dueAt`. */
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

/** Real time of the host, for deadlines, samples and time stamps; no strategy depends on it. */
export interface HostClock {
  /** Wall clock, milliseconds since the epoch; may jump. */
  wallMillis(): number;
  /** Whole microseconds since the machine, or the process, started; never goes back. */
  monoMicros(): number;
  /** Runs `action` in so many milliseconds, perhaps a little later. */
  setTimer(ms: number, action: () => void): { cancel(): void };
  /** Runs `action` once monotonic time has reached `micros`, as exactly as the host can. */
  at(micros: number, action: () => void): { cancel(): void };
}
