// Figures of a run that sweeps compare: numbers from its summary, by name.
import type { Summary } from '../../src/report/index.js';

/** From `performance` of the summary. */
const OF_PERFORMANCE = [
  ...['pnl', 'maxDrawdown', 'sharpe', 'sortino', 'calmar', 'profitFactor', 'winRate'],
  ...['roundTrips', 'averageTrip', 'largestTrip', 'exposure', 'minutes'],
] as const;
/** From the top of the summary. */
const OF_ALL = ['orders', 'fills', 'refused'] as const;
/** From the only row; null if a session has several. */
const OF_ROW = [
  ...['filledQuantity', 'averagePrice', 'slippageBps', 'slippagePerMillion'],
  ...['slippageVsTwapBps', 'intervalSeconds'],
] as const;

/** Names of the figures, in the order of the tables. */
export const FIGURES: readonly string[] = [...OF_PERFORMANCE, ...OF_ALL, 'halts', ...OF_ROW];

/** By name; null if the run has no such figure. */
export type Figures = Readonly<Record<string, number | null>>;

export function toFigures(summary: Summary): Figures {
  const { performance } = summary;
  const take = (from: object, names: readonly string[]) =>
    names.map((name) => [name, toNumber((from as Readonly<Record<string, unknown>>)[name])]);
  return Object.fromEntries([
    ...take(performance, OF_PERFORMANCE),
    ...take(summary, OF_ALL),
    ['halts', summary.halts.length],
    ...take(summary, OF_ROW),
  ]) as Figures;
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
