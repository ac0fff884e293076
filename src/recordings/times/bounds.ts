// Range of valid instants in recordings; others come from a wrong unit or are no times.
import type { Instant } from '../../domain/index.js';

/**
 * 1990-01-01, the first valid instant. Constant, so that results do not depend on the current year.
 */
export const EARLIEST: Instant = 631_152_000_000_000;
/** 2100-01-01, the first instant after the range. */
export const LATEST: Instant = 4_102_444_800_000_000;

/** Units of counts since 1970, largest first; each is 1,000 times the next. */
export const UNITS = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const;
export type Unit = (typeof UNITS)[number];

export function isInBounds(at: Instant): boolean {
  return at >= EARLIEST && at < LATEST;
}

/** Likely cause of an instant outside the range; `unit` is the unit in which its text was read. */
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
