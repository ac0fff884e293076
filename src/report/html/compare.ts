// Compares two or more sessions side by side: figures in a table, P&L and mark-outs as pictures.
import { MILLISECOND } from '../../domain/index.js';
import type { MarkOut } from '../costs/cost-rows.js';
import { HORIZONS } from '../costs/horizons.js';
import { NO_CHARTS } from './chart-data.js';
import { type PnlLine, type PnlPoint, renderEquities } from './svg/equity-chart.js';
import { renderMarkOuts } from './svg/mark-out-chart.js';
import { markup, type Markup } from './markup.js';
import { renderPage, renderSection } from './page.js';
import { renderTable } from './sections/table.js';
import type { Summary } from '../figures/summary.js';
import { formatFills, formatGrouped, formatStatistic, formatWait } from '../figures/texts.js';
import { formatUnit } from '../figures/units.js';

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
  ['Profit factor', ({ performance }) => formatUnit('ratio', performance.profitFactor)],
  ['Sharpe', ({ performance }) => formatUnit('ratio', performance.sharpe)],
  ['vs arrival, bps', ({ costs: [all] }) => formatUnit('bps', all?.arrival?.bps)],
  ['vs decision, bps', ({ costs: [all] }) => formatUnit('bps', all?.decision?.bps)],
  ['Spread captured', ({ costs: [all] }) => formatUnit('signedShare', all?.spread?.share)],
  ['Filled', ({ costs: [all] }) => formatUnit('share', all?.fillRatio)],
  ['Rejected', ({ costs: [all] }) => formatUnit('share', all?.rejectRate)],
  ['Time to fill, median', ({ costs: [all] }) => formatUnit('wait', all?.timeToFill?.median)],
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
      values: runs.map(({ summary }) => formatUnit('bps', findMark(summary, afterMs)?.bps)),
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
    charts: NO_CHARTS,
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
