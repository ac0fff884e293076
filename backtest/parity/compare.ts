// Compares orders, fills and halts of session and backtest, with differences and their causes.
import type { Fill, Halt } from '../../src/domain/events/index.js';
import type { Micros } from '../../src/domain/index.js';
import { type DifferingFill, explain, type ExplainContext, type Tolerance } from './explain.js';
import type { LedgerOrder } from './run-orders.js';
import { type OrderPair, pairHalts, pairOrders } from './pair-orders.js';
import type { Cause, Difference, ParityLine } from './parity-line.js';

export interface Comparison {
  readonly lines: readonly ParityLine[];
  readonly orders: { readonly session: number; readonly backtest: number; readonly both: number };
  readonly fills: { readonly session: number; readonly backtest: number; readonly agree: number };
  /** Number of differing lines by cause. */
  readonly causes: Readonly<Partial<Record<Cause, number>>>;
  readonly halts: {
    readonly session: number;
    readonly backtest: number;
    /** Halts on one side only. */
    readonly alone: readonly LoneHalt[];
  };
  /** Nothing differs. */
  readonly agrees: boolean;
}

export interface LoneHalt {
  readonly halt: Halt;
  readonly side: 'session' | 'backtest';
}

/** Decisions further apart than this do not match. */
const SAME_DECISION: Micros = 1_000_000;

export function compare(context: ExplainContext): Comparison {
  const { backtest, session, setup } = context;
  const within = Math.max(SAME_DECISION, setup.pollInterval);
  const pairs = pairOrders(session.orders, backtest.orders, within);
  const lines = pairs.flatMap((pair) => [...listLines(pair, context)]);
  const causes: Partial<Record<Cause, number>> = {};
  for (const { cause } of lines) if (cause !== '') causes[cause] = (causes[cause] ?? 0) + 1;
  const alone = listLoneHalts(session.halts, backtest.halts, within);
  const countFills = (orders: readonly LedgerOrder[]): number =>
    orders.reduce((sum, { fills }) => sum + fills.length, 0);
  return {
    lines,
    causes,
    halts: { session: session.halts.length, backtest: backtest.halts.length, alone },
    agrees: alone.length === 0 && lines.every(({ differences }) => differences.length === 0),
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

function listLoneHalts(
  session: readonly Halt[],
  backtest: readonly Halt[],
  within: Micros,
): readonly LoneHalt[] {
  return pairHalts(session, backtest, within).flatMap((pair): readonly LoneHalt[] => {
    if (pair.backtest === undefined && pair.session !== undefined) {
      return [{ halt: pair.session, side: 'session' }];
    }
    if (pair.session !== undefined || pair.backtest === undefined) return [];
    return [{ halt: pair.backtest, side: 'backtest' }];
  });
}

/**
 * One line for each fill of an order. Differences of the order itself are added to its last
 * differing fill, else they get a line of their own.
 */
function listLines(pair: OrderPair, context: ExplainContext): readonly ParityLine[] {
  const own = pair.session?.fills ?? [];
  const other = pair.backtest?.fills ?? [];
  const fills: DifferingFill[] = [];
  for (let i = 0; i < Math.max(own.length, other.length); i++) {
    const [session, backtest] = [own[i], other[i]];
    const differences = compareFills(session, backtest, context);
    fills.push({ pair, session, backtest, differences, ofOrder: [] });
  }
  const ofOrder = compareOrders(pair, context.tolerance);
  const last = fills.findLastIndex(({ differences }) => differences.length > 0);
  const newest = fills[last];
  const isLone = pair.session === undefined || pair.backtest === undefined;
  if (newest !== undefined) fills[last] = { ...newest, ofOrder: isLone ? [] : ofOrder };
  else if (ofOrder.length > 0) {
    fills.push({ pair, session: undefined, backtest: undefined, differences: [], ofOrder });
  }
  return fills.map((fill) => toLine(fill, context));
}

function toLine(fill: DifferingFill, context: ExplainContext): ParityLine {
  const { pair, session, backtest } = fill;
  const differences = [...fill.differences, ...fill.ofOrder];
  const order = (pair.session ?? pair.backtest)?.view;
  if (order === undefined) throw new RangeError('a pair without an order');
  const why =
    differences.length === 0 ? ({ cause: '', detail: '' } as const) : explain(fill, context);
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

/** `FILLED`, or with the venue's reason `REJECTED NoLiquidity`. */
function toEnd({ view: { state, reason } }: LedgerOrder): string {
  return state === 'REJECTED' && reason !== '' ? `${state} ${reason}` : state;
}

function compareFills(
  session: Fill | undefined,
  backtest: Fill | undefined,
  { offset, tolerance }: ExplainContext,
): readonly Difference[] {
  if (session === undefined) return ['backtest only'];
  if (backtest === undefined) return ['session only'];
  const span = Math.abs(session.executedAt + offset - backtest.executedAt);
  return [
    ...(isSamePrice(session, backtest, tolerance) ? [] : (['price'] as const)),
    ...(session.units === backtest.units ? [] : (['quantity'] as const)),
    ...(span > tolerance.time ? (['time'] as const) : []),
  ];
}

/** Compares the terms of the orders and how they ended. */
function compareOrders(
  { session, backtest }: OrderPair,
  tolerance: Tolerance,
): readonly Difference[] {
  if (session === undefined) return ['backtest only'];
  if (backtest === undefined) return ['session only'];
  const [own, other] = [session.view, backtest.view];
  const isSame =
    own.units === other.units &&
    own.timeInForce === other.timeInForce &&
    isSamePrice(own, other, tolerance);
  return [
    ...(isSame ? [] : (['order'] as const)),
    ...(toEnd(session) === toEnd(backtest) ? [] : (['end'] as const)),
  ];
}

type Priced = Pick<Fill, 'instrument' | 'priceTicks'>;

function isSamePrice(one: Priced, other: Priced, tolerance: Tolerance): boolean {
  const { ticksPerUnit, pipFactor } = one.instrument;
  const pips = (Math.abs(one.priceTicks - other.priceTicks) / ticksPerUnit) * pipFactor;
  return pips <= tolerance.pips + 1e-9;
}
