// A rest that is smaller than the smallest order: no algorithm can ever send it.
import { formatGrouped, formatShortest } from '../domain/index.js';
import type { ParentHandle } from './algorithm.js';

/** Gives it up as soon as no child works that could change it; true if it did. */
export function stopAtDust(parent: ParentHandle): boolean {
  const { instrument, leastUnits, rest, workingUnits } = parent;
  if (workingUnits > 0 || rest === 0 || rest >= leastUnits) return false;
  const [left, least] = [rest, leastUnits].map((units) =>
    formatGrouped(formatShortest(units, instrument.baseDecimals)),
  );
  parent.stop(`the rest ${String(left)} is below the least order ${String(least)}`);
  return true;
}
