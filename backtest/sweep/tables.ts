// Rows of a sweep as columns for CSV, Parquet and JSON.
import { encodeParquet, type ParquetType } from '../../src/recordings/index.js';
import { FIGURES } from './figures.js';
import type { Sweep } from './load-sweep.js';
import type { Row } from './run-sweep.js';

type Cell = string | number | boolean | null;

interface Column {
  readonly name: string;
  readonly type: ParquetType;
  readonly cells: readonly Cell[];
}

/** In order; the column of a parameter is text unless all its values are numbers. */
export function toColumns({ names }: Sweep, rows: readonly Row[]): readonly Column[] {
  const parameters = names.map((name, index): Column => {
    const cells = rows.map(({ values }) => values[index] ?? null);
    const isNumber = cells.every((cell) => typeof cell === 'number');
    if (isNumber) return { name, type: 'number', cells };
    return { name, type: 'text', cells: cells.map(String) };
  });
  const figures = FIGURES.map((name): Column => {
    return { name, type: 'number', cells: rows.map((row) => row.figures?.[name] ?? null) };
  });
  return [
    { name: 'combination', type: 'integer', cells: rows.map((row) => row.combination) },
    ...parameters,
    { name: 'fits', type: 'boolean', cells: rows.map((row) => row.fits) },
    ...figures,
    { name: 'refusedBy', type: 'text', cells: rows.map(({ refusals }) => toCounts(refusals)) },
    { name: 'halted', type: 'text', cells: rows.map(({ halt }) => halt ?? null) },
    { name: 'muted', type: 'text', cells: rows.map(({ muted }) => muted ?? null) },
    {
      name: 'paperWouldStop',
      type: 'text',
      cells: rows.map(({ observed }) => observed?.join('; ') ?? null),
    },
    { name: 'digest', type: 'text', cells: rows.map((row) => row.digest ?? null) },
    { name: 'fault', type: 'text', cells: rows.map(({ fault }) => toText(fault)) },
  ];
}

function toCounts(refusals: Row['refusals']): string | null {
  if (refusals === undefined) return null;
  return Object.entries(refusals)
    .map(([rule, count]) => `${rule} ${String(count)}`)
    .join('; ');
}

function toText(fault: Row['fault']): string | null {
  return fault === undefined ? null : `${fault.message} (${fault.code})`;
}

/** RFC 4180; an empty cell has no value. */
export function formatCsv(columns: readonly Column[]): string {
  const lines = [columns.map(({ name }) => quote(name)).join(',')];
  const count = columns[0]?.cells.length ?? 0;
  for (let row = 0; row < count; row++) {
    lines.push(columns.map(({ cells }) => quote(String(cells[row] ?? ''))).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function quote(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

export function toParquet(columns: readonly Column[]): Promise<Uint8Array> {
  const described = columns.map(({ name, type }) => ({ name, type, isOptional: true }));
  return encodeParquet(
    described,
    columns.map(({ cells }) => cells),
  );
}

/** One object per row. */
export function toObjects(columns: readonly Column[]): readonly Readonly<Record<string, Cell>>[] {
  const count = columns[0]?.cells.length ?? 0;
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row] ?? null])),
  );
}
