// Figures of one strategy in one symbol, rounded once from its exact sums.
import { formatInstant, type Instrument, SECOND } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import { formatExact, round, toAveragePrice, toNumber, toQuotient } from './figures.js';
import type { StrategyResult } from './results.js';

/** Decimals of bps figures. */
const BPS_DECIMALS = 4;

/**
 * Figures of one strategy in one symbol; null where there is no data. Prices are rounded to
 * ratePrecision + 3 decimals. Positive slippage is in our favour.
 */
export interface SummaryRow {
  readonly strategy: string;
  readonly symbol: string;
  /** Decimals of a price on the venue. */
  readonly ratePrecision: number;
  readonly side: 'Buy' | 'Sell' | 'Both' | null;
  readonly orders: number;
  readonly fills: number;
  /** Busted fills: only `fills`, costs and fees include them. */
  readonly busts: number;
  readonly refused: number;
  /** Number of orders by last state, such as `{ "FILLED": 19, "CANCELED": 1 }`. */
  readonly orderStates: Readonly<Record<string, number>>;
  /** Sizes of the parents, and of the orders without a parent; units of the base. */
  readonly requestedQuantity: number;
  readonly filledQuantity: number;
  /** Quantity of the same parents filled by previous runs, in addition; absent if there is none. */
  readonly filledBefore?: number;
  /** Null if both sides were filled: see the averages of the sides. */
  readonly averagePrice: number | null;
  readonly averageBuyPrice: number | null;
  readonly averageSellPrice: number | null;
  /**
   * Mid when the parent was accepted, else when the orders were decided; weighted by filled
   * quantity.
   */
  readonly arrivalMid: number | null;
  readonly slippageBps: number | null;
  /**
   * Amount in `slippageCurrency` per million of the dealt base; for a digital asset per million of
   * the term paid.
   */
  readonly slippagePerMillion: number | null;
  /** USD if it is the dealt currency, else the term currency. */
  readonly slippageCurrency: string;
  /** Mid averaged over the time from the first parent or order to the last fill. */
  readonly intervalTwap: number | null;
  readonly slippageVsTwapBps: number | null;
  /** Mid over the same time weighted by the displayed size of each rate; null without sizes. */
  readonly intervalVwap: number | null;
  readonly slippageVsVwapBps: number | null;
  readonly intervalStartAt: string | null;
  readonly intervalEndAt: string | null;
  readonly intervalSeconds: number | null;
  /** Net position in units of the base. */
  readonly position: number;
  /** Part of it carried in from previous runs; absent if there is none. */
  readonly carriedIn?: number;
  /** First mid, at which the position carried in is valued; null without a rate. */
  readonly carriedInMid?: number | null;
  /** Exact decimal text in `pnlCurrency`, valued at the last mid; null without a rate. */
  readonly pnl: string | null;
  readonly pnlCurrency: string;
  /** Exact decimal text in `pnlCurrency`; absent if the session has no fees. */
  readonly fees?: string;
  /** P&L minus fees; null without a rate. */
  readonly netPnl?: string | null;
  /** Decimals of the minor unit of `pnlCurrency`. */
  readonly termDecimals: number;
}

export function toSummaryRow(ledger: StrategyResult): SummaryRow {
  const { instrument, boughtUnits, soldUnits, boughtCash, soldCash } = ledger;
  const { baseDecimals } = instrument;
  const averageBuyPrice = toAveragePrice(boughtCash, boughtUnits, instrument);
  const averageSellPrice = toAveragePrice(soldCash, soldUnits, instrument);
  const isTwoSided = averageBuyPrice !== null && averageSellPrice !== null;
  const isMarked = ledger.lastTicks2 !== 0 || ledger.positionUnits === 0n;
  return {
    strategy: ledger.strategy,
    symbol: instrument.symbol,
    ratePrecision: instrument.ratePrecision,
    side: ledger.side ?? null,
    orders: ledger.orders,
    fills: ledger.fills,
    busts: ledger.busts,
    refused: ledger.refusals,
    orderStates: ledger.states,
    requestedQuantity: toNumber(ledger.requestedUnits, baseDecimals),
    filledQuantity: toNumber(boughtUnits + soldUnits, baseDecimals),
    ...toCarriedFigures(ledger),
    averagePrice: isTwoSided ? null : (averageBuyPrice ?? averageSellPrice),
    averageBuyPrice,
    averageSellPrice,
    ...toArrivalFigures(ledger),
    ...toIntervalFigures(ledger),
    position: toNumber(ledger.positionUnits, baseDecimals),
    pnl: formatPnl(ledger.pnl2, isMarked, instrument),
    pnlCurrency: instrument.term,
    termDecimals: instrument.termDecimals,
    ...toFeeFigures(ledger, isMarked),
  };
}

function toCarriedFigures({ carried, filledBefore, instrument }: StrategyResult) {
  const { baseDecimals } = instrument;
  const before = filledBefore === 0n ? {} : { filledBefore: toNumber(filledBefore, baseDecimals) };
  if (carried === undefined) return before;
  const { units, firstTicks2 } = carried;
  const mid = firstTicks2 === 0 ? null : toAveragePrice(BigInt(firstTicks2), 2n, instrument);
  return { ...before, carriedIn: toNumber(units, baseDecimals), carriedInMid: mid };
}

function toFeeFigures({ fees, pnl2, instrument }: StrategyResult, isMarked: boolean) {
  if (fees === undefined) return {};
  const { ratePrecision, baseDecimals, termDecimals } = instrument;
  // Half ticks x minor units of the base in one minor unit of the term; exact, as the term has
  // fewer decimals.
  const scale = powerOfTen(ratePrecision) * powerOfTen(baseDecimals);
  const fees2 = (2n * fees * BigInt(scale)) / BigInt(powerOfTen(termDecimals));
  return {
    fees: formatExact(fees, termDecimals, termDecimals),
    netPnl: formatPnl(pnl2 - fees2, isMarked, instrument),
  };
}

/** Exact text of half ticks x minor units as money; null without a rate for valuation. */
export function formatPnl(pnl2: bigint, isMarked: boolean, instrument: Instrument): string | null {
  const { ratePrecision, baseDecimals, termDecimals } = instrument;
  return isMarked ? formatExact(pnl2 * 5n, ratePrecision + baseDecimals + 1, termDecimals) : null;
}

/** Figures that need a fill and a known arrival. */
type ArrivalFigures = Pick<
  SummaryRow,
  'arrivalMid' | 'slippageBps' | 'slippagePerMillion' | 'slippageCurrency'
>;
/** Figures over the time from the first order to the last fill. */
type IntervalFigures = Pick<
  SummaryRow,
  | 'intervalTwap'
  | 'slippageVsTwapBps'
  | 'intervalVwap'
  | 'slippageVsVwapBps'
  | 'intervalStartAt'
  | 'intervalEndAt'
  | 'intervalSeconds'
>;

const NO_INTERVAL: IntervalFigures = {
  intervalTwap: null,
  slippageVsTwapBps: null,
  intervalVwap: null,
  slippageVsVwapBps: null,
  intervalStartAt: null,
  intervalEndAt: null,
  intervalSeconds: null,
};

function toArrivalFigures(ledger: StrategyResult): ArrivalFigures {
  const { instrument, arrivalUnits, arrivalCash2, favour2, fills } = ledger;
  const isUsdDealt = instrument.base === 'USD';
  const isValued = isUsdDealt || instrument.class === 'DA';
  const dealt = isValued
    ? arrivalCash2
    : arrivalUnits * 2n * BigInt(powerOfTen(instrument.ratePrecision));
  return {
    arrivalMid: toAveragePrice(arrivalCash2, arrivalUnits * 2n, instrument),
    slippageBps: fills > 0 ? toQuotient(favour2 * 10_000n, arrivalCash2, BPS_DECIMALS) : null,
    slippagePerMillion: fills > 0 ? toQuotient(favour2 * 1_000_000n, dealt, 2) : null,
    slippageCurrency: isUsdDealt ? 'USD' : instrument.term,
  };
}

type VwapFigures = Pick<SummaryRow, 'intervalVwap' | 'slippageVsVwapBps'>;

/** Plain numbers, since displayed sizes are statistics. */
function toVwapFigures(ledger: StrategyResult, vwap2: number | undefined): VwapFigures {
  if (vwap2 === undefined) return { intervalVwap: null, slippageVsVwapBps: null };
  const { instrument, boughtUnits, soldUnits, boughtCash, soldCash } = ledger;
  const favour2 = Number(boughtUnits - soldUnits) * vwap2 - 2 * Number(boughtCash - soldCash);
  const dealt = Number(boughtUnits + soldUnits);
  const bps = (favour2 / (dealt * vwap2)) * 10_000;
  return {
    intervalVwap: round(vwap2 / 2 / instrument.ticksPerUnit, instrument.ratePrecision + 3),
    // All trades may have been busted.
    slippageVsVwapBps: dealt === 0 ? null : round(bps, BPS_DECIMALS),
  };
}

function toIntervalFigures(ledger: StrategyResult): IntervalFigures {
  const { instrument, interval, boughtUnits, soldUnits, boughtCash, soldCash } = ledger;
  if (interval === undefined) return NO_INTERVAL;
  const { integral2, startAt, endAt } = interval;
  const span = BigInt(interval.span === 0 ? 1 : interval.span);
  // The same trades at the interval's mean mid, minus the cash paid and received for them.
  const favour2 = (boughtUnits - soldUnits) * integral2 - 2n * (boughtCash - soldCash) * span;
  const dealt2 = (boughtUnits + soldUnits) * integral2;
  return {
    intervalTwap: toAveragePrice(integral2, span * 2n, instrument),
    slippageVsTwapBps: toQuotient(favour2 * 10_000n, dealt2, BPS_DECIMALS),
    ...toVwapFigures(ledger, interval.vwap2),
    intervalStartAt: formatInstant(startAt),
    intervalEndAt: formatInstant(endAt),
    intervalSeconds: (endAt - startAt) / SECOND,
  };
}
