// A clock that others drive: session time for polls, back-offs and token life.
import type { Instant } from '../domain/index.js';

/** Session time; a real one runs on monotonic time, a stepped one only when told to. */
export interface Clock {
  now(): Instant;
  /** Runs `action` once session time has reached `dueAt`. */
  at(dueAt: Instant, action: () => void): { cancel(): void };
}
