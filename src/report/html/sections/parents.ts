// Section with the parent orders and their progress.
import { formatInstant } from '../../../domain/index.js';
import { toAveragePrice } from '../../figures/figures.js';
import type { ParentRow } from '../../figures/results.js';
import { formatAmount, formatAverage, formatMid, formatPrice } from '../../figures/texts.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<ParentRow>[] = [
  { head: 'Started', kind: 'code', cell: ({ view }) => formatInstant(view.startedAt) },
  { head: 'Strategy / key', cell: ({ view }) => `${view.strategy} / ${view.key}` },
  {
    head: 'Order',
    cell: ({ view }) => `${view.algorithm}: ${view.side} ${view.instrument.symbol}`,
  },
  number('Quantity', ({ view }) => formatAmount(view.units, view.instrument)),
  number('Filled', ({ view }) => formatAmount(view.filledUnits, view.instrument)),
  // A parent of a previous run that this session did not work has no slices.
  number('Slices', ({ view: { slices, slicesDone } }) =>
    slices === 0 ? '' : `${String(slicesDone)} of ${String(slices)}`,
  ),
  number('Average price', toAverageText),
  number('Arrival mid', ({ view }) => formatMid(view.arrivalTicks2, view.instrument)),
  number('Limit', ({ view }) => formatPrice(view.limitTicks, view.instrument)),
  { head: 'State', cell: ({ view }) => view.state },
  { head: 'Reason', cell: ({ view }) => view.reason },
];

/** Only in reports of sessions that took over parents. */
const FILLED_BEFORE: Column<ParentRow> = {
  head: 'Filled before',
  kind: 'number',
  cell: ({ beforeUnits, view }) =>
    beforeUnits === 0 ? '' : formatAmount(beforeUnits, view.instrument),
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
