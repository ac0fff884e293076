// Windows of a walk-forward: a span to choose values in, and the span after it to trade in.
import type { TimeSpan } from '../../src/recordings/index.js';
import { fail, type Instant, type Micros, ok, type Result } from '../../src/domain/index.js';

export interface Window {
  /** Span in which the best combination is chosen. */
  readonly inSample: TimeSpan;
  /** Span in which it trades; begins at the end of the in-sample span. */
  readonly outOfSample: TimeSpan;
}

export interface WindowOptions {
  readonly inSample: Micros;
  readonly outOfSample: Micros;
  /** Every in-sample span begins with the recording; else all have the same length. */
  readonly anchored: boolean;
}

/** Maximum number of windows of a recording. */
const MAX_WINDOWS = 10_000;

/**
 * Complete windows one after another from `firstAt` to `lastAt`: out-of-sample spans are adjacent
 * and do not overlap. Fault code `sweep.windows`.
 */
export function listWindows(
  { firstAt, lastAt }: { readonly firstAt: Instant; readonly lastAt: Instant },
  { inSample, outOfSample, anchored }: WindowOptions,
): Result<readonly Window[]> {
  const count = Math.floor((lastAt + 1 - firstAt - inSample) / outOfSample);
  if (count < 1 || count > MAX_WINDOWS) {
    const most = `expected 1 to ${String(MAX_WINDOWS)} windows within the recording`;
    return fail('sweep.windows', `${most}, found ${String(Math.max(0, count))}`);
  }
  const windows = Array.from({ length: count }, (_, index): Window => {
    const middle = firstAt + inSample + index * outOfSample;
    const startAt = anchored ? firstAt : middle - inSample;
    return {
      inSample: { startAt, endAt: middle },
      outOfSample: { startAt: middle, endAt: middle + outOfSample },
    };
  });
  return ok(windows);
}
