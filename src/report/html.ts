// The report as one HTML file that needs no network: figures, charts and tables.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { toChartData } from './chart-data.js';
import { markup, type Markup, rawMarkup, toScriptJson } from './markup.js';
import type { Results } from './results.js';
import { SECTIONS } from './sections/index.js';
import type { Summary } from './summary.js';
import { formatGrouped, formatSpan } from './texts.js';

const STYLES = ['page.css', 'charts.css'];
const SCRIPTS = ['charts.js', 'price-charts.js', 'progress-charts.js'];

/** Most halts above the figures; the table has the others. */
const MAX_BANNER_HALTS = 5;

/** The whole page. Throws when the chart library is not installed. */
export function renderHtml(results: Results, summary: Summary): string {
  const styles = [readPackage('uplot/dist/uPlot.min.css'), ...STYLES.map(readAsset)];
  const scripts = [readPackage('uplot/dist/uPlot.iife.min.js'), ...SCRIPTS.map(readAsset)];
  const sections = SECTIONS.map(({ id, title, render }) => {
    const body = render(results, summary);
    if (body === undefined) return '';
    const heading = title === '' ? '' : markup`<h2>${title}</h2>\n`;
    return markup`<section id="${id}">\n${heading}${body}\n</section>\n`;
  });
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${toPolicy(scripts, styles)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${summary.name}: ${summary.mode} report</title>
${styles.map((style) => markup`<style>${rawMarkup(style)}</style>\n`)}</head>
<body>
${renderHeader(summary)}
<main>
${sections}</main>
${renderFooter(summary)}
<script type="application/json" id="data">${toScriptJson(toChartData(results))}</script>
${scripts.map((script) => markup`<script>${rawMarkup(script)}</script>\n`)}</body>
</html>
`.html;
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
${dot} ${formatSpan(durationSeconds)} ${dot} ${formatGrouped(rates)} rates</p>
${renderHalts(summary)}</header>`;
}

/** The first halts stand above all figures. */
function renderHalts({ halts }: Summary): Markup | string {
  if (halts.length === 0) return '';
  const lines = halts.slice(0, MAX_BANNER_HALTS).map(({ at, rule, scope, strategy, reason }) => {
    const what = scope === 'all' ? 'everything' : strategy;
    return markup`<li><strong>${rule}</strong> ${what}, ${at}: ${reason}</li>\n`;
  });
  return markup`<div class="banner"><strong>Trading was halted</strong>
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

/** Only the scripts and styles of this page run, by their hashes, and nothing is loaded. */
function toPolicy(scripts: readonly string[], styles: readonly string[]): string {
  const toHash = (text: string): string =>
    `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const rules = [
    "default-src 'none'",
    `script-src ${scripts.map(toHash).join(' ')}`,
    `style-src ${styles.map(toHash).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return rules.join('; ');
}

function readAsset(name: string): string {
  return readText(new URL(`./assets/${name}`, import.meta.url));
}

function readPackage(path: string): string {
  return readText(createRequire(import.meta.url).resolve(path));
}

/** Line ends as a browser reads them, or the hash would not match. */
function readText(file: URL | string): string {
  return readFileSync(file, 'utf8').replace(/\r\n?/g, '\n');
}
