// Cells of a line of delimited text, with quotes or without (RFC 4180).

/** How R, pandas and others write a number that is missing. */
const MISSING = /^(?:nan|na|n\/a|null|none)$/i;

/** A quote that nothing closes stays in its cell, where no number reads so. */
export function splitCells(line: string, delimiter: string): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    const end = findEnd(line, at, delimiter);
    const cell = line.slice(at, end);
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at = end + 1;
  }
  return cells;
}

/** Where the cell from `at` on ends: before the next delimiter that no quotes enclose. */
function findEnd(line: string, at: number, delimiter: string): number {
  let isOpen = false;
  for (let i = at; i < line.length; i++) {
    if (line[i] === '"') isOpen = !isOpen;
    else if (line[i] === delimiter && !isOpen) return i;
  }
  return line.length;
}

/** The text of a number; empty for one that is missing. */
export function toNumberCell(cell: string): string {
  return MISSING.test(cell) ? '' : cell;
}
