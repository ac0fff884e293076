// Writes the report of a session into a directory.
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import { FILL_COLUMNS, formatCostsCsv, formatEquityCsv, ORDER_COLUMNS } from './csv/csv.js';
import { formatCsv } from './csv/csv-writer.js';
import { renderHtml } from './html/html.js';
import type { Results } from './figures/results.js';
import { summarise, type Summary } from './figures/summary.js';

type Later = Iterable<Uint8Array>;

/** The summary, and the paths of the written files. */
export interface WrittenReport {
  readonly summary: Summary;
  readonly files: string[];
}

/**
 * Writes `summary.json`, `orders.csv`, `fills.csv`, `costs.csv`, `equity.csv` and `report.html`
 * into `dir`, which is created if missing. `extra` is merged into summary.json. Fault code
 * `report.write`.
 */
export function writeReport(
  dir: string,
  results: Results,
  extra: Readonly<Record<string, unknown>> = {},
): Result<WrittenReport> {
  const summary = summarise(results);
  const files: string[] = [];
  const { orders, fills } = results;
  const contents: readonly (readonly [name: string, text: string, later?: Later])[] = [
    ['summary.json', `${JSON.stringify({ ...summary, ...extra }, undefined, 2)}\n`],
    ['orders.csv', formatCsv(orders.rows, ORDER_COLUMNS), orders.later()],
    ['fills.csv', formatCsv(fills.rows, FILL_COLUMNS), fills.later()],
    ['costs.csv', formatCostsCsv(summary.costs)],
    ['equity.csv', formatEquityCsv(results.performance.equity.list())],
    ['report.html', renderHtml(results, summary)],
  ];
  for (const [name, text, later = []] of contents) {
    const path = join(dir, name);
    try {
      mkdirSync(dir, { recursive: true });
      writeFile(path, text, later);
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error);
      return fail('report.write', `cannot write the report's ${name}: ${found}`, path);
    }
    files.push(path);
  }
  return ok({ summary, files });
}

function writeFile(path: string, text: string, later: Later): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeFileSync(file, text);
    for (const more of later) writeFileSync(file, more);
  } finally {
    closeSync(file);
  }
}
