// RC57: pauses everything and halves the request budget when the venue is slow or often times out.
import { z } from 'zod';
import { type Instant, SECOND } from '../../domain/index.js';
import { ceiling } from '../rules/limit-schemas.js';
import type { HealthControl } from './actions.js';

/** Number of latest calls that count, and least number for a decision. */
const WINDOW = 100;
const ENOUGH = 20;
/** Share of the request budget during the pause. */
const PACE = 0.5;

const figure = (value: number) => z.number().positive().default(value);
const params = z.strictObject({
  slowMs: figure(2_000).describe('machine time that at most one call in 20 may exceed'),
  forSeconds: figure(60).describe('machine time for which calls must be slow before the pause'),
  timeoutPercent: figure(5).describe('per cent of the last 100 calls that may time out'),
  holdSeconds: figure(60).describe('machine time without slow calls that ends the pause'),
});

export const rc57: HealthControl<typeof params> = {
  id: 'RC57',
  name: 'slowVenue',
  summary: 'Slow venue',
  live: 'D',
  params,
  moreIsTighter: ['holdSeconds'],
  keys: {
    slowCallMs: 'slowMs',
    pauseAfterSeconds: 'forSeconds',
    maxTimeoutPercent: 'timeoutPercent',
    resumeAfterSeconds: 'holdSeconds',
  },
  ceilings: { slowMs: ceiling(10_000), forSeconds: ceiling(600), timeoutPercent: ceiling(50) },
  create: ({ slowMs, forSeconds, timeoutPercent, holdSeconds }, actions, { speed }) => {
    // Real time, converted into session time.
    const [hold, span] = [holdSeconds * SECOND * speed, forSeconds * SECOND * speed];
    /** Durations of the latest calls in ms; Infinity for a time-out. */
    let calls: number[] = [];
    let slowSince: Instant | undefined;
    let pausedAt: Instant = -Infinity;
    const pause = (at: Instant, reason: string) => {
      const isNew = at - pausedAt >= hold;
      pausedAt = at;
      actions.pause('RC57', reason, at + hold);
      if (isNew) actions.throttle('RC57', PACE, at + hold, reason);
    };
    return {
      see: (at, { callMillis = [], callTimeouts = 0 }) => {
        if (callMillis.length === 0 && callTimeouts === 0) return;
        const lost = new Array<number>(callTimeouts).fill(Infinity);
        calls = [...calls, ...callMillis, ...lost].slice(-WINDOW);
        if (calls.length < ENOUGH) return;
        const timeouts = calls.filter((millis) => millis === Infinity).length;
        if (timeouts * 100 > timeoutPercent * calls.length) {
          pause(at, `${String(timeouts)} of the last ${String(calls.length)} calls timed out`);
        }
        const p95 = findP95(calls);
        if (p95 <= slowMs) slowSince = undefined;
        else slowSince ??= at;
        if (slowSince === undefined || at - slowSince < span) return;
        const bound = `${String(slowMs)} ms for ${String(forSeconds)} s`;
        const found = p95 === Infinity ? 'no response' : `${String(p95)} ms`;
        pause(at, `one call in 20 takes over ${bound}; found ${found}`);
      },
    };
  },
};

/** The duration that at most one call in 20 exceeds. */
function findP95(calls: readonly number[]): number {
  const sorted = Float64Array.from(calls).sort();
  // unreached: in range: there are 20 calls
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
