// Section with the figures by strategy and symbol, if there is more than one row.
import { formatAverage, formatFills, formatGrouped, formatSigned } from '../../figures/texts.js';
import { formatPnlCell } from '../../figures/total-lines.js';
import { markup } from '../markup.js';
import type { SummaryRow } from '../../figures/summary-row.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<SummaryRow>[] = [
  { head: 'Strategy', cell: (row) => row.strategy },
  { head: 'Symbol', cell: (row) => row.symbol },
  { head: 'Side', cell: (row) => row.side ?? '' },
  { head: 'Orders', kind: 'number', cell: (row) => formatGrouped(row.orders) },
  { head: 'Fills', kind: 'number', cell: formatFills },
  { head: 'Refused', kind: 'number', cell: (row) => formatGrouped(row.refused) },
  { head: 'Filled', kind: 'number', cell: (row) => formatGrouped(row.filledQuantity) },
  {
    head: 'Average price',
    kind: 'number',
    cell: (row) => formatAverage(row.averagePrice, row.ratePrecision),
  },
  { head: 'Slippage, bps', kind: 'number', cell: (row) => toBps(row.slippageBps) },
  { head: 'vs TWAP, bps', kind: 'number', cell: (row) => toBps(row.slippageVsTwapBps) },
  { head: 'vs VWAP, bps', kind: 'number', cell: (row) => toBps(row.slippageVsVwapBps) },
  { head: 'Position', kind: 'number', cell: (row) => formatGrouped(row.position) },
  {
    head: 'P&L',
    kind: 'number',
    cell: formatPnlCell,
  },
];

/** Only in reports of sessions that took over positions. */
const CARRIED_IN: Column<SummaryRow> = {
  head: 'Carried in',
  kind: 'number',
  cell: ({ carriedIn, carriedInMid = null, ratePrecision }) =>
    carriedIn === undefined
      ? ''
      : `${formatGrouped(carriedIn)} at ${formatAverage(carriedInMid, ratePrecision)}`,
};

export const rowsSection: Section = {
  id: 'rows',
  title: 'By strategy and symbol',
  render: (_, { idle, rows }) => {
    if (rows.length + idle.length < 2) return undefined;
    const isCarried = rows.some(({ carriedIn }) => carriedIn !== undefined);
    const table = renderTable(isCarried ? [...COLUMNS, CARRIED_IN] : COLUMNS, rows);
    if (idle.length === 0) return table;
    return markup`${table}<p class="hint">Without an order: ${idle.join(', ')}.</p>`;
  },
};

function toBps(bps: number | null): string {
  return bps === null ? '–' : formatSigned(bps, 3);
}
