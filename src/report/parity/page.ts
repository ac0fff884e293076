// HTML page that compares a session with its backtest: totals, causes, fills, latency, models.
import { NO_CHARTS } from '../html/chart-data.js';
import { renderBars } from '../html/svg/bar-chart.js';
import { type Content, markup, type Markup } from '../html/markup.js';
import { renderPage, renderSection } from '../html/page.js';
import { type Column, number, renderTable } from '../html/sections/table.js';
import { formatGrouped, formatWait } from '../figures/texts.js';
import { describeWay } from './format.js';
import type { ParityHalt, ParityRow, ParityView, ParityWay } from './view.js';

const ROWS: readonly Column<ParityRow>[] = [
  { head: 'Decided', kind: 'code', cell: ({ decidedAt }) => decidedAt.slice(11, 23) },
  { head: 'Symbol', cell: ({ symbol }) => symbol },
  { head: 'Side', cell: ({ side }) => side },
  number('Session', (row) => row.sessionPrice || row.sessionEnd),
  number('Backtest', (row) => row.backtestPrice || row.backtestEnd),
  number('Pips', ({ betterPips }) => betterPips ?? ''),
  number('Later', ({ laterMs }) => (laterMs === null ? '' : `${laterMs} ms`)),
  { head: 'Differs in', cell: ({ difference }) => difference },
  { head: 'Cause', cell: ({ cause }) => cause },
  { head: '', cell: ({ detail }) => detail },
];

const HALTS: readonly Column<ParityHalt>[] = [
  { head: 'Halted', kind: 'code', cell: ({ at }) => at.slice(11, 23) },
  { head: 'Only in', cell: ({ side }) => `the ${side}` },
  { head: 'What', cell: ({ of }) => of },
  { head: 'By', cell: ({ rule }) => rule },
  { head: '', cell: ({ reason }) => reason },
];

const WAYS: readonly Column<ParityWay>[] = [
  { head: 'Way', cell: ({ way }) => way },
  { head: 'Stated', cell: ({ stated }) => stated },
  ...['min', 'p50', 'p90', 'p99', 'max'].map((name): Column<ParityWay> => {
    const cell = ({ measured }: ParityWay): Content => {
      return measured === undefined ? '–' : formatWait(measured[name] ?? 0);
    };
    return { head: name, kind: 'number', cell };
  }),
  number('Of', ({ count }) => formatGrouped(count)),
  { head: 'Measured', cell: ({ how }) => how },
];

/** The page. Throws when the chart library is not installed. */
export function renderParity(view: ParityView): string {
  const { calibrated, causes, halts, rows } = view;
  const differing = rows.filter(({ difference }) => difference !== '');
  const bars = causes.map(({ cause, count }) => ({ label: cause, count }));
  return renderPage({
    title: `${view.name}: parity`,
    header: renderHeader(view),
    main: [
      ...(differing.length === 0
        ? []
        : [
            renderSection(
              'causes',
              'Why fills differ',
              markup`<div class="scroll">
${renderBars('Fills that differ, by cause', bars)}</div>`,
            ),
            renderSection(
              'differences',
              'Fills that differ',
              renderTable(ROWS, differing, differing.length, 'parity.csv'),
            ),
          ]),
      ...(halts.length === 0
        ? []
        : [renderSection('halts', 'Halts on one side only', renderTable(HALTS, halts))]),
      renderSection('latency', 'Latency', renderLatency(view)),
      renderSection(
        'models',
        'Models as measured',
        markup`<pre>${calibrated.yaml}</pre><p class="hint">${calibrated.result}</p>
<p class="hint">fillTiming: ${calibrated.timing}</p>`,
      ),
      renderSection('fills', 'All fills', renderTable(ROWS, rows, rows.length, 'parity.csv')),
    ],
    footer: markup`<footer><dl><dt>Session</dt><dd><code>${view.folder}</code></dd>
<dt>Weir</dt><dd><code>${view.version}</code></dd></dl>
<p class="hint">Pips: positive where the session got the better price. Later: the backtest's fill
less the session's.</p></footer>`,
    charts: NO_CHARTS,
  });
}

function renderHeader({
  agrees,
  endAt,
  mode,
  name,
  startAt,
  tolerance,
  totals,
}: ParityView): Markup {
  const tiles = [
    ['Agree', agrees ? 'yes' : 'no', `within ${tolerance}`] as const,
    ...totals.map(([head, value]) => [head, value, ''] as const),
  ].map(
    ([head, value, hint]) => markup`<div class="tile"><h3>${head}</h3>
<p class="value">${value}</p><p class="hint">${hint}</p></div>\n`,
  );
  return markup`<header><p class="brand">Weir <span class="badge">parity</span></p>
<h1>${name}</h1><p class="span">${mode} session against a backtest of its rates, ${startAt} to
${endAt}</p>
<div class="tiles">${tiles}</div></header>`;
}

function renderLatency({ clock, ways }: ParityView): Markup {
  const items = ways.map((way) => markup`<li>${way.way}: ${describeWay(way)}</li>`);
  return markup`${renderTable(WAYS, ways)}<ul class="hint">${items}</ul>
<p class="hint">${clock}</p>`;
}
