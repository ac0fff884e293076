// Orders, fills and P&L as CSV files (RFC 4180), times in UTC, exact decimals.
import { formatInstant, MILLISECOND } from '../domain/index.js';
import { type CostFigure, type CostRow, isMarked } from './costs/cost-rows.js';
import { HORIZONS } from './costs/horizons.js';
import { formatExact, round } from './figures.js';
import type { EquityPoint } from './performance/equity.js';
import type { FillRow, OrderRow } from './results.js';
import { formatMid, formatPrice, formatQuantity, toLine, toSlippageBps } from './texts.js';

const LINE_END = '\r\n';

/** What a file holds of a row, by the name of the column. */
export type Columns<T> = Readonly<Record<string, (row: T) => string>>;

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
  fee: ({ fill, fee }) =>
    fee === undefined ? '' : formatExact(fee, fill.instrument.termDecimals, 0),
  arrivalMid: ({ fill, arrivalTicks2 }) => formatMid(arrivalTicks2, fill.instrument),
  mid: ({ fill, midTicks2 }) => formatMid(midTicks2, fill.instrument),
  slippageBps: ({ fill, arrivalTicks2 }) =>
    String(toSlippageBps(fill.side, fill.priceTicks, arrivalTicks2) ?? ''),
  decisionMid: ({ fill, decisionTicks2 }) => formatMid(decisionTicks2, fill.instrument),
  bid: ({ fill, marks }) => formatPrice(marks.bidTicks, fill.instrument),
  offer: ({ fill, marks }) => formatPrice(marks.offerTicks, fill.instrument),
  ...Object.fromEntries(HORIZONS.map(toLaterMid)),
  provider: ({ fill }) => toText(fill.counterparty ?? ''),
  takenBack: ({ isBusted }) => (isBusted ? 'yes' : ''),
};

/** One line for each row of costs and measure; see docs/tca.md. */
const COST_COLUMNS: Columns<CostLine> = {
  by: ({ row }) => row.by,
  value: ({ row }) => toText(row.value),
  measure: ({ measure }) => measure,
  count: ({ figure }) => String(figure.count),
  bps: ({ figure }) => String(figure.bps),
  lowBps: ({ figure }) => String(figure.lowBps ?? ''),
  highBps: ({ figure }) => String(figure.highBps ?? ''),
  perMillion: ({ figure }) => String(figure.perMillion),
  costCurrency: ({ row }) => row.costCurrency,
  perMillionOf: ({ row }) => row.perMillionOf,
  dealt: ({ row }) => String(row.dealt),
  dealtCurrency: ({ row }) => row.dealtCurrency,
};

/** Account currency. */
const EQUITY_COLUMNS: Columns<EquityPoint> = {
  time: ({ at }) => formatInstant(at),
  pnl: ({ pnl }) => String(round(pnl, 2)),
  drawdown: ({ drawdown }) => String(round(drawdown, 2)),
};

interface CostLine {
  readonly row: CostRow;
  readonly measure: string;
  readonly figure: CostFigure;
}

export function formatCostsCsv(rows: readonly CostRow[]): string {
  return formatCsv(rows.flatMap(toCostLines), COST_COLUMNS);
}

function toCostLines(row: CostRow): readonly CostLine[] {
  const { arrival, decision, held, refused, markOuts } = row;
  const measures = Object.entries({ arrival, decision, held, refused });
  return [
    ...measures.flatMap(([measure, figure]) => (figure === null ? [] : [{ row, measure, figure }])),
    ...markOuts.flatMap((mark) => {
      if (!isMarked(mark)) return [];
      return [{ row, measure: `mark-out ${String(mark.afterMs)} ms`, figure: mark }];
    }),
  ];
}

/** Column of the mid after one of the horizons. */
function toLaterMid(horizon: number, i: number): [name: string, cell: (row: FillRow) => string] {
  const name = `mid+${String(horizon / MILLISECOND)}ms`;
  return [name, ({ fill, marks }) => formatMid(marks.mids2[i] ?? 0, fill.instrument)];
}

export function formatOrdersCsv(rows: readonly OrderRow[]): string {
  return formatCsv(rows, ORDER_COLUMNS);
}

export function formatFillsCsv(rows: readonly FillRow[]): string {
  return formatCsv(rows, FILL_COLUMNS);
}

/** One line of the file. */
export function formatOrderLine(row: OrderRow): string {
  return formatLine(row, Object.values(ORDER_COLUMNS));
}

export function formatFillLine(row: FillRow): string {
  return formatLine(row, Object.values(FILL_COLUMNS));
}

export function formatEquityCsv(points: readonly EquityPoint[]): string {
  return formatCsv(points, EQUITY_COLUMNS);
}

export function formatCsv<T>(rows: readonly T[], columns: Columns<T>): string {
  const cells = Object.values(columns);
  const head = `${Object.keys(columns).join(',')}${LINE_END}`;
  return head + rows.map((row) => formatLine(row, cells)).join('');
}

function formatLine<T>(row: T, cells: readonly ((row: T) => string)[]): string {
  return cells.map((cell) => cell(row)).join(',') + LINE_END;
}

/** A text as one cell; what a spreadsheet would run as a formula gets an apostrophe in front. */
export function toText(text: string): string {
  const line = toLine(text);
  const safe = /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
