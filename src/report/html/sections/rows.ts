// Section with the figures by strategy and symbol, if there is more than one row.
import { formatAverage, formatFills, formatGrouped } from '../../figures/texts.js';
import { formatPnlCell } from '../../figures/total-lines.js';
import { formatUnit } from '../../figures/units.js';
import { markup } from '../markup.js';
import type { SummaryRow } from '../../figures/summary-row.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<SummaryRow>[] = [
  { head: 'Strategy', cell: (row) => row.strategy },
  { head: 'Symbol', cell: (row) => row.symbol },
  { head: 'Side', cell: (row) => row.side ?? '' },
  number('Orders', (row) => formatGrouped(row.orders)),
  number('Fills', formatFills),
  number('Refused', (row) => formatGrouped(row.refused)),
  number('Filled', (row) => formatGrouped(row.filledQuantity)),
  number('Average price', (row) => formatAverage(row.averagePrice, row.ratePrecision)),
  number('Slippage, bps', (row) => formatUnit('bps', row.slippageBps)),
  number('vs TWAP, bps', (row) => formatUnit('bps', row.slippageVsTwapBps)),
  number('vs VWAP, bps', (row) => formatUnit('bps', row.slippageVsVwapBps)),
  number('Position', (row) => formatGrouped(row.position)),
  number('P&L', formatPnlCell),
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
