// HTML page of a sweep: best combinations, effect of each range on the objective, walk-forward.
import { formatInstant } from '../../domain/index.js';
import { renderBars } from '../html/svg/bar-chart.js';
import { NO_CHARTS } from '../html/chart-data.js';
import { renderCurve } from '../html/svg/curve-chart.js';
import { type Content, markup, type Markup } from '../html/markup.js';
import { renderPage, renderSection } from '../html/page.js';
import { type Column, renderTable } from '../html/sections/table.js';
import { formatGrouped } from '../figures/texts.js';
import {
  type Axis,
  groupBy,
  listObjectives,
  type Measured,
  toAxis,
  toMean,
  toShareTold,
} from './axes.js';
import {
  describeAllRefused,
  describeCount,
  describeNoBands,
  describePaper,
  describeStop,
  formatFigure,
  listShown,
} from './format.js';
import { type HeatCell, renderHeatMap } from '../html/svg/heat-map.js';
import type { SweepBand, SweepRowView, SweepView } from './view.js';
import { renderWindows } from './windows-part.js';

/** Maximum number of combinations in the table. */
const MOST_ROWS = 50;
/** Maximum number of bars of the distribution. */
const MOST_BARS = 20;

/** The page of a sweep. Throws when the chart library is not installed. */
export function renderSweep(view: SweepView): string {
  const measured = listObjectives(view);
  const axes = view.names.map((_, index) => toAxis(view, index));
  const varied = axes.filter(({ labels }) => labels.length > 1);
  const main = [
    renderSection('best', 'Best combinations', renderBest(view)),
    ...(measured.length === 0 ? [] : renderPictures(view, measured, varied)),
    ...(view.walkForward === undefined
      ? []
      : [renderSection('walk-forward', 'Walk-forward', renderWindows(view, view.walkForward))]),
    ...renderFaults(view),
    renderSection('session', 'Session', renderTable(NOTES, view.notes)),
  ];
  return renderPage({
    title: `${view.name}: sweep`,
    header: renderHeader(view, measured),
    main,
    footer: renderFooter(view),
    charts: NO_CHARTS,
  });
}

const NOTES: readonly Column<SweepView['notes'][number]>[] = [
  { head: 'What', cell: ({ label }) => label },
  { head: 'Value', cell: ({ value }) => value },
];

function renderHeader(view: SweepView, measured: readonly Measured[]): Markup {
  const { name, names, objective, rows, session } = view;
  const [best] = rows;
  const values = measured.map(({ value }) => value).toSorted((a, b) => a - b);
  const middle = values[values.length >> 1] ?? null;
  const gains = values.filter((value) => value > 0).length / Math.max(1, values.length);
  const found = best?.figures?.[objective.figure] ?? null;
  const stated = names.map((one, i) => `${one} ${String(best?.values[i] ?? '')}`).join(', ');
  const isBest = best?.fits === true;
  const tiles: readonly (readonly [string, Content, Content])[] = [
    [`Best ${objective.figure}`, isBest ? formatFigure(found) : '–', isBest ? stated : 'none fits'],
    [`Median ${objective.figure}`, formatFigure(middle), 'over all combinations'],
    [`${objective.figure} above 0`, `${(gains * 100).toFixed(1)} %`, 'of all combinations'],
    ['Combinations', formatGrouped(rows.length), describeCount(view)],
  ];
  const shown = tiles.map(
    ([head, value, hint]) => markup`<div class="tile"><h3>${head}</h3>
<p class="value">${value}</p><p class="hint">${hint}</p></div>\n`,
  );
  return markup`<header><p class="brand">Weir <span class="badge">sweep</span></p>
<h1>${name}</h1><p class="span">${session}</p>
<div class="tiles">${shown}</div></header>`;
}

function renderBest(view: SweepView): Markup {
  const { bootstrap, names } = view;
  const hasBands = view.rows.some(({ bands }) => bands !== undefined);
  const columns: readonly Column<SweepRowView>[] = [
    { head: '#', kind: 'number', cell: ({ combination }) => formatGrouped(combination) },
    ...names.map((head, index): Column<SweepRowView> => {
      return { head, kind: 'number', cell: ({ values }) => String(values[index] ?? '') };
    }),
    ...listShown(view).flatMap((head): readonly Column<SweepRowView>[] => [
      { head, kind: 'number', cell: ({ figures }) => formatFigure(figures?.[head] ?? null) },
      ...(head === view.objective.figure && view.rows[0]?.bands?.[head] !== undefined
        ? [toBandColumn(head, bootstrap)]
        : []),
    ]),
    {
      head: '',
      cell: (row) => row.fault ?? describeStop(row) ?? (row.fits ? '' : 'constraint not met'),
    },
  ];
  const table = renderTable(columns, view.rows.slice(0, MOST_ROWS), view.rows.length);
  const share = (bootstrap.confidence * 100).toFixed(1);
  const none = view.rows[0]?.fits === true ? `${describeNoBands(bootstrap)}.` : '';
  const hint = hasBands
    ? markup`<p class="hint">Bands: ${share} % of series drawn from the run's own changes from
minute to minute, in blocks of ${bootstrap.block}. They do not correct for the choice among
${formatGrouped(view.rows.length)} combinations.</p>`
    : markup`<p class="hint">${none}</p>`;
  const paragraphs = [describeAllRefused(view), describePaper(view)]
    .filter((one) => one !== undefined)
    .map((one) => markup`<p>${one}.</p>`);
  return markup`${paragraphs}${table}${hint}`;
}

function toBandColumn(name: string, { confidence }: SweepView['bootstrap']): Column<SweepRowView> {
  return {
    head: `${String(Number((confidence * 100).toFixed(1)))} % band`,
    kind: 'number',
    cell: ({ bands }) => formatBand(bands?.[name]),
  };
}

function formatBand(band: SweepBand | undefined): string {
  return band === undefined ? '' : `${formatFigure(band.low)} to ${formatFigure(band.high)}`;
}

function renderPictures(
  view: SweepView,
  measured: readonly Measured[],
  axes: readonly Axis[],
): readonly Markup[] {
  const { figure } = view.objective;
  const varied = axes
    .map((axis) => ({ axis, share: toShareTold(axis, measured) }))
    .toSorted((a, b) => b.share - a.share);
  const chosen = view.heatMap?.flatMap((name) => axes.find((axis) => axis.name === name) ?? []);
  const [columns, rows] = chosen?.length === 2 ? chosen : varied.map(({ axis }) => axis);
  const heat =
    columns === undefined || rows === undefined
      ? []
      : [renderSection('heat-map', `Mean ${figure}`, renderHeat(view, measured, columns, rows))];
  const curves = varied.map(({ axis, share }) => renderEffect(figure, axis, share, measured));
  return [
    ...heat,
    ...(curves.length === 0
      ? []
      : [renderSection('ranges', `${figure} by range`, markup`${curves}`)]),
    renderSection('distribution', `Distribution of ${figure}`, renderDistribution(view, measured)),
  ];
}

function renderHeat(
  { objective }: SweepView,
  measured: readonly Measured[],
  columns: Axis,
  rows: Axis,
): Markup {
  const cells = groupBy(rows, measured).map((line) =>
    groupBy(columns, line).map((group): HeatCell | undefined =>
      group.length === 0 ? undefined : { value: toMean(group), count: group.length },
    ),
  );
  const name = `Mean ${objective.figure} by ${rows.name} and ${columns.name}`;
  return markup`<div class="scroll">${renderHeatMap({
    name,
    columns,
    rows,
    cells,
    format: (value) => formatFigure(Number(value.toPrecision(4))),
  })}</div>
<p class="hint">The mean over all other ranges; a single bright cell among dull ones is luck more
often than a finding.</p>`;
}

/** Mean of the objective at each value, with the middle half of the runs as its band. */
function renderEffect(
  figure: string,
  axis: Axis,
  share: number,
  measured: readonly Measured[],
): Markup {
  const points = groupBy(axis, measured).flatMap((group, index) => {
    if (group.length === 0) return [];
    const sorted = group.map(({ value }) => value).toSorted((a, b) => a - b);
    const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
    const label = axis.labels[index] ?? '';
    return [{ label, value: toMean(group), low: at(0.25), high: at(0.75) }];
  });
  const name = `${figure} by ${axis.name}`;
  return markup`<h3>${axis.name}</h3><p class="hint">Explains ${(share * 100).toFixed(1)} % of the
variance; mean, and the middle half of the runs.</p>
<div class="picture">${renderCurve(name, '', points)}</div>`;
}

function renderDistribution({ objective }: SweepView, measured: readonly Measured[]): Markup {
  const values = measured.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const count = most === least ? 1 : Math.min(MOST_BARS, Math.ceil(Math.sqrt(values.length)) + 1);
  const step = (most - least) / count;
  const bars = Array.from({ length: count }, (_, i) => ({
    label: formatFigure(Number((least + i * step).toPrecision(3))),
    count: 0,
  }));
  for (const value of values) {
    const bar = bars[step === 0 ? 0 : Math.min(count - 1, Math.floor((value - least) / step))];
    if (bar !== undefined) bar.count += 1;
  }
  const name = `Combinations by ${objective.figure}`;
  return markup`<div class="scroll">${renderBars(name, bars)}</div>
<p class="hint">Combinations by ${objective.figure}, each bar from the value below it on.</p>`;
}

function renderFaults({ names, rows }: SweepView): readonly Markup[] {
  const failed = rows.filter(({ figures }) => figures === undefined);
  if (failed.length === 0) return [];
  const columns: readonly Column<SweepRowView>[] = [
    { head: '#', kind: 'number', cell: ({ combination }) => formatGrouped(combination) },
    { head: names.join(', '), cell: ({ values }) => values.map(String).join(', ') },
    { head: 'Fault', cell: ({ fault }) => fault ?? '' },
  ];
  return [renderSection('faults', 'Without a result', renderTable(columns, failed))];
}

function renderFooter({ constraints, currency, version, walkForward }: SweepView): Markup {
  const rules = constraints.length === 0 ? 'none' : constraints.join(' and ');
  const first = walkForward?.windows[0]?.inSample.startAt;
  return markup`<footer><dl><dt>Constraints</dt><dd>${rules}</dd>
${first === undefined ? '' : markup`<dt>Windows from</dt><dd>${formatInstant(first)}</dd>`}
<dt>Weir</dt><dd><code>${version}</code></dd></dl>
<p class="hint">Money is in ${currency}, marked at mid. Figures are those of summary.json; every
combination is in results.csv and results.parquet.</p></footer>`;
}
