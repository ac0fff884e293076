// Markdown tables in the layout of the formatter.
import { escapeLine } from '../domain/index.js';

/** A table with columns as wide as their widest cell; the first row is the head. */
export function formatTable(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(escapeLine));
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => {
    // Prettier makes a rule at least three dashes wide.
    return Math.max(3, ...rows.map((row) => row[column]?.length ?? 0));
  });
  const format = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...body].map(format).join('\n');
}
