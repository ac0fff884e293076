// RC57: a venue that answers slowly, or often not at all, gets fewer requests and no new orders.
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import type { HealthCheck, HealthActions } from './actions.js';

const CONTROL = 'RC57';
/** Calls that are looked at, and how many of them it takes to judge. */
const WINDOW = 100;
const ENOUGH = 20;
const SLOW_MS = 2_000;
/** How long the calls have to be slow. */
const SLOW_FOR: Micros = 60 * SECOND;
const MAX_TIMEOUTS = 0.05;
const HOLD: Micros = 60 * SECOND;
const PACE = 0.5;

export function createSlowVenue(actions: HealthActions): HealthCheck {
  /** Durations of the latest calls; a time-out has none. */
  let calls: number[] = [];
  let slowSince: Instant | undefined;
  let pausedAt: Instant = -Infinity;
  const pause = (at: Instant, reason: string) => {
    const isNew = at - pausedAt >= HOLD;
    pausedAt = at;
    actions.pause(CONTROL, reason, at + HOLD);
    if (isNew) actions.throttle(CONTROL, PACE, at + HOLD, reason);
  };
  return {
    see: (at, { callMillis = [], callTimeouts = 0 }) => {
      if (callMillis.length === 0 && callTimeouts === 0) return;
      const lost = new Array<number>(callTimeouts).fill(Infinity);
      calls = [...calls, ...callMillis, ...lost].slice(-WINDOW);
      if (calls.length < ENOUGH) return;
      const timeouts = calls.filter((millis) => millis === Infinity).length;
      if (timeouts > MAX_TIMEOUTS * calls.length) {
        pause(at, `${String(timeouts)} of the last ${String(calls.length)} calls timed out`);
      }
      const p95 = findP95(calls);
      if (p95 <= SLOW_MS) slowSince = undefined;
      else slowSince ??= at;
      if (slowSince === undefined || at - slowSince < SLOW_FOR) return;
      const found = p95 === Infinity ? 'no answer' : `${String(p95)} ms`;
      pause(at, `one call in 20 takes over 2 s for 60 s; found ${found}`);
    },
  };
}

/** The duration that at most one call in 20 exceeds. */
function findP95(calls: readonly number[]): number {
  const sorted = calls.toSorted((a, b) => a - b);
  // unreached: in range: there are 20 calls
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
