// Figures of a session as plain JSON: the content of summary.json and the source of other outputs.
import type { Alert } from '../../domain/events/index.js';
import { formatInstant, SECOND } from '../../domain/index.js';
import type { ObservedLimit } from '../../domain/venue/index.js';
import { type CostRow, toCostRows } from '../costs/cost-rows.js';
import { toNumber } from './figures.js';
import { type PerformanceFigures, toPerformance } from '../performance/figures.js';
import { listRemarks, type Remark, remarkSilence } from './plausibility.js';
import type { QuoteFigures } from '../collect/quote-figures.js';
import type { HaltRow, Results, SessionInfo } from './results.js';
import { listWarnings, type Warning } from './warnings.js';
import { formatPnl, type SummaryRow, toSummaryRow } from './summary-row.js';

/** Like `ObservedLimit`, with its time as a text. */
export type ObservedSummary = Omit<ObservedLimit, 'first'> & {
  readonly first: Omit<ObservedLimit['first'], 'at'> & { readonly at: string };
};

/** Net position and P&L of a symbol over all strategies. */
export interface SymbolSummary {
  readonly symbol: string;
  readonly position: number;
  /** Exact decimal text in `pnlCurrency`, valued at the last mid; null without a rate. */
  readonly pnl: string | null;
  readonly pnlCurrency: string;
}

/**
 * A parent started by a previous run and worked by this session; quantities in units of the base.
 */
export interface CarriedParent {
  readonly strategy: string;
  readonly key: string;
  readonly symbol: string;
  /** Size of the whole parent. */
  readonly quantity: number;
  readonly filledBefore: number;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/**
 * Figures of one session. The figures of `SummaryRow` at the top are those of the only row; with
 * several rows they are null, except the counts, which are then sums.
 */
export interface Summary extends Omit<
  Nullable<SummaryRow>,
  'orders' | 'fills' | 'busts' | 'refused'
> {
  readonly mode: string;
  readonly name: string;
  readonly version: string;
  readonly seed: number;
  readonly startAt: string;
  readonly endAt: string;
  readonly durationSeconds: number;
  readonly rates: number;
  readonly orders: number;
  readonly fills: number;
  readonly busts: number;
  readonly refused: number;
  readonly halts: readonly (Omit<HaltRow, 'at'> & { readonly at: string })[];
  readonly alerts: readonly (Omit<Alert, 'at'> & { readonly at: string })[];
  /** What the kernel requested of the session, such as `{ "refresh login": 1 }`. */
  readonly asks: Readonly<Record<string, number>>;
  /** Number of refusals by rule, such as `{ "RC14": 3 }`. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Orders that exceeded a limit under an override, by rule, such as `{ "RC23": 2 }`. */
  readonly overridden: Readonly<Record<string, number>>;
  /** What observed limits would have refused or halted, in the order of the first breach. */
  readonly observed: readonly ObservedSummary[];
  readonly controlsOff: readonly string[];
  readonly digest: string;
  readonly strategies: Results['info']['strategies'];
  readonly notes: Results['info']['notes'];
  readonly symbols: readonly SymbolSummary[];
  /** One row per strategy and symbol with any activity. */
  readonly rows: readonly SummaryRow[];
  /** Strategies without an order or a parent, if others have some. */
  readonly idle: readonly string[];
  /** P&L of all strategies in the account currency. */
  readonly performance: PerformanceFigures;
  /** Facts that a reader must know before any figure. */
  readonly warnings: readonly Warning[];
  /** Parents partly filled by previous runs; absent without one. */
  readonly rests?: readonly CarriedParent[];
  /** What makes the result suspicious. */
  readonly remarks: readonly Remark[];
  /** Transaction costs: of all orders first, then by strategy, symbol, type, provider and hour. */
  readonly costs: readonly CostRow[];
  /** Quote requests, by strategy and symbol. */
  readonly quotes: readonly QuoteFigures[];
  /** Number of rows beyond the maximum of the tables; figures and CSV files include all. */
  readonly leftOut: {
    readonly orders: number;
    readonly fills: number;
    readonly parents: number;
    readonly halts: number;
    readonly alerts: number;
    readonly notes: number;
  };
}

/** Figures that are summed over rows. */
type Counted = 'orders' | 'fills' | 'busts';

export function summarise(results: Results): Summary {
  const { info, startAt, endAt } = results;
  const rows = results.ledgers.map(toSummaryRow);
  const [only] = rows;
  const costs = toCostRows(results);
  const performance = toPerformance(results.performance);
  const refused = results.refusals.reduce((total, { count }) => total + count, 0);
  const staleFills = countStale(results);
  const sum = (key: Counted): number => rows.reduce((total, row) => total + row[key], 0);
  const remarks = [
    ...listSilence(results, sum('orders')),
    ...listRemarks({ mode: info.mode, refused, performance, staleFills }, costs),
  ];
  return {
    mode: info.mode,
    name: info.name,
    version: info.version,
    seed: info.seed,
    startAt: formatInstant(startAt),
    endAt: formatInstant(endAt),
    durationSeconds: (endAt - startAt) / SECOND,
    rates: results.rates,
    ...(only !== undefined && rows.length === 1 ? only : toBlankRow(info, rows.length > 0)),
    orders: sum('orders'),
    fills: sum('fills'),
    busts: sum('busts'),
    refused,
    refusals: toRefusals(results),
    overridden: Object.fromEntries(results.overridden),
    halts: results.halts.rows.map((halt) => ({ ...halt, at: formatInstant(halt.at) })),
    alerts: results.alerts.rows.map((alert) => ({ ...alert, at: formatInstant(alert.at) })),
    asks: Object.fromEntries(results.asks.map(({ name, count }) => [name, count])),
    observed: toObserved(results),
    controlsOff: info.controlsOff,
    digest: results.digest,
    strategies: info.strategies,
    notes: info.notes,
    symbols: toSymbols(results),
    rows,
    idle: listIdle(info, rows),
    performance,
    warnings: listWarnings(results),
    ...toRests(results),
    remarks,
    costs,
    quotes: results.quotes,
    leftOut: toLeftOut(results),
  };
}

function toObserved({ observed }: Results): Summary['observed'] {
  return observed.map((one) => {
    return { ...one, first: { ...one.first, at: formatInstant(one.first.at) } };
  });
}

function toLeftOut(results: Results): Summary['leftOut'] {
  return {
    orders: results.orders.leftOut,
    fills: results.fills.leftOut,
    parents: results.parents.leftOut,
    halts: results.halts.leftOut,
    alerts: results.alerts.leftOut,
    notes: results.notes.leftOut,
  };
}

function toRests({ parents }: Results): Pick<Summary, 'rests'> {
  const resumed = parents.rows.filter(({ beforeUnits, wasWorked }) => wasWorked && beforeUnits > 0);
  if (resumed.length === 0) return {};
  const rests = resumed.map(({ beforeUnits, view }): CarriedParent => {
    const { strategy, key, units } = view;
    const { baseDecimals, symbol } = view.instrument;
    const quantity = toNumber(units, baseDecimals);
    return { strategy, key, symbol, quantity, filledBefore: toNumber(beforeUnits, baseDecimals) };
  });
  return { rests };
}

function toRefusals({ refusals }: Results): Summary['refusals'] {
  return Object.fromEntries(refusals.map(({ rule, count }) => [rule, count]));
}

function listIdle({ strategies }: SessionInfo, rows: readonly SummaryRow[]): readonly string[] {
  const busy = new Set(rows.map(({ strategy }) => strategy));
  const idle = strategies.map(({ name }) => name).filter((name) => !busy.has(name));
  return busy.size === 0 ? [] : idle;
}

/** Empty if there were orders or quote requests, or if a warning explains why there were none. */
function listSilence(results: Results, orders: number): readonly Remark[] {
  const { halts, quotes, rates, refusedParents, unstarted } = results;
  const isWarned = unstarted.length > 0 || refusedParents.length > 0;
  if (orders > 0 || quotes.length > 0 || isWarned) return [];
  const [firstHalt] = halts.rows;
  return [remarkSilence({ rates, refusals: toRefusals(results), firstHalt })];
}

function countStale({ costs }: Results): number {
  const cells = costs.flatMap((line) => line.list());
  return cells.reduce((sum, { cell }) => sum + cell.sums.staleFills, 0);
}

function toSymbols({ info, ledgers }: Results): readonly SymbolSummary[] {
  return info.instruments.flatMap((instrument) => {
    const own = ledgers.filter((ledger) => ledger.instrument.id === instrument.id);
    const [first] = own;
    if (first === undefined) return [];
    const position = own.reduce((total, { positionUnits }) => total + positionUnits, 0n);
    const pnl2 = own.reduce((total, ledger) => total + ledger.pnl2, 0n);
    return {
      symbol: instrument.symbol,
      position: toNumber(position, instrument.baseDecimals),
      pnl: formatPnl(pnl2, first.lastTicks2 !== 0 || position === 0n, instrument),
      pnlCurrency: instrument.term,
    };
  });
}

/** Top figures if there is not exactly one row. */
function toBlankRow(info: SessionInfo, hasRows: boolean): Nullable<SummaryRow> {
  const [strategy] = info.strategies;
  const [instrument] = info.instruments;
  return {
    strategy: info.strategies.length === 1 ? (strategy?.name ?? null) : null,
    symbol: info.instruments.length === 1 ? (instrument?.symbol ?? null) : null,
    ratePrecision: null,
    side: null,
    orders: 0,
    fills: 0,
    busts: 0,
    refused: 0,
    orderStates: null,
    requestedQuantity: hasRows ? null : 0,
    filledQuantity: hasRows ? null : 0,
    averagePrice: null,
    averageBuyPrice: null,
    averageSellPrice: null,
    arrivalMid: null,
    slippageBps: null,
    slippagePerMillion: null,
    slippageCurrency: null,
    intervalTwap: null,
    slippageVsTwapBps: null,
    intervalVwap: null,
    slippageVsVwapBps: null,
    intervalStartAt: null,
    intervalEndAt: null,
    intervalSeconds: null,
    position: null,
    pnl: null,
    pnlCurrency: null,
    termDecimals: null,
  };
}
