// Forward points between pillars: interpolated linearly by days from spot, in exact fine ticks.
import { assert } from '../../domain/index.js';

/** Points of an outright over spot, in fine ticks (10^-(ratePrecision + 2)). */
export interface ForwardPoints {
  readonly bid: number;
  readonly offer: number;
}

/** Configured points of a date. */
export interface Pillar extends ForwardPoints {
  /** Days from the spot date; negative before spot. */
  readonly days: number;
}

const SPOT: Pillar = { days: 0, bid: 0, offer: 0 };

/** Pillars by ascending days, with spot at 0 points; the first of several pillars of a day wins. */
export function sortPillars(pillars: readonly Pillar[]): readonly Pillar[] {
  const days = new Set<number>();
  return [SPOT, ...pillars]
    .filter((pillar) => !days.has(pillar.days) && days.add(pillar.days))
    .sort((a, b) => a.days - b.days);
}

/**
 * Points at a number of days from spot, bid rounded down and offer up; undefined beyond the
 * pillars. Without pillars before spot, points of -n days are the points of n days with negated,
 * swapped sides: buying before spot and selling at spot deals at the swap's other side.
 */
export function interpolatePoints(
  sorted: readonly Pillar[],
  days: number,
): ForwardPoints | undefined {
  if (days < 0 && sorted[0]?.days === 0) {
    const mirrored = interpolatePoints(sorted, -days);
    return mirrored && { bid: negate(mirrored.offer), offer: negate(mirrored.bid) };
  }
  const at = sorted.findIndex((pillar) => pillar.days >= days);
  const next = sorted[at];
  if (next?.days === days) return { bid: next.bid, offer: next.offer };
  const last = sorted[at - 1];
  if (next === undefined || last === undefined) return undefined;
  const [passed, whole] = [days - last.days, next.days - last.days];
  return {
    bid: last.bid + divideDown((next.bid - last.bid) * passed, whole),
    offer: last.offer - divideDown((last.offer - next.offer) * passed, whole),
  };
}

/** a / b rounded down, for integers and `b` above 0. */
function divideDown(a: number, b: number): number {
  assert(Number.isSafeInteger(a), 'forward points are too large to be exact');
  const rest = a % b;
  return (a - rest) / b - (rest < 0 ? 1 : 0);
}

function negate(value: number): number {
  return value === 0 ? 0 : -value;
}
