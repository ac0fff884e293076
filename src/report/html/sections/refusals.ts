// Section with the gate's refusals, by rule.
import { formatInstant } from '../../../domain/index.js';
import type { RefusalCount } from '../../figures/results.js';
import { formatGrouped } from '../../figures/texts.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<RefusalCount>[] = [
  { head: 'Rule', cell: ({ rule }) => rule },
  number('Refused', ({ count }) => formatGrouped(count)),
  { head: 'Last at', kind: 'code', cell: ({ last }) => formatInstant(last.at) },
  { head: 'Strategy', cell: ({ last }) => last.strategy },
  { head: 'Symbol', cell: ({ last }) => last.symbol },
  { head: 'Last message', cell: ({ last }) => last.message },
];

export const refusalsSection: Section = {
  id: 'refusals',
  title: 'Refusals by rule',
  render: ({ refusals }) => (refusals.length === 0 ? undefined : renderTable(COLUMNS, refusals)),
};
