// Draws a histogram as SVG: one bar for each range of values.
import { markup, type Markup } from '../markup.js';

export interface PictureBar {
  /** Label below the bar, and with the count in its tooltip. */
  readonly label: string;
  readonly count: number;
}

const HEIGHT = 120;
const LABELS = 18;
const STEP = 52;
const GAP = 4;

/** Bars in a row, the highest as high as the picture; `name` is the label for screen readers. */
export function renderBars(name: string, bars: readonly PictureBar[]): Markup {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const width = Math.max(1, bars.length) * STEP;
  const shown = bars.map(({ label, count }, i) => {
    const height = count === 0 ? 0 : Math.max(1, Math.round((count / most) * HEIGHT));
    const x = i * STEP + GAP / 2;
    const middle = i * STEP + STEP / 2;
    return markup`<g><title>${label}: ${count}</title>
<rect x="${x}" y="${HEIGHT - height}" width="${STEP - GAP}" height="${height}" class="bar"/>
<text x="${middle}" y="${HEIGHT + 13}" text-anchor="middle">${label}</text></g>\n`;
  });
  const box = `0 0 ${String(width)} ${String(HEIGHT + LABELS)}`;
  return markup`<svg class="bars" role="img" aria-label="${name}" viewBox="${box}" width="${width}">
${shown}</svg>`;
}
