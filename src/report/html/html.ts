// The HTML report of a session in one file: figures, charts and tables.
import { describeHaltScope } from '../../domain/events/index.js';
import { toChartData } from './chart-data.js';
import { markup, type Markup } from './markup.js';
import { renderPage, renderSection } from './page.js';
import { NO_ORDERS } from '../figures/plausibility.js';
import type { Results } from '../figures/results.js';
import { SECTIONS } from './sections/index.js';
import type { Summary } from '../figures/summary.js';
import { formatCount, formatSpan } from '../figures/texts.js';

/** Maximum number of halts above the figures; the table has the others. */
const MAX_BANNER_HALTS = 5;

/** The whole page. Throws when the chart library is not installed. */
export function renderHtml(results: Results, summary: Summary): string {
  const main = SECTIONS.flatMap(({ id, title, render }) => {
    const body = render(results, summary);
    return body === undefined ? [] : [renderSection(id, title, body)];
  });
  return renderPage({
    title: `${summary.name}: ${summary.mode} report`,
    header: renderHeader(summary),
    main,
    footer: renderFooter(summary),
    charts: toChartData(results),
  });
}

function renderHeader(summary: Summary): Markup {
  const { mode, name, startAt, endAt, durationSeconds, rates, controlsOff } = summary;
  const off = controlsOff.length === 0 ? '' : `${String(controlsOff.length)} controls off`;
  const dot = markup`<span class="dot">·</span>`;
  return markup`<header>
<p class="brand">Weir <span class="badge">${mode}</span>
${off === '' ? '' : markup`<span class="badge warn">${off}</span>`}</p>
<h1>${name}</h1>
<p class="span"><time>${startAt}</time> to <time>${endAt}</time>
${dot} ${formatSpan(durationSeconds)} ${dot} ${formatCount(rates, 'rate')}</p>
${renderHalts(summary)}${renderWarnings(summary)}</header>`;
}

/** The first halts are shown above all figures. */
function renderHalts({ halts }: Summary): Markup | string {
  if (halts.length === 0) return '';
  const lines = halts.slice(0, MAX_BANNER_HALTS).map((halt) => {
    const { at, rule, reason } = halt;
    const what = describeHaltScope(halt) || 'everything';
    return markup`<li><strong>${rule}</strong> ${what}, ${at}: ${reason}</li>\n`;
  });
  return markup`<div class="banner"><strong>Trading was halted</strong>
<ul>${lines}</ul></div>`;
}

function renderWarnings({ warnings, remarks }: Summary): Markup | string {
  const shown = [...warnings, ...remarks.filter(({ id }) => id === NO_ORDERS)];
  if (shown.length === 0) return '';
  const lines = shown.map(({ text }) => markup`<li>${text}</li>\n`);
  return markup`<div class="banner note"><strong>Warnings</strong>
<ul>${lines}</ul></div>`;
}

function renderFooter({ digest, seed, version }: Summary): Markup {
  return markup`<footer>
<dl><dt>Digest of outputs</dt><dd><code>${digest}</code></dd>
<dt>Seed</dt><dd><code>${seed}</code></dd>
<dt>Weir</dt><dd><code>${version}</code></dd></dl>
<p class="hint">Times are UTC. Slippage is positive when it is in your favour. The interval mid is
averaged over the time from the start of the first parent or order to the last fill. P&amp;L marks
open positions at the last mid.</p>
</footer>`;
}
