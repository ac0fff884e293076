// Transaction cost figures: of all orders, and by strategy, symbol, order type, provider and hour.
import { LogHistogram } from '../../recordings/index.js';
import { MILLISECOND } from '../../domain/index.js';
import type { Mid } from '../figures/currency-conversion.js';
import { round } from '../figures/figures.js';
import type { Results } from '../figures/results.js';
import { CostCell, type CostLine, type PlacedCell } from './cost-line.js';
import { type Factors, findMoney } from './cost-money.js';
import type { MeanGain } from './cost-sums.js';
import { HORIZONS, type Measure, toMarkIndex, toMeasureIndex } from './horizons.js';

const BPS = 10_000;
const MILLION = 1_000_000;

export const GROUPS = ['all', 'strategy', 'symbol', 'type', 'provider', 'hour'] as const;
export type Group = (typeof GROUPS)[number];

/** A mean over fills or orders with its 95 % band. Positive is in our favour. */
export interface CostFigure {
  /** Number of fills or orders in the mean, which is weighted by size. */
  readonly count: number;
  readonly bps: number;
  readonly lowBps: number | null;
  readonly highBps: number | null;
  /** Amount in the row's `costCurrency` per million of its `perMillionOf`. */
  readonly perMillion: number;
}

/** Times in milliseconds. */
export interface TimeFigure {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** Spread captured as a share of the half spread: 1 earned all of it, -1 paid all of it. */
export interface SpreadFigure {
  readonly count: number;
  readonly share: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface CostRow {
  readonly by: Group;
  /** Strategy, symbol, type, provider or hour (UTC); empty for all. */
  readonly value: string;
  /** 0 by provider: the provider of an order is unknown until it fills. */
  readonly orders: number;
  readonly fills: number;
  /** Quantity in `dealtCurrency`: the base of a single symbol, or USD at the last rates. */
  readonly dealt: number;
  readonly dealtCurrency: string;
  readonly costCurrency: string;
  /**
   * Currency of the million in `perMillion`: the dealt currency, but the term of a digital asset.
   */
  readonly perMillionOf: string;
  /** Symbols that no rate converts to USD: only the counts include them. */
  readonly leftOut: readonly string[];
  /** Filled over ordered quantity of the ended orders, in the dealt currency; null without any. */
  readonly fillRatio: number | null;
  readonly rejectRate: number | null;
  /** Rejected orders by reason code. */
  readonly rejects: Readonly<Record<string, number>>;
  readonly arrival: CostFigure | null;
  readonly decision: CostFigure | null;
  readonly spread: SpreadFigure | null;
  /** Time from the decision to the first fill. */
  readonly timeToFill: TimeFigure | null;
  /** Immediate orders: time from the decision to the report of their end, filled or not. */
  readonly holdTime: TimeFigure | null;
  /** Move of the mid in that time: for filled orders, and for orders without a fill. */
  readonly held: CostFigure | null;
  readonly refused: CostFigure | null;
  /** One entry for each of `HORIZONS`. */
  readonly markOuts: readonly MarkOut[];
}

/** The figures are absent if the session ended before this horizon. */
export type MarkOut = { readonly afterMs: number } & Partial<CostFigure>;

export function isMarked(mark: MarkOut): mark is MarkOut & CostFigure {
  return mark.count !== undefined;
}

interface Part extends PlacedCell {
  readonly line: CostLine;
}

/** Row of all orders first, then by group and value; empty if there were no orders. */
export function toCostRows({
  costs,
  instruments,
}: Pick<Results, 'costs' | 'instruments'>): readonly CostRow[] {
  const mids = instruments.map(({ instrument, lastTicks2: ticks2 }) => ({ instrument, ticks2 }));
  const all = costs.flatMap((line) => line.list().map((cell) => ({ line, ...cell })));
  return GROUPS.flatMap((by) => {
    const parts = by === 'provider' ? all.filter(({ provider }) => provider !== undefined) : all;
    const values = [...new Set(parts.map((part) => toValue(by, part)))];
    if (by === 'hour' || by === 'provider') values.sort();
    return values.map((value) => {
      const own = parts.filter((part) => toValue(by, part) === value);
      return toCostRow(by, value, own, mids);
    });
  });
}

function toValue(by: Group, { line, hour, provider = '' }: Part): string {
  switch (by) {
    case 'strategy':
      return line.strategy;
    case 'symbol':
      return line.instrument.symbol;
    case 'type':
      return `${line.type} ${line.timeInForce}`;
    case 'provider':
      return provider === '' ? 'not known' : provider;
    case 'hour':
      return `${String(hour).padStart(2, '0')}:00`;
    case 'all':
      return '';
  }
}

function toCostRow(
  by: Group,
  value: string,
  parts: readonly Part[],
  mids: readonly Mid[],
): CostRow {
  const instruments = [...new Set(parts.map(({ line }) => line.instrument))];
  const money = findMoney(instruments, mids);
  const total = new CostCell();
  for (const part of parts) addCell(total, part, money.factors.get(part.line.instrument.symbol));
  const toCost = (index: number): CostFigure | null =>
    toCostFigure(total.sums.mean(index), money.perUnit);
  const measure = (name: Measure): CostFigure | null => toCost(toMeasureIndex(name));
  const rejected = [...total.rejects.values()].reduce((sum, count) => sum + count, 0);
  return {
    by,
    value,
    orders: total.orders,
    fills: total.fills,
    dealt: round(total.dealtUnits, money.dealtDecimals),
    dealtCurrency: money.dealt,
    costCurrency: money.cost,
    perMillionOf: money.perMillionOf,
    leftOut: money.leftOut,
    fillRatio: total.askedUnits === 0 ? null : round(total.filledUnits / total.askedUnits, 6),
    rejectRate: total.ended === 0 ? null : round(rejected / total.ended, 6),
    rejects: Object.fromEntries(total.rejects),
    arrival: measure('arrival'),
    decision: measure('decision'),
    spread: toSpreadFigure(total.sums.mean(toMeasureIndex('spread'))),
    timeToFill: toTimes(parts, ({ fillTimes }) => fillTimes, by),
    holdTime: toTimes(parts, ({ holdTimes }) => holdTimes, by),
    held: measure('held'),
    refused: measure('refused'),
    markOuts: HORIZONS.map((horizon, i) => ({
      afterMs: horizon / MILLISECOND,
      ...toCost(toMarkIndex(i)),
    })),
  };
}

function addCell(total: CostCell, { cell }: Part, factors: Factors | undefined): void {
  total.orders += cell.orders;
  total.ended += cell.ended;
  total.fills += cell.fills;
  for (const [code, count] of cell.rejects) {
    total.rejects.set(code, (total.rejects.get(code) ?? 0) + count);
  }
  if (factors === undefined) return;
  total.askedUnits += cell.askedUnits * factors.units;
  total.filledUnits += cell.filledUnits * factors.units;
  total.dealtUnits += cell.dealtUnits * factors.units;
  total.sums.addAll(cell.sums, factors.sums);
}

function toCostFigure(gain: MeanGain | undefined, perUnit: number | undefined): CostFigure | null {
  if (gain === undefined) return null;
  const { count, mean, low, high } = gain;
  return {
    count,
    bps: round(mean * BPS, 4),
    lowBps: low === undefined ? null : round(low * BPS, 4),
    highBps: high === undefined ? null : round(high * BPS, 4),
    perMillion: round((perUnit === undefined ? mean : gain.perUnit * perUnit) * MILLION, 2),
  };
}

function toSpreadFigure(gain: MeanGain | undefined): SpreadFigure | null {
  if (gain === undefined) return null;
  const { count, mean, low, high } = gain;
  return {
    count,
    share: round(mean, 4),
    low: low === undefined ? null : round(low, 4),
    high: high === undefined ? null : round(high, 4),
  };
}

/** Times are not kept by hour or provider. */
function toTimes(
  parts: readonly Part[],
  pick: (line: CostLine) => LogHistogram,
  by: Group,
): TimeFigure | null {
  if (by === 'hour' || by === 'provider') return null;
  const times = new LogHistogram();
  for (const line of new Set(parts.map((part) => part.line))) times.addAll(pick(line));
  if (times.count === 0) return null;
  const toMs = (micros: number): number => round(micros / MILLISECOND, 3);
  return {
    count: times.count,
    mean: toMs(times.mean),
    median: toMs(times.quantile(0.5)),
    p95: toMs(times.quantile(0.95)),
    max: toMs(times.max),
  };
}
