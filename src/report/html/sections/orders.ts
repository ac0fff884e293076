// Section with the orders sent to the venue, each in its last state.
import { formatInstant } from '../../../domain/index.js';
import { markup } from '../markup.js';
import type { OrderRow } from '../../figures/results.js';
import { formatAmount, formatPrice } from '../../figures/texts.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<OrderRow>[] = [
  { head: 'Placed', kind: 'code', cell: ({ placedAt }) => formatInstant(placedAt) },
  { head: 'Strategy', cell: ({ view }) => view.strategy },
  { head: 'Symbol', cell: ({ view }) => view.instrument.symbol },
  {
    head: 'Side',
    cell: ({ view }) => markup`<span class="${view.side.toLowerCase()}">${view.side}</span>`,
  },
  { head: 'Type', cell: ({ view }) => `${view.type} ${view.timeInForce}` },
  number('Size', ({ view }) => formatAmount(view.units, view.instrument)),
  number('Price', ({ view }) => formatPrice(view.priceTicks, view.instrument)),
  number('Filled', ({ view }) => formatAmount(view.filledUnits, view.instrument)),
  { head: 'State', cell: ({ view }) => view.state },
  { head: 'Reason', cell: ({ view }) => view.reason },
  { head: 'coId', kind: 'code', cell: ({ view }) => view.coId },
  { head: 'Venue id', kind: 'code', cell: ({ view }) => view.orderId },
];

export const ordersSection: Section = {
  id: 'orders',
  title: 'Orders',
  render: ({ orders: { rows, leftOut } }) =>
    rows.length === 0 ? undefined : renderTable(COLUMNS, rows, rows.length + leftOut, 'orders.csv'),
};
