// Section with the alerts of the session.
import type { Alert } from '../../../domain/events/index.js';
import { formatInstant } from '../../../domain/index.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<Alert>[] = [
  { head: 'At', kind: 'code', cell: ({ at }) => formatInstant(at) },
  { head: 'Level', cell: ({ level }) => level },
  { head: 'Rule', cell: ({ rule }) => rule },
  { head: 'About', cell: ({ strategy, symbol }) => [strategy, symbol].join(' ').trim() || 'all' },
  { head: 'Text', cell: ({ text }) => text },
];

export const alertsSection: Section = {
  id: 'alerts',
  title: 'Alerts',
  render: ({ alerts: { rows, leftOut } }) =>
    rows.length === 0 ? undefined : renderTable(COLUMNS, rows, rows.length + leftOut),
};
