// Section with the transaction costs of orders and fills against the market.
import {
  type CostFigure,
  type CostRow,
  isMarked,
  type MarkOut,
  type TimeFigure,
} from '../../costs/cost-rows.js';
import { renderMarkOuts } from '../svg/mark-out-chart.js';
import { type Content, markup } from '../markup.js';
import {
  formatFixed,
  formatGrouped,
  findMoneyDecimals,
  formatSigned,
  formatWait,
} from '../../figures/texts.js';
import { formatUnit } from '../../figures/units.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

/** Horizons of the mark-outs in the table, ms. */
const SHOWN_MARKS = [100, 1_000, 60_000, 300_000];

const NAMES: readonly Column<CostRow>[] = [
  { head: 'By', cell: ({ by }) => by },
  { head: 'Value', cell: ({ value, leftOut }) => toValue(value, leftOut) },
];

const FILL_COLUMNS: readonly Column<CostRow>[] = [
  ...NAMES,
  number('Fills', ({ fills }) => formatGrouped(fills)),
  number(
    'Dealt',
    ({ dealt, dealtCurrency }) =>
      `${dealt < 10_000 ? formatGrouped(dealt) : formatFixed(dealt, 0)} ${dealtCurrency}`,
  ),
  number('vs arrival', ({ arrival }) => toBps(arrival)),
  number('vs decision', ({ decision }) => toBps(decision)),
  number('vs arrival, per million', toPerMillion),
  number('Spread captured', ({ spread }) => formatUnit('signedShare', spread?.share)),
  ...SHOWN_MARKS.map((afterMs): Column<CostRow> => ({
    head: `+${formatWait(afterMs)}`,
    kind: 'number',
    cell: ({ markOuts }) => toMark(markOuts.find((one) => one.afterMs === afterMs)),
  })),
];

const ORDER_COLUMNS: readonly Column<CostRow>[] = [
  ...NAMES,
  number('Orders', ({ orders }) => formatGrouped(orders)),
  number('Filled', ({ fillRatio }) => formatUnit('share', fillRatio)),
  { head: 'Rejected', cell: toRejects },
  number('Time to fill', ({ timeToFill }) => toTime(timeToFill)),
  number('Time to end', ({ holdTime }) => toTime(holdTime)),
  number('Mid moved, filled', ({ held }) => toBps(held)),
  number('Mid moved, unfilled', ({ refused }) => toBps(refused)),
];

export const costsSection: Section = {
  id: 'costs',
  title: 'Transaction costs',
  render: (_, { costs }) => {
    const [all] = costs;
    if (all === undefined) return undefined;
    const rows = toShownRows(costs);
    const caption = 'Mark-outs of all fills: mid against the price dealt, bps, with 95 % bands';
    const name = 'Mark-outs of all fills in basis points';
    const picture = renderMarkOuts(caption, name, all.markOuts) ?? '';
    return markup`${picture}${renderTable(FILL_COLUMNS, rows)}
<p class="hint">Basis points of the dealt amount with half the width of the 95 % band, positive in
your favour. <em>vs arrival</em>: the mid when the parent, or an order without one, was decided;
<em>vs decision</em>: the mid when each order was. <em>Spread captured</em>: −100 % dealt at the far
side, +100 % at the near one. <em>+1 s</em>: mark-out, the mid that long after a fill against its
price, as the bot saw it.</p>
${renderTable(ORDER_COLUMNS, rows.filter(isOfOrders))}
<p class="hint"><em>Time to end</em>: from the decision to the report of the end, of orders that
do not rest; <em>mid moved</em>: meanwhile, in your favour, for those that were filled and for those
that got nothing.</p>`;
  },
};

/** Leaves out groups with a single value, which would repeat the row of all orders. */
function toShownRows(rows: readonly CostRow[]): readonly CostRow[] {
  return rows.filter(({ by }) => by === 'all' || rows.filter((row) => row.by === by).length > 1);
}

/** The provider of an order is unknown until it fills. */
function isOfOrders({ by }: CostRow): boolean {
  return by !== 'provider';
}

function toValue(value: string, leftOut: readonly string[]): string {
  const missing = leftOut.length === 0 ? '' : `without ${leftOut.join(', ')}`;
  return [value, missing].filter((text) => text !== '').join(', ');
}

function toRejects({ rejectRate, rejects }: CostRow): string {
  const codes = Object.entries(rejects).map(([code, count]) => `${code} ${formatGrouped(count)}`);
  return codes.length === 0
    ? formatUnit('share', rejectRate)
    : `${formatUnit('share', rejectRate)}: ${codes.join(', ')}`;
}

function toPerMillion({ arrival, costCurrency, perMillionOf }: CostRow): string {
  if (arrival === null) return '–';
  const amount = formatSigned(arrival.perMillion, findMoneyDecimals(costCurrency));
  return `${amount} ${costCurrency} / M ${perMillionOf}`;
}

function toTime(time: TimeFigure | null): Content {
  if (time === null) return '–';
  return markup`${formatWait(time.median)} <small>p95 ${formatWait(time.p95)}</small>`;
}

function toMark(mark: MarkOut | undefined): Content {
  return mark !== undefined && isMarked(mark) ? toBps(mark) : '–';
}

function toBps(figure: Pick<CostFigure, 'bps' | 'lowBps' | 'highBps'> | null): Content {
  if (figure === null) return '–';
  const { bps, lowBps, highBps } = figure;
  const mean = formatUnit('bps', bps);
  if (lowBps === null || highBps === null) return mean;
  return markup`${mean} <small>±${formatFixed((highBps - lowBps) / 2, 3)}</small>`;
}
