// Handles a remaining quantity below the minimum order size, which no algorithm can send.
import { formatGrouped, formatShortest } from '../domain/numbers/index.js';
import type { ParentHandle } from './algorithm.js';

/** Stops the parent when such a rest is left and no child works; returns whether it did. */
export function stopAtDust(parent: ParentHandle): boolean {
  const { instrument, leastUnits, rest, workingUnits } = parent;
  if (workingUnits > 0 || rest === 0 || rest >= leastUnits) return false;
  const [left, least] = [rest, leastUnits].map((units) =>
    formatGrouped(formatShortest(units, instrument.baseDecimals)),
  );
  parent.stop(`the rest ${String(left)} is below the minimum order size ${String(least)}`);
  return true;
}
