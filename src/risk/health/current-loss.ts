// Losses at their limits, for the checks of a resume: the first rate after it would halt again.
import type { Instant } from '../../domain/index.js';
import type { LedgerSnapshot, TotalsSnapshot } from '../ledger/snapshot.js';
import type { Limits } from '../limits.js';
import { rc43 } from '../rules/loss/rc43-daily-loss.js';
import { rc44 } from '../rules/loss/rc44-drawdown.js';

const CENTS = 100;

/**
 * RC43: text for a daily loss at the limit, of a strategy, or of all when `strategy` is empty;
 * empty text below the limit.
 */
export function findDailyLoss(
  { accountCurrency, rules }: Limits,
  ledger: LedgerSnapshot,
  strategy: string,
  at: Instant,
): string {
  const stated = rules['RC43'];
  // The FX day is over only when a clock that is known to be right says so.
  const isOver = at >= ledger.dayEndsAt && ledger.isOverdue !== true;
  if (stated === 'off' || isOver) return '';
  const limits = rc43.params.parse(stated);
  const limit = strategy === '' ? limits.all : limits.strategy;
  const totals =
    strategy === '' ? ledger.all : ledger.strategies.find((one) => one.strategy === strategy);
  if (totals === undefined) return '';
  const loss = (totals.dayBase - toNet(totals)) / CENTS;
  if (loss < limit) return '';
  const who = strategy === '' ? 'all strategies' : strategy;
  return `${who} lost ${loss.toFixed(2)} ${accountCurrency} today, limit ${String(limit)}`;
}

/**
 * RC44: text for a drawdown from the peak of all runs; empty below the limit. The peak of a run
 * does not count, because a start begins a new run.
 */
export function findDrawdown({ accountCurrency, rules }: Limits, { all }: LedgerSnapshot): string {
  const stated = rules['RC44'];
  if (stated === 'off') return '';
  const { equity, lifetimePercent } = rc44.params.parse(stated);
  const limit = (equity * lifetimePercent) / 100;
  const lost = (all.peakLife - toNet(all)) / CENTS;
  if (lost < limit) return '';
  const found = `${lost.toFixed(2)} ${accountCurrency}`;
  return `${found} below the peak of all runs, limit ${String(limit)}`;
}

function toNet({ value, fees }: TotalsSnapshot): number {
  return value - fees;
}
