// Section with what paper limits would have refused or halted in a backtest without limits, by
// rule.
import { formatInstant } from '../../../domain/index.js';
import type { ObservedLimit } from '../../../domain/venue/index.js';
import { describeNeeds } from '../../figures/observed-texts.js';
import { formatGrouped } from '../../figures/texts.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<ObservedLimit>[] = [
  { head: 'Rule', cell: ({ rule }) => rule },
  number('Times', ({ count }) => formatGrouped(count)),
  { head: 'First at', kind: 'code', cell: ({ first }) => formatInstant(first.at) },
  { head: 'Strategy', cell: ({ first }) => first.strategy },
  { head: 'Symbol', cell: ({ first }) => first.symbol },
  { head: 'First message', cell: ({ first }) => first.message },
  { head: 'Figure needed', cell: ({ needs }) => describeNeeds(needs) },
];

export const observedSection: Section = {
  id: 'observed',
  title: 'What the paper limits would have stopped',
  render: ({ observed }) => (observed.length === 0 ? undefined : renderTable(COLUMNS, observed)),
};
