// Orders, fills and P&L as CSV files (RFC 4180), times in UTC, exact decimals.
import { MILLISECOND } from '../../domain/index.js';
import { type CostFigure, type CostRow, isMarked } from '../costs/cost-rows.js';
import { HORIZONS } from '../costs/horizons.js';
import { type Cell, type Columns, formatCsv } from './csv-writer.js';
import { formatExact, round } from '../figures/figures.js';
import type { EquityPoint } from '../performance/equity.js';
import type { FillRow, OrderRow } from '../figures/results.js';
import { toSlippageBps } from '../figures/texts.js';

export const ORDER_COLUMNS: Columns<OrderRow> = {
  placedAt: ({ placedAt }, csv) => csv.instant(placedAt),
  changedAt: ({ view }, csv) => csv.instant(view.at),
  strategy: ({ view }, csv) => csv.text(view.strategy),
  parent: ({ view }, csv) => csv.text(view.parent),
  coId: ({ view }, csv) => csv.text(view.coId),
  orderId: ({ view }, csv) => csv.text(view.orderId),
  symbol: ({ view }, csv) => csv.text(view.instrument.symbol),
  side: ({ view }, csv) => csv.plain(view.side),
  type: ({ view }, csv) => csv.text(view.type),
  timeInForce: ({ view }, csv) => csv.text(view.timeInForce),
  size: ({ view }, csv) => csv.shortest(view.units, view.instrument.baseDecimals),
  price: ({ view }, csv) => csv.price(view.priceTicks, view.instrument),
  filled: ({ view }, csv) => csv.shortest(view.filledUnits, view.instrument.baseDecimals),
  arrivalMid: ({ view, arrivalTicks2 }, csv) => csv.mid(arrivalTicks2, view.instrument),
  state: ({ view }, csv) => csv.plain(view.state),
  reason: ({ view }, csv) => csv.text(view.reason),
};

export const FILL_COLUMNS: Columns<FillRow> = {
  executedAt: ({ fill }, csv) => csv.instant(fill.executedAt),
  bookedAt: ({ fill }, csv) => csv.instant(fill.at),
  strategy: ({ fill }, csv) => csv.text(fill.strategy),
  parent: ({ parent }, csv) => csv.text(parent),
  coId: ({ fill }, csv) => csv.text(fill.coId),
  tradeId: ({ fill }, csv) => csv.text(fill.tradeId),
  symbol: ({ fill }, csv) => csv.text(fill.instrument.symbol),
  side: ({ fill }, csv) => csv.plain(fill.side),
  quantity: ({ fill }, csv) => csv.shortest(fill.units, fill.instrument.baseDecimals),
  price: ({ fill }, csv) => csv.price(fill.priceTicks, fill.instrument),
  fee: ({ fill, fee }, csv) => {
    if (fee !== undefined) csv.plain(formatExact(fee, fill.instrument.termDecimals, 0));
  },
  arrivalMid: ({ fill, arrivalTicks2 }, csv) => csv.mid(arrivalTicks2, fill.instrument),
  mid: ({ fill, midTicks2 }, csv) => csv.mid(midTicks2, fill.instrument),
  slippageBps: ({ fill, arrivalTicks2 }, csv) => {
    csv.plain(String(toSlippageBps(fill.side, fill.priceTicks, arrivalTicks2) ?? ''));
  },
  decisionMid: ({ fill, decisionTicks2 }, csv) => csv.mid(decisionTicks2, fill.instrument),
  bid: ({ fill, marks }, csv) => csv.price(marks.bidTicks, fill.instrument),
  offer: ({ fill, marks }, csv) => csv.price(marks.offerTicks, fill.instrument),
  ...Object.fromEntries(HORIZONS.map(toLaterMid)),
  provider: ({ fill }, csv) => csv.text(fill.counterparty ?? ''),
  takenBack: ({ isBusted }, csv) => csv.plain(isBusted ? 'yes' : ''),
};

/** One line for each row of costs and measure; see docs/tca.md. */
const COST_COLUMNS: Columns<CostLine> = {
  by: ({ row }, csv) => csv.plain(row.by),
  value: ({ row }, csv) => csv.text(row.value),
  measure: ({ measure }, csv) => csv.plain(measure),
  count: ({ figure }, csv) => csv.plain(String(figure.count)),
  bps: ({ figure }, csv) => csv.plain(String(figure.bps)),
  lowBps: ({ figure }, csv) => csv.plain(String(figure.lowBps ?? '')),
  highBps: ({ figure }, csv) => csv.plain(String(figure.highBps ?? '')),
  perMillion: ({ figure }, csv) => csv.plain(String(figure.perMillion)),
  costCurrency: ({ row }, csv) => csv.plain(row.costCurrency),
  perMillionOf: ({ row }, csv) => csv.plain(row.perMillionOf),
  dealt: ({ row }, csv) => csv.plain(String(row.dealt)),
  dealtCurrency: ({ row }, csv) => csv.plain(row.dealtCurrency),
};

/** Amounts in the account currency. */
const EQUITY_COLUMNS: Columns<EquityPoint> = {
  time: ({ at }, csv) => csv.instant(at),
  pnl: ({ pnl }, csv) => csv.plain(String(round(pnl, 2))),
  drawdown: ({ drawdown }, csv) => csv.plain(String(round(drawdown, 2))),
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

/** Column of the mid at one of the horizons. */
function toLaterMid(horizon: number, i: number): [name: string, cell: Cell<FillRow>] {
  const name = `mid+${String(horizon / MILLISECOND)}ms`;
  return [name, ({ fill, marks }, csv) => csv.mid(marks.mids2[i] ?? 0, fill.instrument)];
}

export function formatEquityCsv(points: readonly EquityPoint[]): string {
  return formatCsv(points, EQUITY_COLUMNS);
}
