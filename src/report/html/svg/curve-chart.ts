// Draws means with their bands over a few steps as SVG.
import { markup, type Markup } from '../markup.js';
import { drawGrid, formatTick, toGrid } from './grid.js';

export interface CurvePoint {
  /** Label below the point. */
  readonly label: string;
  readonly value: number;
  /** Ends of its band; absent without one. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

const HEIGHT = 200;
const STEP = 84;
/** Space at the left for figures, and below for labels. */
const LEFT = 64;
const TOP = 10;
const LABELS = 24;

/** Points in a row with a line through them; `name` is the label for screen readers. */
export function renderCurve(name: string, unit: string, points: readonly CurvePoint[]): Markup {
  const ends = points.flatMap(({ value, low = value, high = value }) => [value, low, high]);
  const grid = toGrid(Math.min(0, ...ends), Math.max(0, ...ends));
  const [low = 0, high = 1] = [grid[0], grid.at(-1)];
  const width = LEFT + points.length * STEP;
  const toX = (i: number): number => LEFT + (i + 0.5) * STEP;
  const toY = (value: number): number =>
    Number((TOP + ((high - value) / (high - low)) * HEIGHT).toFixed(1));
  const lines = drawGrid(grid, toY, { left: LEFT, right: width });
  const path = points.map(({ value }, i) => `${String(toX(i))},${String(toY(value))}`).join(' ');
  const marks = points.map(({ label, value, low: from, high: to }, i) => {
    const band =
      from === undefined || to === undefined
        ? ''
        : markup`<line x1="${toX(i)}" x2="${toX(i)}" y1="${toY(to)}" y2="${toY(from)}"
class="band"/>`;
    const range = from === undefined ? '' : ` (${formatTick(from)} to ${formatTick(to ?? from)})`;
    return markup`<g><title>${label}: ${formatTick(value)} ${unit}${range}</title>${band}
<circle cx="${toX(i)}" cy="${toY(value)}" r="4" class="point"/>
<text x="${toX(i)}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${label}</text></g>\n`;
  });
  const box = `0 0 ${String(width)} ${String(TOP + HEIGHT + LABELS)}`;
  return markup`<svg class="curve" role="img" aria-label="${name}" viewBox="${box}"
width="${width}">${lines}<polyline points="${path}" class="line"/>${marks}</svg>`;
}
