// The instants that a recording may hold: anything else is a time in the wrong unit, or none.
import type { Instant } from '../../domain/index.js';

/** 1990-01-01, the first instant of a rate. Constants, so that a file reads the same next year. */
export const EARLIEST: Instant = 631_152_000_000_000;
/** 2100-01-01, the first instant after all rates. */
export const LATEST: Instant = 4_102_444_800_000_000;

/** Units of times that count since 1970, from the largest; each is 1,000 of the next. */
export const UNITS = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const;
export type Unit = (typeof UNITS)[number];

export function isInBounds(at: Instant): boolean {
  return at >= EARLIEST && at < LATEST;
}

/** What an instant outside the bounds may be, when `unit` is what its text was taken to count. */
export function explainOutside(at: Instant, unit: Unit | undefined): string {
  for (const steps of [1, -1, 2, -2, 3, -3]) {
    const meant = at * 1_000 ** steps;
    if (!isInBounds(meant)) continue;
    const found = unit === undefined ? undefined : UNITS[UNITS.indexOf(unit) - steps];
    if (found !== undefined) return `looks like ${found}`;
    if (unit === undefined) {
      const count = (1_000 ** Math.abs(steps)).toLocaleString('en-US');
      return `its unit is wrong by a factor of ${count}`;
    }
  }
  return at < EARLIEST ? 'before 1990' : 'after 2099';
}
