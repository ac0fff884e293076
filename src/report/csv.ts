// Orders and fills as CSV files (RFC 4180), times in UTC, exact decimals.
import { formatInstant } from '../domain/index.js';
import type { FillRow, OrderRow } from './results.js';
import { formatMid, formatPrice, formatQuantity, toLine, toSlippageBps } from './texts.js';

type Columns<T> = Readonly<Record<string, (row: T) => string>>;

const ORDER_COLUMNS: Columns<OrderRow> = {
  placedAt: ({ placedAt }) => formatInstant(placedAt),
  changedAt: ({ view }) => formatInstant(view.at),
  strategy: ({ view }) => toText(view.strategy),
  parent: ({ view }) => toText(view.parent),
  coId: ({ view }) => toText(view.coId),
  orderId: ({ view }) => toText(view.orderId),
  symbol: ({ view }) => toText(view.instrument.symbol),
  side: ({ view }) => view.side,
  type: ({ view }) => toText(view.type),
  timeInForce: ({ view }) => toText(view.timeInForce),
  size: ({ view }) => formatQuantity(view.units, view.instrument),
  price: ({ view }) => formatPrice(view.priceTicks, view.instrument),
  filled: ({ view }) => formatQuantity(view.filledUnits, view.instrument),
  arrivalMid: ({ view, arrivalTicks2 }) => formatMid(arrivalTicks2, view.instrument),
  state: ({ view }) => view.state,
  reason: ({ view }) => toText(view.reason),
};

const FILL_COLUMNS: Columns<FillRow> = {
  executedAt: ({ fill }) => formatInstant(fill.executedAt),
  bookedAt: ({ fill }) => formatInstant(fill.at),
  strategy: ({ fill }) => toText(fill.strategy),
  parent: ({ parent }) => toText(parent),
  coId: ({ fill }) => toText(fill.coId),
  tradeId: ({ fill }) => toText(fill.tradeId),
  symbol: ({ fill }) => toText(fill.instrument.symbol),
  side: ({ fill }) => fill.side,
  quantity: ({ fill }) => formatQuantity(fill.units, fill.instrument),
  price: ({ fill }) => formatPrice(fill.priceTicks, fill.instrument),
  arrivalMid: ({ fill, arrivalTicks2 }) => formatMid(arrivalTicks2, fill.instrument),
  mid: ({ fill, midTicks2 }) => formatMid(midTicks2, fill.instrument),
  slippageBps: ({ fill, arrivalTicks2 }) =>
    String(toSlippageBps(fill.side, fill.priceTicks, arrivalTicks2) ?? ''),
};

export function formatOrdersCsv(rows: readonly OrderRow[]): string {
  return formatCsv(rows, ORDER_COLUMNS);
}

export function formatFillsCsv(rows: readonly FillRow[]): string {
  return formatCsv(rows, FILL_COLUMNS);
}

function formatCsv<T>(rows: readonly T[], columns: Columns<T>): string {
  const cells = Object.values(columns);
  const lines = rows.map((row) => cells.map((cell) => cell(row)).join(','));
  return [Object.keys(columns).join(','), ...lines, ''].join('\r\n');
}

/** A text as one cell; what a spreadsheet would run as a formula gets an apostrophe in front. */
function toText(text: string): string {
  const line = toLine(text);
  const safe = /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
