// Every time trading stopped, and why.
import { formatInstant, type Halt } from '../../domain/index.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<Halt>[] = [
  { head: 'At', kind: 'code', cell: ({ at }) => formatInstant(at) },
  { head: 'Scope', cell: ({ scope, strategy }) => (scope === 'all' ? 'all' : strategy) },
  { head: 'Rule', cell: ({ rule }) => rule },
  { head: 'Reason', cell: ({ reason }) => reason },
];

export const haltsSection: Section = {
  id: 'halts',
  title: 'Halts',
  render: ({ halts: { rows, leftOut } }) =>
    rows.length === 0 ? undefined : renderTable(COLUMNS, rows, rows.length + leftOut),
};
