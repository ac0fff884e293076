// Contract of a section of the HTML page; sections are listed in index.ts in the order of the page.
import type { Markup } from '../markup.js';
import type { Results } from '../../figures/results.js';
import type { Summary } from '../../figures/summary.js';

export interface Section {
  /** File name, and anchor on the page. */
  readonly id: string;
  /** Heading; empty for none. */
  readonly title: string;
  /** Undefined if there is nothing to show. */
  readonly render: (results: Results, summary: Summary) => Markup | undefined;
}
