// The first figure of a report: P&L of all strategies after fees, in the account currency.
import { Decimal } from 'decimal.js';
import type { Summary } from './summary.js';
import type { SummaryRow } from './summary-row.js';
import { findMoneyDecimals, formatMoney, formatSigned } from './texts.js';

export type Line = readonly [label: string, value: string];

interface Total {
  readonly label: string;
  readonly value: string;
  /** Notes on the value: gain or loss, and how it is valued. */
  readonly words: readonly string[];
}

/** Empty for a session without activity. */
export function toTotals({ performance, rows }: Summary): readonly Total[] {
  const { currency, leftOut, pnl } = performance;
  if (rows.length === 0) return [];
  const valuation = describeValuation(rows);
  if (leftOut.length === 0) {
    const value = `${formatSigned(pnl, findMoneyDecimals(currency))} ${currency}`;
    const gain = pnl === 0 ? [] : [pnl > 0 ? 'a gain' : 'a loss'];
    return [{ label: 'Total P&L', value, words: [...gain, ...valuation] }];
  }
  const missing = `no rate of this session converts ${leftOut.join(', ')} to ${currency}`;
  return [
    { label: 'P&L by currency', value: sumByCurrency(rows).join(', '), words: valuation },
    { label: 'No total P&L', value: missing, words: [] },
  ];
}

export function toTotalLines(summary: Summary): readonly Line[] {
  return toTotals(summary).map(({ label, value, words }) => [label, [value, ...words].join(', ')]);
}

/** P&L after fees of one strategy in one symbol: `-912.50 USD`. */
export function formatPnlCell(row: SummaryRow): string {
  return `${formatMoney(findPnl(row), row.termDecimals)} ${row.pnlCurrency}`;
}

/** P&L after fees, if there are any; null without a rate. */
export function findPnl({ netPnl, pnl }: Pick<SummaryRow, 'netPnl' | 'pnl'>): string | null {
  return netPnl === undefined ? pnl : netPnl;
}

function sumByCurrency(rows: readonly SummaryRow[]): readonly string[] {
  const sums = new Map<string, { sum: Decimal; decimals: number }>();
  for (const row of rows) {
    const known = sums.get(row.pnlCurrency)?.sum ?? new Decimal(0);
    const sum = known.plus(findPnl(row) ?? 0);
    sums.set(row.pnlCurrency, { sum, decimals: row.termDecimals });
  }
  return [...sums].map(([currency, { sum, decimals }]) => {
    return `${sum.gt(0) ? '+' : ''}${formatMoney(sum.toFixed(), decimals)} ${currency}`;
  });
}

function describeValuation(rows: readonly SummaryRow[]): readonly string[] {
  return [
    ...(rows.some(({ fees }) => fees !== undefined) ? ['after fees'] : []),
    ...(rows.some(({ position }) => position !== 0) ? ['open positions at the last mid'] : []),
  ];
}
