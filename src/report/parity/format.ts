// Formats a comparison of a session with its backtest as terminal text and as CSV.
import { type Columns, formatCsv } from '../csv/csv-writer.js';
import { formatLines } from '../terminal/format.js';
import type { Line } from '../figures/total-lines.js';
import { formatGrouped, formatWait, toLine } from '../figures/texts.js';
import type { ParityHalt, ParityRow, ParityView, ParityWay } from './view.js';

/** Maximum number of rows listed; parity.csv has all. */
const MOST_LISTED = 20;

/** Ends with the YAML block, without a newline. */
export function formatParity(view: ParityView): string {
  const { agrees, calibrated, causes, halts, mode, name, rows, tolerance, version } = view;
  const differing = rows.filter(({ difference }) => difference !== '');
  const lines: readonly Line[] = [
    ...view.totals,
    ...causes.map(({ cause, count }): Line => [`By ${cause}`, formatGrouped(count)]),
    ...view.ways.map((way): Line => [toWayName(way), describeWay(way)]),
    ['Clocks', view.clock],
    ['As measured', calibrated.result],
    ['Time of fills', calibrated.timing],
    ['Agree', agrees ? `yes, within ${tolerance}` : `no, not within ${tolerance}`],
  ];
  const rest = differing.length - MOST_LISTED;
  return [
    `${name} (${mode}, weir ${version}) against a backtest of its rates`,
    `${view.startAt} to ${view.endAt}`,
    formatLines(lines),
    ...differing.slice(0, MOST_LISTED).map(describeRow),
    ...(rest > 0 ? [`${formatGrouped(rest)} more in parity.csv`] : []),
    ...halts.map(describeHalt),
    ...(differing.length + halts.length > 0 ? [''] : []),
    calibrated.yaml.trimEnd(),
  ].join('\n');
}

function toWayName({ way }: ParityWay): string {
  return `Latency, ${way}`;
}

/** `19 ms to 35 ms, half within 21 ms (20), stated 20 ms; half of a round trip` */
export function describeWay({ count, how, measured, stated }: ParityWay): string {
  const { min = 0, p50 = 0, max = 0 } = measured ?? {};
  const found =
    measured === undefined
      ? 'not measured'
      : `${formatWait(min)} to ${formatWait(max)}, half within ${formatWait(p50)}`;
  return `${found} (${formatGrouped(count)}), ${stated}; ${how}`;
}

/** `12:00:13.955 Buy EUR/USD: 1.14288 in the session, 1.14289 here (price): cause: detail`. */
function describeRow(row: ParityRow): string {
  const { cause, decidedAt, detail, difference, side, symbol } = row;
  const own = describeSide(row.sessionQuantity, row.sessionPrice, row.sessionEnd);
  const other = describeSide(row.backtestQuantity, row.backtestPrice, row.backtestEnd);
  const sides = `session ${own}, backtest ${other}`;
  return toLine(
    `${decidedAt.slice(11, 23)} ${side} ${symbol}: ${sides} (${difference}): ${cause}: ${detail}`,
  );
}

/** `12:00:13.955 in the session only: everything halted by RC57: the host is gone`. */
function describeHalt({ at, of, reason, rule, side }: ParityHalt): string {
  return toLine(`${at.slice(11, 23)} in the ${side} only: ${of} halted by ${rule}: ${reason}`);
}

function describeSide(quantity: string, price: string, end: string): string {
  if (price !== '') return `${formatGrouped(quantity)} at ${price}`;
  return end === '' ? 'no order' : end;
}

const COLUMNS: Columns<ParityRow> = {
  decidedAt: ({ decidedAt }, csv) => csv.plain(decidedAt),
  strategy: ({ strategy }, csv) => csv.text(strategy),
  coId: ({ coId }, csv) => csv.text(coId),
  symbol: ({ symbol }, csv) => csv.text(symbol),
  side: ({ side }, csv) => csv.plain(side),
  type: ({ type }, csv) => csv.text(type),
  difference: ({ difference }, csv) => csv.plain(difference),
  cause: ({ cause }, csv) => csv.plain(cause),
  sessionPrice: ({ sessionPrice }, csv) => csv.plain(sessionPrice),
  backtestPrice: ({ backtestPrice }, csv) => csv.plain(backtestPrice),
  betterPips: ({ betterPips }, csv) => csv.plain(String(betterPips ?? '')),
  sessionQuantity: ({ sessionQuantity }, csv) => csv.plain(sessionQuantity),
  backtestQuantity: ({ backtestQuantity }, csv) => csv.plain(backtestQuantity),
  sessionAt: ({ sessionAt }, csv) => csv.plain(sessionAt),
  backtestAt: ({ backtestAt }, csv) => csv.plain(backtestAt),
  laterMs: ({ laterMs }, csv) => csv.plain(String(laterMs ?? '')),
  sessionEnd: ({ sessionEnd }, csv) => csv.text(sessionEnd),
  backtestEnd: ({ backtestEnd }, csv) => csv.text(backtestEnd),
  detail: ({ detail }, csv) => csv.text(detail),
};

export function formatParityCsv(rows: readonly ParityRow[]): string {
  return formatCsv(rows, COLUMNS);
}
