// Placeholders of the progress charts: filled quantity against an even pace, position and P&L.
import { MAX_PROGRESS_CHARTS } from '../chart-data.js';
import { markup } from '../markup.js';
import type { Section } from './section.js';

export const progressSection: Section = {
  id: 'progress',
  title: 'Progress',
  render: ({ parents, ledgers }) => {
    const hasPosition = ledgers.some(({ carried, fills }) => carried !== undefined || fills > 0);
    if (parents.rows.length === 0 && !hasPosition) return undefined;
    const hint =
      parents.rows.length > MAX_PROGRESS_CHARTS
        ? `The first ${String(MAX_PROGRESS_CHARTS)} of ${String(parents.rows.length)} parents. `
        : '';
    const pace =
      parents.rows.length > 0 ? 'The pace is an even one, through as many slices as planned.' : '';
    return markup`<div class="charts" id="progress-charts"></div>
<p class="hint">${hint}${pace}</p>`;
  },
};
