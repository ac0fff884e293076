// What stands of the losses that halt: a start under them would halt again with the first rate.
import type { Instant } from '../../domain/index.js';
import type { LedgerSnapshot, TotalsSnapshot } from '../ledger/snapshot.js';
import type { Limits } from '../limits.js';
import { rc43 } from '../rules/loss/rc43-daily-loss.js';
import { rc44 } from '../rules/loss/rc44-drawdown.js';

const CENTS = 100;

/** RC43: of a strategy, or of all where it is empty; in words, empty below the limit. */
export function findDailyLoss(
  { accountCurrency, rules }: Limits,
  ledger: LedgerSnapshot,
  strategy: string,
  at: Instant,
): string {
  const stated = rules['RC43'];
  // A day is over once a clock that is known to be right says so.
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

/** RC44: since the peak of all runs, for a start begins a run of its own; empty below the limit. */
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
