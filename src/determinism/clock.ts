// Clocks that others drive: session time, and the time of the machine a session runs on.
import type { Instant } from '../domain/index.js';

/** Session time; a real one runs on monotonic time, a stepped one only when told to. */
export interface Clock {
  now(): Instant;
  /** Runs `action` once session time has reached `dueAt`. */
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

/** Machine time: rules deadlines, samples and stamps, and nothing that a strategy decides. */
export interface HostClock {
  /** Wall clock, milliseconds since the epoch; may jump. */
  wallMillis(): number;
  /** Whole microseconds since the machine was started, or a little later; never goes back. */
  monoMicros(): number;
  /** Runs `action` in so many milliseconds, perhaps a little later. */
  setTimer(ms: number, action: () => void): { cancel(): void };
  /** Runs `action` once monotonic time has reached `micros`, as exactly as the machine can. */
  at(micros: number, action: () => void): { cancel(): void };
}
