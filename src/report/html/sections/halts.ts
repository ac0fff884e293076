// Section with the halts and their reasons.
import { describeHaltScope } from '../../../domain/events/index.js';
import { formatInstant } from '../../../domain/index.js';
import { describeReason } from '../../collect/stops.js';
import type { HaltRow } from '../../figures/results.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<HaltRow>[] = [
  { head: 'At', kind: 'code', cell: ({ at }) => formatInstant(at) },
  { head: 'Scope', cell: (halt) => describeHaltScope(halt) || 'all' },
  { head: 'Rule', cell: ({ rule }) => rule },
  { head: 'Reason', cell: describeReason },
];

export const haltsSection: Section = {
  id: 'halts',
  title: 'Halts',
  render: ({ halts: { rows, leftOut } }) =>
    rows.length === 0 ? undefined : renderTable(COLUMNS, rows, rows.length + leftOut),
};
