// Data of the charts as compact JSON: milliseconds from an origin, prices in ticks.
import { type Instant, type Instrument, MILLISECOND } from '../../domain/index.js';
import { fromScaled } from '../../domain/numbers/index.js';
import { toSign } from '../../domain/orders/index.js';
import { round } from '../figures/figures.js';
import type {
  InstrumentRates,
  StrategyResult,
  OrderRow,
  ParentRow,
  Results,
} from '../figures/results.js';
import { formatMid, formatPrice, toSlippageBps } from '../figures/texts.js';

/**
 * Maximum number of symbols with a price chart, and of parents or ledgers with a progress chart.
 */
export const MAX_PRICE_CHARTS = 12;
export const MAX_PROGRESS_CHARTS = 12;

/** A horizontal line with a label; `to` is after `from`. */
interface Level {
  readonly kind: 'arrival' | 'limit';
  readonly label: string;
  readonly ticks: number;
  readonly from: number;
  readonly to: number;
}

export interface PriceChart {
  readonly symbol: string;
  readonly decimals: number;
  readonly t: readonly number[];
  readonly bid: readonly number[];
  readonly offer: readonly number[];
  /** Columns of own fills; `sign` is +1 for a buy. */
  readonly fills: {
    readonly t: readonly number[];
    readonly ticks: readonly number[];
    readonly sign: readonly number[];
    readonly quantity: readonly number[];
    readonly bps: readonly (number | null)[];
  };
  /** Columns of own orders; `ticks` is 0 for an order that did not rest. */
  readonly orders: {
    readonly t: readonly number[];
    readonly end: readonly number[];
    readonly ticks: readonly number[];
    readonly sign: readonly number[];
  };
  readonly levels: readonly Level[];
}

/** Filled quantity of one parent against an even pace. */
interface ParentChart {
  readonly kind: 'parent';
  readonly title: string;
  readonly total: number;
  readonly t: readonly number[];
  readonly filled: readonly number[];
  readonly pace: readonly [from: number, to: number];
}

/** Position and P&L of one strategy in one symbol. */
interface LedgerChart {
  readonly kind: 'ledger';
  readonly title: string;
  readonly currency: string;
  readonly base: string;
  readonly t: readonly number[];
  readonly position: readonly number[];
  readonly pnl: readonly number[];
}

/** P&L of all strategies in the account currency, and its drawdown. */
interface EquityChart {
  readonly currency: string;
  readonly t: readonly number[];
  readonly pnl: readonly number[];
  readonly drawdown: readonly number[];
}

export type ProgressChart = ParentChart | LedgerChart;

export interface ChartData {
  /** Epoch milliseconds from which all times count. */
  readonly origin: number;
  /** End of the session. */
  readonly end: number;
  /** From the first order to the last fill, if there is one. */
  readonly work: readonly [from: number, to: number] | null;
  readonly prices: readonly PriceChart[];
  readonly progress: readonly ProgressChart[];
  /** Only for sessions; a recording has none. */
  readonly equity?: EquityChart;
}

/** Of a page without charts of rates. */
export const NO_CHARTS: ChartData = { origin: 0, end: 0, work: null, prices: [], progress: [] };

export function toChartData(results: Results): ChartData {
  const origin = Math.floor(results.startAt / MILLISECOND);
  const toTime = (at: Instant): number => Math.round(at / MILLISECOND) - origin;
  const starts = results.ledgers.flatMap(({ interval }) => interval?.startAt ?? []);
  const ends = results.ledgers.flatMap(({ interval }) => interval?.endAt ?? []);
  return {
    origin,
    end: toTime(results.endAt),
    work: starts.length === 0 ? null : [toTime(Math.min(...starts)), toTime(Math.max(...ends))],
    prices: pickInstruments(results).map((rates) => toPriceChart(results, rates, toTime)),
    progress: [
      ...results.parents.rows.map((row) => toParentChart(results, row, toTime)),
      ...results.ledgers
        .filter((ledger) => isDrawn(results, ledger))
        .map((ledger) => toLedgerChart(ledger, toTime)),
    ].slice(0, MAX_PROGRESS_CHARTS),
    equity: toEquityChart(results, toTime),
  };
}

function toEquityChart({ performance }: Results, toTime: ToTime): EquityChart {
  const points = performance.equity.list();
  return {
    currency: performance.currency,
    t: points.map(({ at }) => toTime(at)),
    pnl: points.map(({ pnl }) => round(pnl, 2)),
    drawdown: points.map(({ drawdown }) => round(drawdown, 2)),
  };
}

type ToTime = (at: Instant) => number;

/** Instruments with rates; traded instruments first. */
function pickInstruments({ instruments, ledgers }: Results): readonly InstrumentRates[] {
  const traded = new Set(ledgers.map(({ instrument }) => instrument.id));
  const isTraded = ({ instrument }: InstrumentRates): boolean => traded.has(instrument.id);
  const withRates = instruments.filter(({ rates }) => rates > 0);
  const others = withRates.filter((rates) => !isTraded(rates));
  return [...withRates.filter(isTraded), ...others].slice(0, MAX_PRICE_CHARTS);
}

function toPriceChart(results: Results, rates: InstrumentRates, toTime: ToTime): PriceChart {
  const { instrument, points } = rates;
  const { id, symbol, ratePrecision, baseDecimals } = instrument;
  const fills = results.fills.rows.filter(({ fill }) => fill.instrument.id === id);
  const orders = results.orders.rows.filter(({ view }) => view.instrument.id === id);
  return {
    symbol,
    decimals: ratePrecision,
    t: points.at.map(toTime),
    bid: points.bidTicks,
    offer: points.offerTicks,
    fills: {
      t: fills.map(({ fill }) => toTime(fill.executedAt)),
      ticks: fills.map(({ fill }) => fill.priceTicks),
      sign: fills.map(({ fill }) => toSign(fill.side)),
      quantity: fills.map(({ fill }) => fromScaled(fill.units, baseDecimals)),
      bps: fills.map(({ fill, arrivalTicks2 }) =>
        toSlippageBps(fill.side, fill.priceTicks, arrivalTicks2, 3),
      ),
    },
    orders: {
      t: orders.map(({ placedAt }) => toTime(placedAt)),
      end: orders.map(({ view }) => toTime(view.isTerminal ? view.at : results.endAt)),
      ticks: orders.map((row) => (isResting(row) ? row.view.priceTicks : 0)),
      sign: orders.map(({ view }) => toSign(view.side)),
    },
    levels: results.parents.rows
      .filter(({ view }) => view.instrument.id === id)
      .slice(0, MAX_PROGRESS_CHARTS)
      .flatMap((row) => toLevels(row, instrument, results.endAt, toTime)),
  };
}

function isResting({ view }: OrderRow): boolean {
  return view.type === 'Limit' && view.timeInForce !== 'IOC' && view.timeInForce !== 'FOK';
}

function toLevels(
  { view }: ParentRow,
  instrument: Instrument,
  endAt: Instant,
  toTime: ToTime,
): readonly Level[] {
  const from = toTime(view.startedAt);
  const to = toTime(view.state === 'WORKING' ? endAt : view.at);
  const span = { from, to: Math.max(to, from + 1) };
  const { arrivalTicks2, limitTicks } = view;
  const arrival = {
    kind: 'arrival' as const,
    label: `arrival ${formatMid(arrivalTicks2, instrument)}`,
  };
  const limit = { kind: 'limit' as const, label: `limit ${formatPrice(limitTicks, instrument)}` };
  return [
    ...(arrivalTicks2 === 0 ? [] : [{ ...arrival, ticks: arrivalTicks2 / 2, ...span }]),
    ...(limitTicks === 0 ? [] : [{ ...limit, ticks: limitTicks, ...span }]),
  ];
}

function toParentChart(results: Results, row: ParentRow, toTime: ToTime): ParentChart {
  const { view } = row;
  const { strategy, key, instrument, side, startedAt } = view;
  const { baseDecimals } = instrument;
  const own = results.fills.rows.filter(
    ({ fill, parent }) => parent === key && fill.strategy === strategy,
  );
  const before = fromScaled(row.beforeUnits, baseDecimals);
  let units = row.beforeUnits;
  const filled = own.map(({ fill }) => fromScaled((units += fill.units), baseDecimals));
  const total = fromScaled(view.units, baseDecimals);
  const endAt = view.state === 'WORKING' ? results.endAt : view.at;
  return {
    kind: 'parent',
    title: `${view.algorithm}: ${side} ${instrument.symbol}, ${strategy} / ${key}`,
    total,
    t: toRising([startedAt, ...own.map(({ fill }) => fill.executedAt), endAt].map(toTime)),
    filled: [before, ...filled, filled.at(-1) ?? before],
    pace: [toTime(startedAt), toTime(estimateEnd(row, endAt))],
  };
}

/** Makes times never decrease: the venue's clock may differ from ours. */
function toRising(times: readonly number[]): readonly number[] {
  let latest = -Infinity;
  return times.map((time) => (latest = Math.max(latest, time)));
}

/** End of the parent at the pace of its slices, since views do not contain the schedule. */
function estimateEnd({ view, firstSliceAt, lastSliceAt }: ParentRow, endAt: Instant): Instant {
  const { slicesDone, slices } = view;
  if (slicesDone < 2 || slices < slicesDone) return endAt;
  return firstSliceAt + ((lastSliceAt - firstSliceAt) / (slicesDone - 1)) * slices;
}

/** A parent's chart shows its own fills, but not a position carried in. */
function isDrawn(
  { parents }: Results,
  { carried, fills, strategy, instrument }: StrategyResult,
): boolean {
  if (carried !== undefined) return true;
  const hasParent = parents.rows.some(
    ({ view }) => view.strategy === strategy && view.instrument.id === instrument.id,
  );
  return fills > 0 && !hasParent;
}

function toLedgerChart(
  { strategy, instrument, progress }: StrategyResult,
  toTime: ToTime,
): LedgerChart {
  return {
    kind: 'ledger',
    title: `${strategy}: ${instrument.symbol}`,
    currency: instrument.term,
    base: instrument.base,
    t: progress.at.map(toTime),
    position: progress.position,
    pnl: progress.pnl,
  };
}
