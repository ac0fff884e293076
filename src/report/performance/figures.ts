// Statistics of a session's P&L, defined in docs/tca.md.
import { formatInstant } from '../../domain/index.js';
import { round } from '../figures/figures.js';
import { findMoneyDecimals } from '../figures/texts.js';
import type { PerformanceSums } from '../figures/results.js';

/** Minutes of 260 trading days. */
const YEAR = 260 * 24 * 60;
/** Minimum number of changes for a ratio. */
const LEAST_CHANGES = 30;

/** Money in `currency` after fees; ratios are null without enough data. */
export interface PerformanceFigures {
  readonly currency: string;
  readonly pnl: number;
  /** Symbols without a conversion rate to the currency: their P&L is left out. */
  readonly leftOut: readonly string[];
  readonly maxDrawdown: number;
  readonly drawdownFrom: string | null;
  readonly drawdownLow: string | null;
  readonly roundTrips: number;
  /** Round trips with a gain over all. */
  readonly winRate: number | null;
  readonly averageTrip: number | null;
  readonly largestTrip: number | null;
  /** Gains of round trips over their losses. */
  readonly profitFactor: number | null;
  /** Share of the samples since the first fill with any position. */
  readonly exposure: number | null;
  /** Number of changes per minute behind the ratios. */
  readonly minutes: number;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
}

export function toPerformance({
  equity,
  trips,
  currency,
  leftOut,
}: PerformanceSums): PerformanceFigures {
  const { drawdown, changes, pnl, looks, exposed } = equity;
  const toMoney = (amount: number): number => round(amount, findMoneyDecimals(currency));
  const isDown = drawdown.amount < 0;
  const hasTrips = trips.count > 0;
  const perYear = (YEAR * changes.count) / changes.minutes;
  const ratio = (risk: number): number | null =>
    changes.count < LEAST_CHANGES || risk === 0
      ? null
      : round((changes.mean / risk) * Math.sqrt(perYear), 4);
  return {
    currency,
    pnl: toMoney(pnl),
    leftOut: [...leftOut],
    maxDrawdown: toMoney(-drawdown.amount),
    drawdownFrom: isDown ? formatInstant(drawdown.fromAt) : null,
    drawdownLow: isDown ? formatInstant(drawdown.lowAt) : null,
    roundTrips: trips.count,
    winRate: hasTrips ? round(trips.wins / trips.count, 4) : null,
    averageTrip: hasTrips ? toMoney((trips.gains - trips.losses) / trips.count) : null,
    largestTrip: hasTrips ? toMoney(trips.largest) : null,
    profitFactor: trips.losses > 0 ? round(trips.gains / trips.losses, 4) : null,
    exposure: looks > 0 ? round(exposed / looks, 4) : null,
    minutes: changes.count,
    sharpe: ratio(changes.deviation),
    sortino: ratio(changes.downside),
    calmar:
      isDown && changes.count >= LEAST_CHANGES
        ? round((changes.mean * perYear) / -drawdown.amount, 4)
        : null,
  };
}
