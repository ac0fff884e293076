// Frame of every HTML page: inlines our styles, charts and scripts, so that a page needs no
// network.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ChartData } from './chart-data.js';
import { markup, type Markup, rawMarkup, toScriptJson } from './markup.js';

const STYLES = ['page.css', 'charts.css'];
const SCRIPTS = ['charts.js', 'price-charts.js', 'progress-charts.js'];

export interface Page {
  readonly title: string;
  readonly header: Markup;
  readonly main: readonly Markup[];
  readonly footer: Markup;
  /** Data of the page's charts. */
  readonly charts: ChartData;
}

/** The whole page. Throws when the chart library is not installed. */
export function renderPage({ title, header, main, footer, charts }: Page): string {
  const styles = [readPackage('uplot/dist/uPlot.min.css'), ...STYLES.map(readAsset)];
  const scripts = [readPackage('uplot/dist/uPlot.iife.min.js'), ...SCRIPTS.map(readAsset)];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${toPolicy(scripts, styles)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styles.map((style) => markup`<style>${rawMarkup(style)}</style>\n`)}</head>
<body>
${header}
<main>
${main}</main>
${footer}
<script type="application/json" id="data">${toScriptJson(charts)}</script>
${scripts.map((script) => markup`<script>${rawMarkup(script)}</script>\n`)}</body>
</html>
`.html;
}

/** A section of a page with its anchor; without heading if the title is empty. */
export function renderSection(id: string, title: string, body: Markup): Markup {
  const heading = title === '' ? '' : markup`<h2>${title}</h2>\n`;
  return markup`<section id="${id}">\n${heading}${body}\n</section>\n`;
}

/**
 * Content security policy: only the page's own scripts and styles run, by hash; nothing is loaded.
 */
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
  return readText(new URL(`../assets/${name}`, import.meta.url));
}

function readPackage(path: string): string {
  return readText(createRequire(import.meta.url).resolve(path));
}

/** Normalises line ends as a browser does, or the hash would not match. */
function readText(file: URL | string): string {
  return readFileSync(file, 'utf8').replace(/\r\n?/g, '\n');
}
