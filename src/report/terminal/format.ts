// Formats the summary as plain text for a terminal of 100 columns.
import Table from 'cli-table3';
import { type Compared, compareSessions } from '../html/compare.js';
import { describeHaltScope } from '../../domain/events/index.js';
import { isMarked } from '../costs/cost-rows.js';
import { NO_ORDERS } from '../figures/plausibility.js';
import { describeReason } from '../collect/stops.js';
import { describeObserved } from '../figures/observed-texts.js';
import type { Summary } from '../figures/summary.js';
import type { SummaryRow } from '../figures/summary-row.js';
import { formatPnlCell, type Line, toTotalLines } from '../figures/total-lines.js';
import {
  formatAverage,
  formatCount,
  formatFixed,
  formatShare,
  formatFills,
  formatGrouped,
  formatMoney,
  formatPerMillion,
  formatSigned,
  formatSpan,
  formatWait,
  toLine,
} from '../figures/texts.js';
import { formatUnit } from '../figures/units.js';

const LABEL_WIDTH = 24;
const VALUE_WIDTH = 73;
/** Maximum number of halts shown in full. */
const MAX_HALT_LINES = 5;
/** Maximum number of parents of previous runs shown. */
const MAX_REST_LINES = 5;
/** Horizons of the mark-outs shown, ms. */
const SHOWN_MARKS = new Set([100, 1_000, 60_000, 300_000]);
/** No colours, and no lines between rows. */
export const LOOK = {
  style: { head: [], border: [] },
  chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
};

const SLIPPAGE_HINT = 'Slippage in bps against the arrival mid: above 0 is better.';

/** Columns of the table of several rows, with their widths: 100 including the borders. */
const COLUMNS: readonly (readonly [
  head: string,
  width: number,
  cell: (row: SummaryRow) => string,
])[] = [
  ['Strategy', 12, (row) => row.strategy],
  ['Symbol', 9, (row) => row.symbol],
  ['Orders', 8, (row) => formatGrouped(row.orders)],
  ['Fills', 8, (row) => formatGrouped(row.fills)],
  ['Filled', 15, (row) => formatGrouped(row.filledQuantity)],
  ['Position', 12, (row) => formatGrouped(row.position)],
  ['Slippage', 10, (row) => formatUnit('bps', row.slippageBps)],
  ['P&L', 17, formatPnlCell],
];

/** A table of the figures, then warnings, refusals, halts and rules off; ends with a newline. */
export function formatSummary(summary: Summary): string {
  const { mode, name, version, seed, startAt, endAt, durationSeconds, rates } = summary;
  const head = [
    `${name} (${mode}, weir ${version}, seed ${String(seed)})`,
    `${startAt} to ${endAt}: ${formatSpan(durationSeconds)}, ${formatCount(rates, 'rate')}`,
  ];
  const [only] = summary.rows;
  const isOne = only !== undefined && summary.rows.length === 1;
  const lines = [
    ...(isOne ? toTotalLines(summary) : []),
    ...summary.notes.map(({ label, value }): Line => [label, value]),
    ...(isOne ? toFigures(only, summary) : []),
    ...toIdle(summary),
    ...toCarried(summary),
    ...toRests(summary),
    ...toCosts(summary),
    ...toQuotes(summary),
    ...toEvents(summary),
  ];
  const totals = isOne ? [] : toTotalLines(summary).map((line) => line.join(': '));
  const table = summary.rows.length > 1 ? [formatRows(summary.rows), SLIPPAGE_HINT] : [];
  return [...[...head, ...totals].map(cut), ...table, formatLines(lines), ''].join('\n');
}

function toFigures(row: SummaryRow, summary: Summary): readonly Line[] {
  const toPriceText = (price: number | null): string => formatAverage(price, row.ratePrecision);
  const states = Object.entries(row.orderStates).map(
    ([state, count]) => `${String(count)} ${state}`,
  );
  return [
    ['Strategy', row.strategy],
    ['Symbol, side', `${row.symbol} ${row.side ?? ''}`],
    ['Orders', `${formatGrouped(row.orders)}${states.length > 0 ? `: ${states.join(', ')}` : ''}`],
    ['Fills', formatFills(row)],
    ['Filled', toFilledText(row)],
    ...toPriceLines(row, toPriceText),
    ['Arrival mid', toPriceText(row.arrivalMid)],
    ['Slippage vs arrival', toSlippageText(row.slippageBps) + toPerMillionText(row)],
    ['TWAP of the mid', toPriceText(row.intervalTwap)],
    ['Slippage vs TWAP', toSlippageText(row.slippageVsTwapBps)],
    ['Position', toPositionText(row)],
    ...toOwnPnl(row, summary),
  ];
}

function toPriceLines(
  { averageBuyPrice, averagePrice, averageSellPrice, side }: SummaryRow,
  toPriceText: (price: number | null) => string,
): readonly Line[] {
  if (side !== 'Both') return [['Average price', toPriceText(averagePrice)]];
  return [
    ['Average buy price', toPriceText(averageBuyPrice)],
    ['Average sell price', toPriceText(averageSellPrice)],
  ];
}

/** Positive is in our favour: better than the reference price. */
function toSlippageText(bps: number | null): string {
  if (bps === null) return '–';
  const word = bps === 0 ? '' : bps > 0 ? ', better' : ', worse';
  return `${formatSigned(bps, 4)} bps${word}`;
}

function toPerMillionText({ slippageCurrency, slippagePerMillion }: SummaryRow): string {
  if (slippagePerMillion === null) return '';
  return ` (${formatPerMillion(slippagePerMillion, slippageCurrency)})`;
}

function toPositionText({ position, symbol }: SummaryRow): string {
  const [base = ''] = symbol.split('/');
  const side = position === 0 ? 'flat' : position > 0 ? 'long' : 'short';
  return `${formatGrouped(position)} ${base}, ${side}`;
}

/** P&L of the symbol, unless the total already states it. */
function toOwnPnl(row: SummaryRow, { performance }: Summary): readonly Line[] {
  const { fees, pnl, pnlCurrency, termDecimals } = row;
  const isOther = pnlCurrency !== performance.currency && performance.leftOut.length === 0;
  return [
    ...(isOther ? [[`P&L in ${pnlCurrency}`, formatPnlCell(row)] as const] : []),
    ...(fees === undefined
      ? []
      : [
          ['P&L before fees', `${formatMoney(pnl, termDecimals)} ${pnlCurrency}`] as const,
          ['Fees', `${formatMoney(fees, termDecimals)} ${pnlCurrency}`] as const,
        ]),
  ];
}

/** Strategies without a row, if there are several. */
function toIdle({ idle }: Summary): readonly Line[] {
  return idle.length === 0 ? [] : [['Without an order', idle.join(', ')]];
}

/** Positions carried in from previous runs, which position and P&L include. */
function toCarried({ rows }: Summary): readonly Line[] {
  return rows.flatMap(({ carriedIn, carriedInMid = null, ratePrecision, strategy, symbol }) => {
    if (carriedIn === undefined) return [];
    const mid = `valued from the first mid on, ${formatAverage(carriedInMid, ratePrecision)}`;
    const what = `${formatGrouped(carriedIn)} ${symbol} of ${strategy}`;
    return [['Carried in', `${what}, ${mid}`] as const];
  });
}

/** The requested quantity counts only what was left of these parents. */
function toRests({ rests = [] }: Summary): readonly Line[] {
  const lines = rests.slice(0, MAX_REST_LINES).map((rest): Line => {
    const { filledBefore, key, quantity, strategy, symbol } = rest;
    const filled = `${formatGrouped(filledBefore)} of ${formatGrouped(quantity)} ${symbol}`;
    return ['Rest of parent', `${strategy}/${key}, ${filled} filled before`];
  });
  const more = rests.length - lines.length;
  return more > 0 ? [...lines, ['More parent rests', formatGrouped(more)]] : lines;
}

/** Costs of all orders together. */
function toCosts({ costs }: Summary): readonly Line[] {
  const [all] = costs;
  const marks =
    all?.markOuts.filter(isMarked).filter(({ afterMs }) => SHOWN_MARKS.has(afterMs)) ?? [];
  if (all === undefined || marks.length === 0) return [];
  const texts = marks.map(({ afterMs, bps }) => `${formatWait(afterMs)} ${formatSigned(bps, 2)}`);
  const share = formatUnit('signedShare', all.spread?.share);
  return [
    ['Spread captured', `${share} of the half-spread (-100 % paid it, +100 % earned it)`],
    ['Mark-outs, bps', `${texts.join(', ')} (above 0: the mid moved in our favour)`],
  ];
}

function toQuotes({ quotes }: Summary): readonly Line[] {
  return quotes.flatMap((one): readonly Line[] => {
    const where = quotes.length === 1 ? '' : ` ${one.strategy} ${one.symbol}`;
    const share = one.winRate === null ? '' : ` (${formatUnit('share', one.winRate)})`;
    const requests = `${formatGrouped(one.requests)}: ${formatGrouped(one.quoted)} quoted`;
    const dealt = `${formatGrouped(one.traded)} of ${formatGrouped(one.accepted)} accepted${share}`;
    const spans = [
      ['first quote after', one.firstQuoteMs],
      ['remaining life of a quote', one.lifeLeftMs],
      ['response to an accept after', one.acceptMs],
    ] as const;
    const means = spans.flatMap(([what, ms]) => (ms === null ? [] : `${what} ${toMs(ms)}`));
    return [
      [`Quote requests${where}`, `${requests}, ${formatGrouped(one.quotes)} quotes`],
      [`Quotes dealt${where}`, dealt],
      [`Quote times${where}`, means.length === 0 ? '–' : `${means.join(', ')} (means)`],
    ];
  });
}

function toMs(milliseconds: number): string {
  return `${formatFixed(milliseconds, 0)} ms`;
}

function toEvents(summary: Summary): readonly Line[] {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([rule, n]) => `${rule} ${formatGrouped(n)}`)
      .join(', ');
  const overridden = list(summary.overridden);
  const halts = summary.halts.slice(0, MAX_HALT_LINES).map((halt): Line => {
    const { at, rule } = halt;
    return ['HALT', `${at} ${rule} (${describeHaltScope(halt) || 'all'}): ${describeReason(halt)}`];
  });
  const more = summary.halts.length + summary.leftOut.halts - halts.length;
  return [
    ...summary.warnings.map(({ text }): Line => ['WARNING', text]),
    ...summary.remarks
      .filter(({ id }) => id === NO_ORDERS)
      .map(({ text }): Line => ['Remark', text]),
    ['Refusals', list(summary.refusals) || 'none'],
    ...summary.observed.map((one): Line => ['Paper would stop', describeObserved(one)]),
    ...(overridden === '' ? [] : [['Beyond limits by overrides', overridden] as const]),
    ...(halts.length > 0 ? halts : [['Halts', 'none'] as const]),
    ...(more > 0 ? [['More halts', formatGrouped(more)] as const] : []),
    ['Risk rules off', summary.controlsOff.length > 0 ? summary.controlsOff.join(' ') : 'none'],
  ];
}

function toFilledText({ filledQuantity, requestedQuantity }: SummaryRow): string {
  const share = requestedQuantity > 0 ? filledQuantity / requestedQuantity : 0;
  const part = `${formatGrouped(filledQuantity)} of ${formatGrouped(requestedQuantity)}`;
  return `${part} (${formatShare(share)})`;
}

function formatRows(rows: readonly SummaryRow[]): string {
  const table = new Table({
    head: COLUMNS.map(([head]) => head),
    colWidths: COLUMNS.map(([, width]) => width),
    colAligns: COLUMNS.map((_, index) => (index < 2 ? 'left' : 'right')),
    ...LOOK,
  });
  for (const row of rows) table.push(COLUMNS.map(([, , cell]) => toLine(cell(row))));
  return table.toString();
}

/** Table that compares sessions side by side; wide for many sessions. */
export function formatComparison(runs: readonly Compared[]): string {
  const head = ['', ...runs.map(({ name }) => name)];
  const table = new Table({
    head,
    ...LOOK,
    colAligns: ['left', ...runs.map(() => 'right' as const)],
  });
  for (const { label, values } of compareSessions(runs)) table.push([label, ...values].map(toLine));
  return table.toString();
}

/** Table of names and values. */
export function formatLines(lines: readonly Line[]): string {
  const table = new Table({ colWidths: [LABEL_WIDTH, VALUE_WIDTH], ...LOOK, wordWrap: true });
  for (const [label, value] of lines) table.push([toLine(label), toLine(value)]);
  return table.toString();
}

function cut(line: string): string {
  const clean = toLine(line);
  return clean.length <= 100 ? clean : `${clean.slice(0, 99)}…`;
}
