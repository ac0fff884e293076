// Matches the items of two time-ordered lists with each other.
import type { Instant, Micros } from '../../src/domain/index.js';

/** An event with a name that may distinguish it from others at the same time. */
export interface Dated {
  readonly at: Instant;
  readonly name: string;
}

/** Worth less than a microsecond: names decide only between equal times. */
const SAME_NAME = 1 / 1_024;

const SKIP_OWN = 0;
const SKIP_OTHER = 1;
const PAIR = 2;

/** Best choice for one of `own`, for each number of others from `from` + 1 on. */
interface Row {
  readonly from: number;
  readonly choices: readonly number[];
}

/**
 * Index of the matching other item for each of `own`; undefined without a match. Matches lie at
 * most `within` apart and keep the order of both lists; of all such matchings it is the one with
 * the nearest times: each pair counts for the time by which it is nearer than `within`. Both lists
 * must be in order of time.
 */
export function align(
  own: readonly Dated[],
  others: readonly Dated[],
  within: Micros,
): readonly (number | undefined)[] {
  // Gain of the best matching of the items so far with that many of the others.
  const gains = [0];
  const rows: Row[] = [];
  let from = 0;
  for (const one of own) {
    while (from < others.length && (others[from]?.at ?? 0) < one.at - within) from++;
    while (gains.length <= from) gains.push(gains.at(-1) ?? 0);
    rows.push({ from, choices: choose(one, others, { from, within, gains }) });
  }
  return trace(rows, others.length);
}

interface Choice {
  readonly from: number;
  readonly within: Micros;
  readonly gains: number[];
}

/** Updates `gains` for one more of `own`. */
function choose(one: Dated, others: readonly Dated[], { from, within, gains }: Choice) {
  const choices: number[] = [];
  let before = gains[from] ?? 0;
  for (let i = from; i < others.length; i++) {
    const other = others[i];
    if (other === undefined || other.at > one.at + within) break;
    const without = gains[i + 1] ?? before;
    const skipped = gains[i] ?? 0;
    const paired = before + weigh(one, other, within);
    const best = Math.max(paired, without, skipped);
    choices.push(best === paired ? PAIR : best === without ? SKIP_OWN : SKIP_OTHER);
    gains[i + 1] = best;
    before = without;
  }
  return choices;
}

/** Above 0, so that two items exactly `within` apart still match. */
function weigh(one: Dated, other: Dated, within: Micros): number {
  return within - Math.abs(one.at - other.at) + 1 + (one.name === other.name ? SAME_NAME : 0);
}

function trace(rows: readonly Row[], count: number): readonly (number | undefined)[] {
  const places: (number | undefined)[] = rows.map(() => undefined);
  let left = count;
  for (let i = rows.length - 1; i >= 0; i--) {
    const { from, choices } = rows[i] ?? { from: 0, choices: [] };
    left = Math.min(left, from + choices.length);
    while (left > from && choices[left - from - 1] === SKIP_OTHER) left--;
    if (left > from && choices[left - from - 1] === PAIR) places[i] = --left;
  }
  return places;
}
