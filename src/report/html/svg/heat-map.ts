// Draws a heat map as SVG: one coloured value for each pair of groups.
import { markup, type Markup } from '../markup.js';

export interface HeatCell {
  readonly value: number;
  /** Number of values in the mean. */
  readonly count: number;
}

export interface HeatMap {
  /** Label for screen readers. */
  readonly name: string;
  readonly columns: { readonly name: string; readonly labels: readonly string[] };
  readonly rows: { readonly name: string; readonly labels: readonly string[] };
  /** By row, then by column; absent for a pair without values. */
  readonly cells: readonly (readonly (HeatCell | undefined)[])[];
  readonly format: (value: number) => string;
}

const WIDTH = 88;
const HEIGHT = 36;
const TOP = 44;
const LETTER = 7;
/** Opacity of the palest and the strongest colour. */
const PALE = 0.06;
const STRONG = 0.8;

/** Gains and losses have different colours; values of a single sign range from pale to strong. */
export function renderHeatMap({ name, columns, rows, cells, format }: HeatMap): Markup {
  const values = cells.flatMap((line) => line.flatMap((cell) => cell?.value ?? []));
  const left = 24 + LETTER * Math.max(...[...rows.labels, rows.name].map(({ length }) => length));
  const width = left + columns.labels.length * WIDTH;
  const height = TOP + rows.labels.length * HEIGHT + 4;
  const toStrength = createStrength(values);
  const heads = columns.labels.map(
    (label, x) => markup`<text x="${left + (x + 0.5) * WIDTH}" y="${TOP - 8}"
text-anchor="middle">${label}</text>\n`,
  );
  const sides = rows.labels.map(
    (label, y) => markup`<text x="${left - 10}" y="${TOP + (y + 0.5) * HEIGHT + 4}"
text-anchor="end">${label}</text>\n`,
  );
  const body = cells.map((line, y) =>
    line.map((cell, x) => {
      if (cell === undefined) return '';
      const at = { x: left + x * WIDTH, y: TOP + y * HEIGHT };
      const pair = `${rows.labels[y] ?? ''}, ${columns.labels[x] ?? ''}`;
      const title = `${pair}: ${format(cell.value)} (mean of ${String(cell.count)})`;
      return markup`<g><title>${title}</title><rect x="${at.x + 1}" y="${at.y + 1}"
width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="3" class="${cell.value < 0 ? 'loss' : 'gain'}"
fill-opacity="${toStrength(cell.value).toFixed(3)}"/><text x="${at.x + WIDTH / 2}"
y="${at.y + HEIGHT / 2 + 4}" text-anchor="middle" class="value">${format(cell.value)}</text></g>\n`;
    }),
  );
  return markup`<svg class="heat" role="img" aria-label="${name}"
viewBox="0 0 ${width} ${height}" width="${width}"><text x="${left}" y="14"
class="name">${columns.name}</text><text x="${left - 10}" y="${TOP - 8}" text-anchor="end"
class="name">${rows.name}</text>
${heads}${sides}${body}</svg>`;
}

/** Opacity of a value's colour. */
function createStrength(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const hasBothSigns = least < 0 && most > 0;
  const largest = Math.max(Math.abs(least), Math.abs(most));
  const span = most - least;
  const scale = (share: number): number => PALE + share * (STRONG - PALE);
  if (hasBothSigns) return (value) => scale(Math.abs(value) / largest);
  if (span === 0) return () => scale(0.5);
  return (value) => scale((most <= 0 ? most - value : value - least) / span);
}
