// Section with the notes of strategies and of the kernel.
import type { Note } from '../../../domain/events/index.js';
import { formatInstant } from '../../../domain/index.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './section.js';

const COLUMNS: readonly Column<Note>[] = [
  { head: 'At', kind: 'code', cell: ({ at }) => formatInstant(at) },
  { head: 'Strategy', cell: ({ strategy }) => strategy },
  { head: 'Note', cell: ({ text }) => text },
  {
    head: 'Fields',
    kind: 'code',
    cell: ({ fields }) =>
      Object.entries(fields)
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(' '),
  },
];

export const notesSection: Section = {
  id: 'notes',
  title: 'Notes',
  render: ({ notes: { rows, leftOut } }) =>
    rows.length === 0 ? undefined : renderTable(COLUMNS, rows, rows.length + leftOut),
};
