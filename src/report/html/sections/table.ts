// Table of the HTML page, limited to a number of rows that a browser can lay out at once.
import { type Content, markup, type Markup } from '../markup.js';
import { formatGrouped } from '../../figures/texts.js';

/** Maximum number of rows of a table. */
export const MAX_TABLE_ROWS = 500;

export interface Column<T> {
  readonly head: string;
  /** Numbers are aligned right, with digits of equal width. */
  readonly kind?: 'text' | 'number' | 'code';
  readonly cell: (row: T) => Content;
}

/** A column of numbers. */
export function number<T>(head: string, cell: (row: T) => Content): Column<T> {
  return { head, kind: 'number', cell };
}

/**
 * Renders the first rows; `total` is the number of all rows, `file` the name of a file with all.
 */
export function renderTable<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  total = rows.length,
  file = '',
): Markup {
  const shown = rows.slice(0, MAX_TABLE_ROWS);
  const head = columns.map(({ head, kind = 'text' }) => markup`<th class="${kind}">${head}</th>`);
  const body = shown.map((row) => {
    const cells = columns.map(
      ({ kind = 'text', cell }) => markup`<td class="${kind}">${cell(row)}</td>`,
    );
    return markup`<tr>${cells}</tr>\n`;
  });
  const more = file === '' ? '' : ` ${file} has all.`;
  const cut =
    total > shown.length
      ? `The first ${formatGrouped(shown.length)} of ${formatGrouped(total)}.${more}`
      : '';
  return markup`<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>${cut === '' ? '' : markup`<p class="hint">${cut}</p>`}`;
}
