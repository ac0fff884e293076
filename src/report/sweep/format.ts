// Formats a sweep as terminal text: the best combinations, with warnings and bands.
import Table from 'cli-table3';
import { formatCount, formatGrouped, listTimes, toLine } from '../figures/texts.js';
import { LOOK } from '../terminal/format.js';
import type { SweepRowView, SweepView } from './view.js';

/** Maximum number of combinations listed. */
const MOST_ROWS = 10;
/** Figures shown beside the objective, if a run has them. */
const SHOWN = ['pnl', 'sharpe', 'maxDrawdown', 'slippageBps', 'orders'];
/** Figure of the orders that the gate refused: shown if there are any. */
const REFUSED = 'refused';

/** Ends with a newline. */
export function formatSweep(view: SweepView): string {
  const figures = listShown(view);
  const table = new Table({
    ...LOOK,
    head: ['', ...view.names, ...figures],
    colAligns: ['right', ...view.names.map(() => 'right' as const), ...figures.map(toRight)],
  });
  for (const row of view.rows.slice(0, MOST_ROWS)) table.push(toCells(row, figures));
  const rest = view.rows.length - MOST_ROWS;
  const lines = [
    `${view.name} (sweep of ${view.session}, weir ${view.version})`,
    describeCount(view),
    table.toString(),
    ...[describeAllRefused(view), describePaper(view)].filter((one) => one !== undefined),
    ...(rest > 0 ? [`${formatGrouped(rest)} more in results.csv`] : []),
    ...listBands(view),
    ...listWalk(view),
  ];
  return `${lines.join('\n')}\n`;
}

const toRight = (): 'right' => 'right';

/** The objective first, then the figures that any run has. */
export function listShown({ objective, rows }: SweepView): readonly string[] {
  const others = SHOWN.filter((name) => name !== objective.figure);
  const isThere = (name: string) => rows.some(({ figures }) => (figures?.[name] ?? null) !== null);
  const isRefused = objective.figure !== REFUSED && sumFigure(rows, REFUSED) > 0;
  return [objective.figure, ...others.filter(isThere), ...(isRefused ? [REFUSED] : [])];
}

function sumFigure(rows: readonly SweepRowView[], name: string): number {
  return rows.reduce((sum, { figures }) => sum + (figures?.[name] ?? 0), 0);
}

/** Warning for a sweep whose gate let no order through; undefined for any other. */
export function describeAllRefused({ rows }: SweepView): string | undefined {
  if (sumFigure(rows, REFUSED) === 0 || sumFigure(rows, 'orders') > 0) return undefined;
  const counts: Record<string, number> = {};
  for (const { refusals = {} } of rows) {
    for (const [rule, count] of Object.entries(refusals)) {
      counts[rule] = (counts[rule] ?? 0) + count;
    }
  }
  return `No combination placed an order: the risk gate refused every order, ${listTimes(counts)}`;
}

/** Number of combinations, and why some are not ranked. */
export function describeCount({ constraints, invalidCount, objective, rows }: SweepView): string {
  const failed = rows.filter(({ figures }) => figures === undefined).length;
  const halted = rows.filter(({ halt }) => halt !== undefined).length;
  const muted = rows.filter((row) => row.muted !== undefined).length;
  const apart = rows.filter(({ figures, fits }) => figures !== undefined && !fits).length - halted;
  return [
    `${formatCount(rows.length, 'combination')}, ${objective.best} ${objective.figure} first`,
    ...(invalidCount === 0 ? [] : [`${formatGrouped(invalidCount)} invalid ones left out`]),
    ...(halted === 0 ? [] : [`${formatGrouped(halted)} halted, not ranked`]),
    ...(muted === 0 ? [] : [`${formatGrouped(muted)} muted for a while`]),
    ...(apart === 0 ? [] : [`${formatGrouped(apart)} not ${constraints.join(' and ')}`]),
    ...(failed === 0 ? [] : [`${formatGrouped(failed)} without a result`]),
  ].join('; ');
}

function toCells(row: SweepRowView, figures: readonly string[]): string[] {
  const values = row.values.map((value) => toLine(String(value)));
  const own =
    row.figures === undefined
      ? [toLine(row.fault ?? ''), ...figures.slice(1).map(() => '')]
      : figures.map((name) => formatFigure(row.figures?.[name] ?? null));
  return [describeStop(row) ?? (row.fits ? '' : '×'), ...values, ...own];
}

/** Why a run did not trade all the time; undefined if it did. */
export function describeStop({ halt, muted }: SweepRowView): string | undefined {
  if (halt !== undefined) return `halted by ${halt}`;
  return muted === undefined ? undefined : `muted: ${muted}`;
}

/** Limits of paper that some combinations would have breached, with counts; undefined if none. */
export function describePaper({ rows }: SweepView): string | undefined {
  const counts: Record<string, number> = {};
  for (const rule of rows.flatMap(({ observed = [] }) => observed)) {
    counts[rule] = (counts[rule] ?? 0) + 1;
  }
  const each = Object.entries(counts).map(([rule, n]) => `${rule} in ${formatGrouped(n)}`);
  const of = formatCount(rows.length, 'combination');
  return each.length === 0
    ? undefined
    : `Paper limits would stop orders, of ${of}: ${each.join(', ')}`;
}

/** A figure with at most four decimals and at least four digits; a dash for null. */
export function formatFigure(value: number | null): string {
  if (value === null) return '–';
  const text = Math.abs(value) >= 1 ? value.toFixed(4) : value.toPrecision(4);
  return formatGrouped(String(Number(text)));
}

/** Results of the walk-forward windows. */
function listWalk({ walkForward }: SweepView): readonly string[] {
  if (walkForward === undefined) return [];
  const { bands, efficiency, pnlPerDay, stitched, windows } = walkForward;
  const figures = Object.entries(stitched).map(([name, value]) => {
    const band = bands?.[name];
    const range =
      band === undefined ? '' : ` (${formatFigure(band.low)} to ${formatFigure(band.high)})`;
    return `${name} ${formatFigure(value)}${range}`;
  });
  const { inSample, outOfSample } = pnlPerDay;
  const kept = efficiency === null ? '' : `, ${(efficiency * 100).toFixed(1)} % kept`;
  const days = `${formatFigure(inSample)} in sample, ${formatFigure(outOfSample)} out of sample`;
  const halted = windows.filter(({ halt }) => halt !== undefined).length;
  const marked = halted === 0 ? '' : `, ${formatGrouped(halted)} of them halted out of sample`;
  return [
    `Walk-forward over ${formatCount(windows.length, 'window')}${marked}: ${figures.join(', ')}`,
    `pnl a day: ${days}${kept}`,
  ];
}

/** Bands of the best combination, or why there are none. */
function listBands({ bootstrap, rows: [best] }: SweepView): readonly string[] {
  if (best?.fits !== true) return [];
  if (best.bands === undefined) return [describeNoBands(bootstrap)];
  const bands = Object.entries(best.bands).map(
    ([name, { low, high }]) => `${name} ${formatFigure(low)} to ${formatFigure(high)}`,
  );
  const share = `${String(Number((bootstrap.confidence * 100).toFixed(1)))} %`;
  return [
    `Bands of the best combination (${share}, blocks of ${bootstrap.block}): ${bands.join(', ')}`,
  ];
}

/** Why a run with a result has no bands. */
export function describeNoBands({ block }: SweepView['bootstrap']): string {
  return `No bands: they need at least 30 changes of the P&L and 4 blocks of ${block}`;
}
