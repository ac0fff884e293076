// Section with the top figures of the page: quantities, prices, slippage and counts.
import { type Content, markup, type Markup } from '../markup.js';
import type { Summary } from '../../figures/summary.js';
import { toTotals } from '../../figures/total-lines.js';
import {
  formatAverage,
  formatCount,
  formatFills,
  formatShare,
  formatGrouped,
  formatMoney,
  formatPerMillion,
  formatSigned,
} from '../../figures/texts.js';
import type { Section } from './section.js';

interface Tile {
  readonly label: string;
  readonly value: Content;
  readonly hint?: string;
  /** `good` and `bad` colour the value. */
  readonly tone?: 'good' | 'bad' | '';
}

export const resultSection: Section = {
  id: 'result',
  title: '',
  render: (_, summary) => {
    const figures = summary.rows.length === 1 ? toFigures(summary) : [];
    const tiles = [...toTotalTiles(summary), ...figures];
    return markup`${renderTiles(tiles)}${renderTiles(toCounts(summary))}`;
  },
};

/** As in the terminal's table; the notes on the value become its hint. */
function toTotalTiles(summary: Summary): readonly Tile[] {
  const { performance, rows } = summary;
  const position = rows.length === 1 ? `position ${toText(summary.position)}` : '';
  const own = [`${position}${toCarriedText(summary)}`, toFeeText(summary)];
  return toTotals(summary).map(({ label, value, words }) => {
    const tone = label === 'Total P&L' ? toTone(performance.pnl) : '';
    return { label, value, hint: [...words, ...own].filter((one) => one !== '').join('; '), tone };
  });
}

function toFigures(summary: Summary): readonly Tile[] {
  const { filledQuantity: filled, requestedQuantity: requested } = summary;
  const { slippageBps, slippagePerMillion, slippageCurrency, slippageVsTwapBps } = summary;
  const before = summary.filledBefore ?? 0;
  const share = filled !== null && requested ? filled / requested : null;
  const perMillion =
    slippagePerMillion === null
      ? 'no fill to compare'
      : formatPerMillion(slippagePerMillion, slippageCurrency ?? '');
  return [
    {
      label: 'Filled',
      value: toText(filled),
      hint:
        (share === null ? 'nothing requested' : `${formatShare(share)} of ${toText(requested)}`) +
        (before === 0 ? '' : `; ${toText(before)} filled before`),
    },
    toPriceTile(summary),
    {
      label: 'Slippage vs arrival',
      value: toBps(slippageBps),
      hint: perMillion,
      tone: toTone(slippageBps),
    },
    {
      label: 'Slippage vs TWAP',
      value: toBps(slippageVsTwapBps),
      hint: toIntervalHint(summary),
      tone: toTone(slippageVsTwapBps),
    },
  ];
}

function toIntervalHint(summary: Summary): string {
  const { intervalTwap, slippageVsVwapBps, ratePrecision } = summary;
  const mid = `interval mid ${formatAverage(intervalTwap, ratePrecision)}`;
  if (slippageVsVwapBps === null) return mid;
  return `${mid}; vs VWAP ${formatSigned(slippageVsVwapBps, 2)} bps`;
}

function toCarriedText({ carriedIn = null, carriedInMid = null, ratePrecision }: Summary): string {
  if (carriedIn === null) return '';
  return `, of it ${toText(carriedIn)} carried in at ${formatAverage(carriedInMid, ratePrecision)}`;
}

function toFeeText({ fees, pnl, termDecimals }: Summary): string {
  if (typeof fees !== 'string') return '';
  const [paid, before] = [fees, pnl].map((one) => formatMoney(one, termDecimals));
  return `fees ${String(paid)}, before them ${String(before)}`;
}

function toPriceTile(summary: Summary): Tile {
  const { side, averagePrice, averageBuyPrice, averageSellPrice, arrivalMid } = summary;
  const toPrice = (price: number | null): string => formatAverage(price, summary.ratePrecision);
  const hint = `arrival mid ${toPrice(arrivalMid)}`;
  return side === 'Both'
    ? {
        label: 'Average bought / sold',
        value: `${toPrice(averageBuyPrice)} / ${toPrice(averageSellPrice)}`,
        hint,
      }
    : { label: 'Average price', value: toPrice(averagePrice), hint };
}

function toCounts(summary: Summary): readonly Tile[] {
  const { orders, overridden, refused, refusals, halts, leftOut, rates, orderStates } = summary;
  const states = Object.entries(orderStates ?? {}).map(
    ([state, count]) => `${formatGrouped(count)} ${state.toLowerCase()}`,
  );
  const haltCount = halts.length + leftOut.halts;
  return [
    { label: 'Orders', value: formatGrouped(orders), hint: states.join(', ') },
    { label: 'Fills', value: formatFills(summary), hint: `${formatCount(rates, 'rate')} seen` },
    {
      label: 'Refusals',
      value: formatGrouped(refused),
      hint: Object.keys(refusals).join(', ') || 'none',
    },
    ...toOverridden(overridden),
    {
      label: 'Halts',
      value: formatGrouped(haltCount),
      hint: [...new Set(halts.map(({ rule }) => rule))].join(', ') || 'never stopped',
      tone: haltCount > 0 ? 'bad' : '',
    },
  ];
}

function toOverridden(overridden: Summary['overridden']): readonly Tile[] {
  const rules = Object.keys(overridden);
  if (rules.length === 0) return [];
  const count = Object.values(overridden).reduce((sum, one) => sum + one, 0);
  const hint = rules.join(', ');
  return [{ label: 'Beyond limits by overrides', value: formatGrouped(count), hint, tone: 'bad' }];
}

function renderTiles(tiles: readonly Tile[]): Content {
  return tiles.length === 0
    ? ''
    : markup`<div class="tiles">${tiles.map(renderTile)}</div>
`;
}

function renderTile({ label, value, hint = '', tone = '' }: Tile): Markup {
  return markup`<div class="tile"><h3>${label}</h3><p class="value ${tone}">${value}</p>
<p class="hint">${hint}</p></div>
`;
}

function toText(value: number | null): string {
  return value === null ? '–' : formatGrouped(value);
}

function toBps(bps: number | null): Content {
  return bps === null ? '–' : markup`${formatSigned(bps, 3)} <small>bps</small>`;
}

function toTone(value: number | null): 'good' | 'bad' | '' {
  return value === null || value === 0 ? '' : value > 0 ? 'good' : 'bad';
}
