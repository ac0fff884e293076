// Compares two or more sessions side by side: figures in a table, P&L and mark-outs as pictures.
import { MILLISECOND } from '../../domain/index.js';
import type { MarkOut } from '../costs/cost-rows.js';
import { HORIZONS } from '../costs/horizons.js';
import { type PnlLine, type PnlPoint, renderEquities } from './svg/equity-chart.js';
import { renderMarkOuts } from './svg/mark-out-chart.js';
import { markup, type Markup } from './markup.js';
import { renderPage, renderSection } from './page.js';
import { renderTable } from './sections/table.js';
import type { Summary } from '../figures/summary.js';
import {
  formatFills,
  formatFixed,
  formatGrouped,
  formatSigned,
  formatStatistic,
  formatWait,
} from '../figures/texts.js';

/** One session: its display name, and the content of its folder. */
export interface Compared {
  readonly name: string;
  readonly summary: Summary;
  /**
   * Content of `equity.csv`; empty before the first fill, or if that version wrote no such file.
   */
  readonly equity: readonly PnlPoint[];
}

/** A figure with its value for each session. */
export interface ComparedLine {
  readonly label: string;
  readonly values: readonly string[];
}

const NONE = '–';

/** Compared figures, in order. */
const FIGURES: readonly (readonly [label: string, notify: (summary: Summary) => string])[] = [
  ['Mode', ({ mode }) => mode],
  ['Strategies', ({ strategies }) => strategies.map(({ name }) => name).join(', ')],
  ['From', ({ startAt }) => startAt],
  ['To', ({ endAt }) => endAt],
  ['Rates', ({ rates }) => formatGrouped(rates)],
  ['Orders', ({ orders }) => formatGrouped(orders)],
  ['Fills', formatFills],
  ['Refusals', ({ refused }) => formatGrouped(refused)],
  ['Halts', ({ halts, leftOut }) => formatGrouped(halts.length + leftOut.halts)],
  ['P&L', ({ performance: { pnl, currency } }) => formatStatistic(pnl, currency)],
  ['Deepest fall', ({ performance: p }) => formatStatistic(p.maxDrawdown, p.currency)],
  ['Round trips', ({ performance }) => formatGrouped(performance.roundTrips)],
  ['Profit factor', ({ performance }) => tellRatio(performance.profitFactor)],
  ['Sharpe', ({ performance }) => tellRatio(performance.sharpe)],
  ['vs arrival, bps', ({ costs: [all] }) => tellBps(all?.arrival)],
  ['vs decision, bps', ({ costs: [all] }) => tellBps(all?.decision)],
  ['Spread captured', ({ costs: [all] }) => tellShare(all?.spread?.share, true)],
  ['Filled', ({ costs: [all] }) => tellShare(all?.fillRatio)],
  ['Rejected', ({ costs: [all] }) => tellShare(all?.rejectRate)],
  ['Time to fill, median', ({ costs: [all] }) => tellWait(all?.timeToFill?.median)],
  ['Remarks', ({ remarks }) => remarks.map(({ id }) => id).join(', ') || 'none'],
  ['Digest', ({ digest }) => digest],
];

/** The figures, then the mark-outs of all fills. */
export function compareSessions(runs: readonly Compared[]): readonly ComparedLine[] {
  return [
    ...FIGURES.map(([label, notify]) => ({
      label,
      values: runs.map(({ summary }) => notify(summary)),
    })),
    ...HORIZONS.map((horizon) => horizon / MILLISECOND).map((afterMs) => ({
      label: afterMs === 0 ? 'Mark at fill, bps' : `Mark +${formatWait(afterMs)}, bps`,
      values: runs.map(({ summary }) => tellBps(findMark(summary, afterMs))),
    })),
  ];
}

/** The page of a comparison. Throws when the chart library is not installed. */
export function renderComparison(runs: readonly Compared[]): string {
  const names = runs.map(({ name }) => name).join(', ');
  const columns = [
    { head: '', cell: ({ label }: ComparedLine) => label },
    ...runs.map(({ name }, i) => ({
      head: name,
      kind: 'number' as const,
      cell: ({ values }: ComparedLine) => values[i] ?? '',
    })),
  ];
  const equities = renderEquities(runs.map(toPnlLine));
  const main = [
    renderSection('figures', '', renderTable(columns, compareSessions(runs))),
    equities === undefined ? markup`` : renderSection('equity', 'P&L since the start', equities),
    renderSection('mark-outs', 'Mark-outs of all fills, bps', markup`${runs.map(renderMarks)}`),
  ];
  return renderPage({
    title: `${names}: comparison`,
    header: markup`<header>
<p class="brand">Weir <span class="badge">compare</span></p><h1>${names}</h1></header>`,
    main,
    footer: markup`<footer><p class="hint">Positive is in your favour.</p></footer>`,
    charts: { origin: 0, end: 0, work: null, prices: [], progress: [] },
  });
}

function toPnlLine({ name, summary, equity }: Compared): PnlLine {
  return { name: `${name}, ${summary.performance.currency}`, points: equity };
}

function renderMarks({ name, summary }: Compared): Markup {
  const marks = summary.costs[0]?.markOuts ?? [];
  const picture = renderMarkOuts(name, `Mark-outs of ${name}`, marks);
  return picture ?? markup`<p class="hint">${name}: no fills.</p>\n`;
}

function findMark({ costs: [all] }: Summary, afterMs: number): MarkOut | undefined {
  return all?.markOuts.find((mark) => mark.afterMs === afterMs);
}

function tellBps(figure: { readonly bps?: number } | null | undefined): string {
  return figure?.bps === undefined ? NONE : formatSigned(figure.bps, 3);
}

function tellRatio(value: number | null): string {
  return value === null ? NONE : formatFixed(value, 2);
}

function tellShare(share: number | null | undefined, isSigned = false): string {
  if (share === null || share === undefined) return NONE;
  return `${(isSigned ? formatSigned : formatFixed)(share * 100, 1)} %`;
}

function tellWait(milliseconds: number | undefined): string {
  return milliseconds === undefined ? NONE : formatWait(milliseconds);
}
