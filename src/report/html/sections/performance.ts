// Section with the P&L over time, its statistics in the account currency, and remarks on them.
import { markup, type Markup } from '../markup.js';
import type { PerformanceFigures } from '../../performance/figures.js';
import { formatGrouped, formatStatistic } from '../../figures/texts.js';
import { formatUnit } from '../../figures/units.js';
import type { Section } from './section.js';

type Line = readonly [label: string, value: string];

export const performanceSection: Section = {
  id: 'performance',
  title: 'Profit and loss',
  render: (_, { performance, remarks, fills }) => {
    if (fills === 0) return undefined;
    const lines = remarks.map(({ text }) => markup`<li>${text}</li>\n`);
    const list =
      remarks.length === 0
        ? ''
        : markup`<div class="banner note"><strong>Check before you trust this result</strong>
<ul>${lines}</ul></div>`;
    return markup`${list}<div class="charts" id="equity-charts"></div>
<div class="cards">${renderFigures(performance)}</div>
<p class="hint">Marked at mid, converted to ${performance.currency} by the session's own rates,
sampled every five seconds. Ratios are made of changes from minute to minute, for a year of 260
days.</p>`;
  },
};

function renderFigures(figures: PerformanceFigures): Markup {
  const { currency, leftOut, drawdownFrom, drawdownLow } = figures;
  const money = (value: number | null): string => formatStatistic(value, currency);
  const span = drawdownFrom === null ? '' : ` (${drawdownFrom} to ${drawdownLow ?? ''})`;
  const lines: readonly Line[] = [
    ['P&L', money(figures.pnl)],
    ...(leftOut.length === 0 ? [] : [['Without', leftOut.join(', ')] as const]),
    ['Largest drawdown', `${money(figures.maxDrawdown)}${span}`],
    ...(figures.roundTrips === 0 ? [] : toTripLines(figures, money)),
    ['Time with a position', formatUnit('share', figures.exposure)],
    [
      'Sharpe, Sortino, Calmar',
      [figures.sharpe, figures.sortino, figures.calmar]
        .map((one) => formatUnit('ratio', one))
        .join(', '),
    ],
    ['Minutes', formatGrouped(figures.minutes)],
  ];
  const rows = lines.map(([label, value]) => markup`<dt>${label}</dt><dd>${value}</dd>\n`);
  return markup`<section class="card"><h3>Statistics</h3><dl>${rows}</dl></section>`;
}

function toTripLines(
  { roundTrips, winRate, averageTrip, largestTrip, profitFactor }: PerformanceFigures,
  money: (value: number | null) => string,
): readonly Line[] {
  return [
    ['Round trips', `${formatGrouped(roundTrips)}, ${formatUnit('share', winRate)} with a gain`],
    ['Average, largest', `${money(averageTrip)}, ${money(largestTrip)}`],
    ['Profit factor', formatUnit('ratio', profitFactor)],
  ];
}
