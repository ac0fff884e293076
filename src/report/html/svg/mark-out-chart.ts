// Draws mark-outs: the mid after fills against their prices.
import { isMarked, type MarkOut } from '../../costs/cost-rows.js';
import { renderCurve } from './curve-chart.js';
import { markup, type Markup } from '../markup.js';
import { formatWait } from '../../figures/texts.js';

/** A figure with this caption; undefined for less than two marks. `name` is for screen readers. */
export function renderMarkOuts(
  caption: string,
  name: string,
  markOuts: readonly MarkOut[],
): Markup | undefined {
  const points = markOuts.filter(isMarked).map(({ afterMs, bps, lowBps, highBps }) => ({
    label: afterMs === 0 ? 'at fill' : `+${formatWait(afterMs)}`,
    value: bps,
    low: lowBps ?? undefined,
    high: highBps ?? undefined,
  }));
  if (points.length < 2) return undefined;
  return markup`<figure class="chart picture"><figcaption>${caption}</figcaption>
${renderCurve(name, 'bps', points)}</figure>
`;
}
