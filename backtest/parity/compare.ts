// The fills of session and backtest side by side, with what differs and why.
import type { Fill, Micros } from '../../src/domain/index.js';
import { explain, type ExplainContext } from './explain.js';
import type { LedgerOrder } from './ledger.js';
import { type OrderPair, pairOrders } from './pair-orders.js';
import type { Cause, Difference, ParityLine } from './parity-line.js';

/** What may differ and still agree. */
export interface Tolerance {
  readonly pips: number;
  readonly time: Micros;
}

export interface Comparison {
  readonly lines: readonly ParityLine[];
  readonly orders: { readonly session: number; readonly backtest: number; readonly both: number };
  readonly fills: { readonly session: number; readonly backtest: number; readonly agree: number };
  /** Lines that differ, by cause. */
  readonly causes: Readonly<Partial<Record<Cause, number>>>;
}

/** Decisions that lie further apart are not taken for the same. */
const SAME_DECISION: Micros = 1_000_000;

export function compare(context: ExplainContext): Comparison {
  const { backtest, session, setup } = context;
  const within = Math.max(SAME_DECISION, setup.pollInterval);
  const pairs = pairOrders(session.orders, backtest.orders, within);
  const lines = pairs.flatMap((pair) => [...listLines(pair, context)]);
  const causes: Partial<Record<Cause, number>> = {};
  for (const { cause } of lines) if (cause !== '') causes[cause] = (causes[cause] ?? 0) + 1;
  const countFills = (orders: readonly LedgerOrder[]): number =>
    orders.reduce((sum, { fills }) => sum + fills.length, 0);
  return {
    lines,
    causes,
    orders: {
      session: session.orders.length,
      backtest: backtest.orders.length,
      both: pairs.filter((pair) => pair.session !== undefined && pair.backtest !== undefined)
        .length,
    },
    fills: {
      session: countFills(session.orders),
      backtest: countFills(backtest.orders),
      agree: lines.filter(({ differences, session: fill }) => {
        return differences.length === 0 && fill !== undefined;
      }).length,
    },
  };
}

/** One line for each fill of an order; of one without any a line where its end differs. */
function* listLines(pair: OrderPair, context: ExplainContext): Generator<ParityLine> {
  const own = pair.session?.fills ?? [];
  const other = pair.backtest?.fills ?? [];
  const count = Math.max(own.length, other.length);
  for (let i = 0; i < count; i++) yield toLine(pair, own[i], other[i], context);
  if (count > 0) return;
  if (pair.session === undefined || pair.backtest === undefined) {
    yield toLine(pair, undefined, undefined, context);
  } else if (toEnd(pair.session) !== toEnd(pair.backtest)) {
    yield toLine(pair, undefined, undefined, context);
  }
}

function toLine(
  pair: OrderPair,
  session: Fill | undefined,
  backtest: Fill | undefined,
  context: ExplainContext,
): ParityLine {
  const differences = listDifferences(pair, session, backtest, context);
  const order = (pair.session ?? pair.backtest)?.view;
  if (order === undefined) throw new RangeError('a pair without an order');
  const why =
    differences.length === 0
      ? ({ cause: '', detail: '' } as const)
      : explain({ pair, session, backtest, differences }, context);
  return {
    order,
    session: session && { ...session, executedAt: session.executedAt + context.offset },
    backtest,
    sessionEnd: pair.session === undefined ? '' : toEnd(pair.session),
    backtestEnd: pair.backtest === undefined ? '' : toEnd(pair.backtest),
    sessionDecidedAt: pair.session?.decidedAt,
    backtestDecidedAt: pair.backtest?.decidedAt,
    differences,
    ...why,
  };
}

/** `FILLED`, or with the venue's words `REJECTED NoLiquidity`. */
function toEnd({ view: { state, reason } }: LedgerOrder): string {
  return state === 'REJECTED' && reason !== '' ? `${state} ${reason}` : state;
}

function listDifferences(
  pair: OrderPair,
  session: Fill | undefined,
  backtest: Fill | undefined,
  { offset, tolerance }: ExplainContext,
): readonly Difference[] {
  if (session === undefined && backtest === undefined) {
    if (pair.session === undefined) return ['backtest only'];
    return pair.backtest === undefined ? ['session only'] : ['end'];
  }
  if (session === undefined) return ['backtest only'];
  if (backtest === undefined) return ['session only'];
  const { ticksPerUnit, pipFactor } = session.instrument;
  const pips = (Math.abs(session.priceTicks - backtest.priceTicks) / ticksPerUnit) * pipFactor;
  const span = Math.abs(session.executedAt + offset - backtest.executedAt);
  return [
    ...(pips > tolerance.pips + 1e-9 ? (['price'] as const) : []),
    ...(session.units === backtest.units ? [] : (['quantity'] as const)),
    ...(span > tolerance.time ? (['time'] as const) : []),
  ];
}
