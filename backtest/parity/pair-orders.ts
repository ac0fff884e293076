// Matches orders, and halts, of session and backtest by the times of their decisions.
import type { Halt } from '../../src/domain/events/index.js';
import type { Micros } from '../../src/domain/index.js';
import { align, type Dated } from './align.js';
import type { LedgerOrder } from './run-orders.js';

/** At least one side is present. */
interface Pair<T> {
  readonly session: T | undefined;
  readonly backtest: T | undefined;
}

export type OrderPair = Pair<LedgerOrder>;

/**
 * Each order in one pair, in the order of decisions. Two orders can match if strategy, symbol, side
 * and type are equal and their decisions lie at most `within` apart.
 */
export function pairOrders(
  session: readonly LedgerOrder[],
  backtest: readonly LedgerOrder[],
  within: Micros,
): readonly OrderPair[] {
  return pairUp(session, backtest, within, (order) => {
    const { coId, strategy, instrument, side, type } = order.view;
    const kind = `${strategy}\n${instrument.symbol}\n${side}\n${type}`;
    return { at: order.decidedAt, name: coId, kind };
  });
}

/**
 * Each halt in one pair: two match if rule and scope are equal and they lie at most `within` apart.
 */
export function pairHalts(
  session: readonly Halt[],
  backtest: readonly Halt[],
  within: Micros,
): readonly Pair<Halt>[] {
  return pairUp(session, backtest, within, ({ at, rule, scope, strategy, symbol }) => ({
    at,
    name: rule,
    kind: `${rule}\n${scope}\n${strategy}\n${symbol}`,
  }));
}

interface Told extends Dated {
  /** Only items of equal kind can match. */
  readonly kind: string;
}

function pairUp<T>(
  session: readonly T[],
  backtest: readonly T[],
  within: Micros,
  notify: (one: T) => Told,
): readonly Pair<T>[] {
  const own = groupByKind(session, notify);
  const others = groupByKind(backtest, notify);
  const found: { readonly at: number; readonly pair: Pair<T> }[] = [];
  for (const kind of new Set([...own.keys(), ...others.keys()])) {
    const left = own.get(kind) ?? [];
    const right = others.get(kind) ?? [];
    const alone = new Set(right);
    align(left, right, within).forEach((place, i) => {
      const one = left[i];
      const other = place === undefined ? undefined : right[place];
      if (one === undefined) return;
      if (other !== undefined) alone.delete(other);
      found.push({ at: one.at, pair: { session: one.it, backtest: other?.it } });
    });
    for (const { at, it } of alone) found.push({ at, pair: { session: undefined, backtest: it } });
  }
  return found.sort((a, b) => a.at - b.at).map(({ pair }) => pair);
}

function groupByKind<T>(list: readonly T[], notify: (one: T) => Told) {
  const groups = new Map<string, (Told & { readonly it: T })[]>();
  for (const it of list) {
    const paired = { ...notify(it), it };
    const group = groups.get(paired.kind);
    if (group === undefined) groups.set(paired.kind, [paired]);
    else group.push(paired);
  }
  for (const group of groups.values()) group.sort((a, b) => a.at - b.at);
  return groups;
}
