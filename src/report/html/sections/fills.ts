// Section with the fills, the market at each fill and its slippage.
import { formatInstant } from '../../../domain/index.js';
import { markup } from '../markup.js';
import type { FillRow } from '../../figures/results.js';
import {
  formatAmount,
  formatMid,
  formatPrice,
  formatSigned,
  toSlippageBps,
} from '../../figures/texts.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<FillRow>[] = [
  { head: 'Executed', kind: 'code', cell: ({ fill }) => formatInstant(fill.executedAt) },
  { head: 'Strategy', cell: ({ fill }) => fill.strategy },
  { head: 'Symbol', cell: ({ fill }) => fill.instrument.symbol },
  {
    head: 'Side',
    cell: ({ fill }) => markup`<span class="${fill.side.toLowerCase()}">${fill.side}</span>`,
  },
  number('Quantity', ({ fill }) => formatAmount(fill.units, fill.instrument)),
  number('Price', ({ fill }) => formatPrice(fill.priceTicks, fill.instrument)),
  number('Mid when booked', ({ fill, midTicks2 }) => formatMid(midTicks2, fill.instrument)),
  number('Arrival mid', ({ fill, arrivalTicks2 }) => formatMid(arrivalTicks2, fill.instrument)),
  number('Slippage, bps', toSlippageText),
  { head: 'Provider', cell: ({ fill }) => fill.counterparty ?? '' },
  {
    head: 'Trade id',
    kind: 'code',
    cell: ({ fill, isBusted }) => (isBusted ? `${fill.tradeId} (busted)` : fill.tradeId),
  },
  { head: 'coId', kind: 'code', cell: ({ fill }) => fill.coId },
];

export const fillsSection: Section = {
  id: 'fills',
  title: 'Fills',
  render: ({ fills: { rows, leftOut } }) =>
    rows.length === 0 ? undefined : renderTable(COLUMNS, rows, rows.length + leftOut, 'fills.csv'),
};

function toSlippageText({ fill, arrivalTicks2 }: FillRow): string {
  const bps = toSlippageBps(fill.side, fill.priceTicks, arrivalTicks2);
  return bps === null ? '' : formatSigned(bps, 3);
}
