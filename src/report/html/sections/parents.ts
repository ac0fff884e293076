// Section with the parent orders and their progress.
import { formatInstant } from '../../../domain/index.js';
import { toAveragePrice } from '../../figures/figures.js';
import type { ParentRow } from '../../figures/results.js';
import {
  formatAverage,
  formatGrouped,
  formatMid,
  formatPrice,
  formatQuantity,
} from '../../figures/texts.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<ParentRow>[] = [
  { head: 'Started', kind: 'code', cell: ({ view }) => formatInstant(view.startedAt) },
  { head: 'Strategy / key', cell: ({ view }) => `${view.strategy} / ${view.key}` },
  {
    head: 'Order',
    cell: ({ view }) => `${view.algorithm}: ${view.side} ${view.instrument.symbol}`,
  },
  {
    head: 'Quantity',
    kind: 'number',
    cell: ({ view }) => formatGrouped(formatQuantity(view.units, view.instrument)),
  },
  {
    head: 'Filled',
    kind: 'number',
    cell: ({ view }) => formatGrouped(formatQuantity(view.filledUnits, view.instrument)),
  },
  {
    head: 'Slices',
    kind: 'number',
    // A parent of a previous run that this session did not work has no slices.
    cell: ({ view: { slices, slicesDone } }) =>
      slices === 0 ? '' : `${String(slicesDone)} of ${String(slices)}`,
  },
  { head: 'Average price', kind: 'number', cell: toAverageText },
  {
    head: 'Arrival mid',
    kind: 'number',
    cell: ({ view }) => formatMid(view.arrivalTicks2, view.instrument),
  },
  {
    head: 'Limit',
    kind: 'number',
    cell: ({ view }) => formatPrice(view.limitTicks, view.instrument),
  },
  { head: 'State', cell: ({ view }) => view.state },
  { head: 'Reason', cell: ({ view }) => view.reason },
];

/** Only in reports of sessions that took over parents. */
const FILLED_BEFORE: Column<ParentRow> = {
  head: 'Filled before',
  kind: 'number',
  cell: ({ beforeUnits, view }) =>
    beforeUnits === 0 ? '' : formatGrouped(formatQuantity(beforeUnits, view.instrument)),
};

export const parentsSection: Section = {
  id: 'parents',
  title: 'Parent orders',
  render: ({ parents: { rows, leftOut } }) => {
    if (rows.length === 0) return undefined;
    const isResumed = rows.some(({ beforeUnits }) => beforeUnits > 0);
    const columns = isResumed ? [...COLUMNS, FILLED_BEFORE] : COLUMNS;
    return renderTable(columns, rows, rows.length + leftOut);
  },
};

function toAverageText({ view }: ParentRow): string {
  const { bookedCash, bookedUnits, instrument } = view;
  const price = toAveragePrice(bookedCash, BigInt(bookedUnits), instrument);
  return formatAverage(price, instrument.ratePrecision);
}
