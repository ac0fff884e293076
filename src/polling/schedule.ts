// Schedules: points of session time for repeated polls.
import type { Instant, Micros } from '../domain/index.js';
import { createRandom } from '../determinism/index.js';

/**
 * First point strictly after an instant. Points do not depend on when earlier ones were reached.
 */
export type Schedule = (after: Instant) => Instant;

/** Gaps between two queries of one order, session time. */
export interface Pace {
  readonly first: Micros;
  readonly most: Micros;
}

/** `base`, `base + interval`, `base + 2 x interval` and so on. */
export function createGrid(base: Instant, interval: Micros): Schedule {
  return (after) =>
    after < base ? base : base + (Math.floor((after - base) / interval) + 1) * interval;
}

/** Grid of a poll: start, a seeded phase of its own within the interval, then every interval. */
export function createPollGrid(
  seed: number,
  key: string,
  startAt: Instant,
  interval: Micros,
): Schedule {
  const phase = Math.floor(createRandom(seed, `poll/${key}`)() * interval);
  return createGrid(startAt + phase, interval);
}

/** `from + first`, then gaps that double up to `most`. */
export function createDoubling(from: Instant, { first, most }: Pace): Schedule {
  return (after) => {
    let gap = first;
    let point = from + first;
    while (point <= after && gap < most) {
      gap = Math.min(2 * gap, most);
      point += gap;
    }
    return point > after ? point : createGrid(point, most)(after);
  };
}

/** `from` plus each of the rising offsets, then every multiple of the last one. */
export function createOffsets(from: Instant, offsets: readonly Micros[], last: Micros): Schedule {
  return (after) => {
    const offset = offsets.find((candidate) => from + candidate > after);
    return offset === undefined ? createGrid(from, last)(after) : from + offset;
  };
}
