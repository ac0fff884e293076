// Section with the final positions by value date and the settled cash.
import type { Cash, DatedPosition } from '../../../domain/dates/index.js';
import type { Instrument } from '../../../domain/index.js';
import { markup } from '../markup.js';
import { formatGrouped, formatAmount } from '../../figures/texts.js';
import type { Section } from './section.js';
import { type Column, number, renderTable } from './table.js';

interface Row extends DatedPosition {
  readonly instrument: Instrument | undefined;
}

const POSITIONS: readonly Column<Row>[] = [
  { head: 'Symbol', cell: ({ symbol }) => symbol },
  { head: 'Value date', kind: 'code', cell: ({ valueDate }) => valueDate },
  number('Position', ({ instrument, units }) =>
    instrument === undefined ? '' : formatAmount(units, instrument),
  ),
];

const CASH: readonly Column<Cash>[] = [
  { head: 'Currency', cell: ({ currency }) => currency },
  number('Settled', ({ amount }) => formatGrouped(amount)),
];

export const settlementSection: Section = {
  id: 'settlement',
  title: 'Positions by value date, and settled cash',
  render: ({ cash, dated, info }) => {
    if (dated.length + cash.length === 0) return undefined;
    const rows = dated.map((one) => {
      return { ...one, instrument: info.instruments.find(({ symbol }) => symbol === one.symbol) };
    });
    const none = (list: readonly unknown[], what: string) =>
      list.length === 0 ? markup`<p>${what}</p>` : undefined;
    const open = none(rows, 'No position is open.') ?? renderTable(POSITIONS, rows, rows.length);
    const settled = none(cash, 'Nothing has settled yet.') ?? renderTable(CASH, cash, cash.length);
    return markup`${open}${settled}`;
  },
};
