// How many cases a property takes: so many times what it states as TEST_RUNS says. The suites of
// vitest.config.ts set it: a twentieth in the quick one, half in the deep one, twenty times in the
// long one.

const TIMES = Number(process.env['TEST_RUNS'] ?? 1);

/** At least `least`, where fewer cases do not meet what the test is about. */
export function countRuns(stated: number, least = 1): number {
  return Math.max(least, Math.ceil(stated * TIMES));
}
