// HTML page of a recording: rates over time, and histograms of spreads and intervals.
import type { RecordingInspection, SeeRates, SymbolSurvey } from '../../recordings/index.js';
import { MILLISECOND } from '../../domain/index.js';
import { renderBars } from './svg/bar-chart.js';
import { type ChartData, MAX_PRICE_CHARTS, type PriceChart } from './chart-data.js';
import { markup, type Markup } from './markup.js';
import { renderPage, renderSection } from './page.js';
import { PriceTrack } from '../collect/price-track.js';
import { renderTable } from './sections/table.js';
import {
  listSurveyLines,
  toIntervalBars,
  toSpreadBars,
  toSurveyFigures,
} from '../terminal/inspection.js';
import { formatGrouped } from '../figures/texts.js';

/** Follows the rates of an inspection through `see`; `render` then makes the page. */
export interface SurveyPicture {
  readonly see: SeeRates;
  /** Throws when the chart library is not installed. */
  render(survey: RecordingInspection): string;
}

export function createSurveyPicture(): SurveyPicture {
  const tracks: PriceTrack[] = [];
  return {
    see: ({ at, bidTicks, count, instrument, offerTicks }) => {
      for (let row = 0; row < count; row++) {
        const track = (tracks[instrument[row] ?? 0] ??= new PriceTrack());
        track.rate(at[row] ?? 0, bidTicks[row] ?? 0, offerTicks[row] ?? 0, 0);
      }
    },
    render: (survey) => renderSurvey(survey, tracks),
  };
}

function renderSurvey(survey: RecordingInspection, tracks: readonly PriceTrack[]): string {
  const { file, rowName, skipped, symbols } = survey;
  // the first bad rows have a table of their own
  const lines = listSurveyLines(toSurveyFigures(survey)).filter(([name]) => name !== '');
  const stride = Math.max(1, ...tracks.map((track) => track.stride));
  const hint = stride > 2 ? `Of every ${String(stride)} rates the extremes are drawn. ` : '';
  return renderPage({
    title: `${file}: recording`,
    header: markup`<header><p class="brand">Weir <span class="badge">recording</span></p>
<h1>${file}</h1></header>`,
    main: [
      renderSection('facts', '', renderTable(FACTS, lines)),
      renderSection(
        'prices',
        'Rates',
        markup`<div class="charts" id="price-charts"></div>
<p class="hint">${hint}Drag to zoom, double-click for all.</p>`,
      ),
      ...symbols.map((one) => renderSection(toAnchor(one), one.instrument.symbol, toPictures(one))),
      ...(skipped.length === 0
        ? []
        : [
            renderSection(
              'bad-rows',
              'Bad rows',
              renderTable(toBadRows(rowName), skipped, survey.skippedCount),
            ),
          ]),
    ],
    footer: markup`<footer><p class="hint">Times are UTC. A spread is offer less bid. Bars count
rates; quantiles are exact below 128 ticks or microseconds, else to 1.6 %.</p></footer>`,
    charts: toCharts(survey, tracks),
  });
}

const FACTS = [
  { head: 'What', cell: ([name]: readonly [string, string]) => name },
  { head: 'Found', cell: ([, value]: readonly [string, string]) => value },
];

function toBadRows(rowName: RecordingInspection['rowName']) {
  return [
    {
      head: rowName === 'line' ? 'Line' : 'Row',
      kind: 'number' as const,
      cell: ({ line }: { readonly line: number }) => formatGrouped(line),
    },
    { head: 'Reason', cell: ({ reason }: { readonly reason: string }) => reason },
  ];
}

function toAnchor({ instrument }: SymbolSurvey): string {
  return instrument.symbol.replace('/', '-').toLowerCase();
}

function toPictures(one: SymbolSurvey): Markup {
  const intervals = one.intervals.count === 0 ? '' : toIntervalPicture(one);
  return markup`<h3>Spread</h3>
<div class="scroll">${renderBars('Spread', toSpreadBars(one))}</div>
${intervals}`;
}

function toIntervalPicture(one: SymbolSurvey): Markup {
  return markup`<h3>Time between two rates, at least</h3>
<div class="scroll">${renderBars('Time between two rates', toIntervalBars(one))}</div>`;
}

function toCharts(survey: RecordingInspection, tracks: readonly PriceTrack[]): ChartData {
  const origin = Math.floor((survey.firstAt ?? 0) / MILLISECOND);
  const toTime = (at: number) => Math.round(at / MILLISECOND) - origin;
  const prices = survey.symbols.slice(0, MAX_PRICE_CHARTS).map(({ instrument }): PriceChart => {
    const points = (tracks[instrument.id] ?? new PriceTrack()).points();
    return {
      symbol: instrument.symbol,
      decimals: instrument.ratePrecision,
      t: points.at.map(toTime),
      bid: points.bidTicks,
      offer: points.offerTicks,
      fills: { t: [], ticks: [], sign: [], quantity: [], bps: [] },
      orders: { t: [], end: [], ticks: [], sign: [] },
      levels: [],
    };
  });
  return { origin, end: toTime(survey.lastAt ?? 0), work: null, prices, progress: [] };
}
