// Draws the P&L of several sessions over the time since their start as SVG.
import { markup, type Markup } from '../markup.js';
import { drawGrid, toGrid } from './grid.js';
import { formatWait } from '../../figures/texts.js';

export interface PnlLine {
  readonly name: string;
  /** In rising order of time. */
  readonly points: readonly PnlPoint[];
}

export interface PnlPoint {
  /** Milliseconds since the session began. */
  readonly afterMs: number;
  readonly pnl: number;
}

const HEIGHT = 260;
const WIDTH = 900;
/** Space at the left for figures, and below for times. */
const LEFT = 84;
const TOP = 10;
const LABELS = 24;
/** Number of time labels below the picture. */
const TIMES = 5;

/** A line for each session, with a key; undefined if no session has a point. */
export function renderEquities(lines: readonly PnlLine[]): Markup | undefined {
  const all = lines.flatMap(({ points }) => points);
  if (all.length === 0) return undefined;
  const ends = { low: 0, high: 0, afterMs: 1 };
  for (const { afterMs, pnl } of all) {
    ends.low = Math.min(ends.low, pnl);
    ends.high = Math.max(ends.high, pnl);
    ends.afterMs = Math.max(ends.afterMs, afterMs);
  }
  const grid = toGrid(ends.low, ends.high);
  const [low = 0, high = 1] = [grid[0], grid.at(-1)];
  const span = ends.afterMs;
  const toX = (afterMs: number): number => round(LEFT + (afterMs / span) * (WIDTH - LEFT));
  const toY = (pnl: number): number => round(TOP + ((high - pnl) / (high - low)) * HEIGHT);
  const times = Array.from({ length: TIMES + 1 }, (_, i) => (span * i) / TIMES);
  const labels = times.map(
    (time, i) => markup`<text x="${toX(time)}" y="${TOP + HEIGHT + 18}"
text-anchor="${i === TIMES ? 'end' : 'middle'}">${formatWait(time)}</text>\n`,
  );
  const paths = lines.map(({ name, points }, i) => {
    const path = points.map(({ afterMs, pnl }) => `${String(toX(afterMs))},${String(toY(pnl))}`);
    return markup`<polyline points="${path.join(' ')}" class="run run-${i}"><title>${name}</title>
</polyline>\n`;
  });
  const keys = lines.map(
    ({ name }, i) => markup`<li><svg viewBox="0 0 16 10" aria-hidden="true">
<path d="M0 5h16" class="run run-${i}"/></svg>${name}</li>\n`,
  );
  const box = `0 0 ${String(WIDTH)} ${String(TOP + HEIGHT + LABELS)}`;
  const names = lines.map(({ name }) => name).join(', ');
  const lanes = drawGrid(grid, toY, { left: LEFT, right: WIDTH });
  return markup`<figure class="chart picture"><figcaption>
<ul class="keys">${keys}</ul></figcaption>
<svg class="curve" role="img" aria-label="P&L of ${names}" viewBox="${box}"
width="${WIDTH}">${lanes}${labels}${paths}</svg></figure>
`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
