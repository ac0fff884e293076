// Which order of the backtest is which of the session: by coId, then by the time of the decision.
import type { Micros } from '../../src/domain/index.js';
import type { LedgerOrder } from './ledger.js';

export interface OrderPair {
  readonly session: LedgerOrder | undefined;
  readonly backtest: LedgerOrder | undefined;
}

/**
 * Each order in one pair, in the order of their decisions. Two are the same when strategy, symbol,
 * side and type are, and their decisions lie at most `within` apart.
 */
export function pairOrders(
  session: readonly LedgerOrder[],
  backtest: readonly LedgerOrder[],
  within: Micros,
): readonly OrderPair[] {
  const isSame = (a: LedgerOrder, b: LedgerOrder): boolean =>
    toKind(a) === toKind(b) && Math.abs(a.decidedAt - b.decidedAt) <= within;
  const byCoId = new Map(backtest.map((one) => [one.view.coId, one]));
  const pairs: OrderPair[] = [];
  const left: LedgerOrder[] = [];
  for (const one of session) {
    const other = byCoId.get(one.view.coId);
    if (other !== undefined && isSame(one, other)) {
      byCoId.delete(one.view.coId);
      pairs.push({ session: one, backtest: other });
    } else left.push(one);
  }
  const byKind = new Map<string, LedgerOrder[]>();
  for (const other of byCoId.values()) {
    const kind = toKind(other);
    byKind.set(kind, [...(byKind.get(kind) ?? []), other]);
  }
  for (const one of left) {
    const others = byKind.get(toKind(one)) ?? [];
    const index = others.findIndex((other) => isSame(one, other));
    const [other] = index < 0 ? [] : others.splice(index, 1);
    pairs.push({ session: one, backtest: other });
  }
  for (const other of [...byKind.values()].flat()) {
    pairs.push({ session: undefined, backtest: other });
  }
  return pairs.sort((a, b) => toTime(a) - toTime(b));
}

function toKind({ view: { strategy, instrument, side, type } }: LedgerOrder): string {
  return `${strategy}\n${instrument.symbol}\n${side}\n${type}`;
}

function toTime({ session, backtest }: OrderPair): number {
  return (session ?? backtest)?.decidedAt ?? 0;
}
