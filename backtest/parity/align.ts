// Two lists in order of time laid side by side: which of one is which of the other.
import type { Instant, Micros } from '../../src/domain/index.js';

/** Something that happened at a time, with a name that may tell it from others of that time. */
export interface Dated {
  readonly at: Instant;
  readonly name: string;
}

/** Weighs less than a microsecond: names decide only where times do not. */
const SAME_NAME = 1 / 1_024;

const SKIP_OWN = 0;
const SKIP_OTHER = 1;
const PAIR = 2;

/** What the best choice was for one of `own`, for each count of others from `from` + 1 on. */
interface Row {
  readonly from: number;
  readonly choices: readonly number[];
}

/**
 * The other's place for each of `own`; undefined of one that is alone. Pairs lie at most `within`
 * apart and keep the order of both lists, and of all such pairings it is the one whose times are
 * nearest: each pair counts for what it is nearer than `within`. Both lists are in order of time.
 */
export function align(
  own: readonly Dated[],
  others: readonly Dated[],
  within: Micros,
): readonly (number | undefined)[] {
  // How much the best pairing of what was gone through gains with so many of the others.
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

/** Moves `gains` on by one of `own`. */
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

/** More than 0, so that two that are just `within` apart are still a pair. */
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
