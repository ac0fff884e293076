// Draws horizontal grid lines at round values, with their figures at the left.
import { markup, type Markup } from '../markup.js';

/** Maximum number of grid lines. */
const LINES = 6;

/** Round values from at or below `low` to at or above `high`. */
export function toGrid(low: number, high: number): readonly number[] {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / LINES));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => span / one <= LINES) ?? span;
  const from = Math.floor(low / step);
  const to = Math.max(from + 1, Math.ceil(high / step));
  return Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step);
}

/** A line for each value from `left` to `right`, with its figure at the left. */
export function drawGrid(
  values: readonly number[],
  toY: (value: number) => number,
  { left, right }: { readonly left: number; readonly right: number },
): readonly Markup[] {
  return values.map(
    (value) => markup`<line x1="${left}" x2="${right}" y1="${toY(value)}" y2="${toY(value)}"
class="${value === 0 ? 'zero' : 'grid'}"/><text x="${left - 8}" y="${toY(value) + 4}"
text-anchor="end">${formatTick(value)}</text>\n`,
  );
}

export function formatTick(value: number): string {
  const text = Number(value.toPrecision(3)).toString();
  return value > 0 ? `+${text}` : text;
}
