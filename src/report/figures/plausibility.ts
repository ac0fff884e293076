// Finds what makes a result suspicious: remarks that are shown with the result and their figures.
import { type CostRow, isMarked } from '../costs/cost-rows.js';
import { formatCount, formatGrouped, formatStatistic, listTimes } from './texts.js';
import type { PerformanceFigures } from '../performance/figures.js';

export interface Remark {
  /** A name for scripts. */
  readonly id: string;
  readonly text: string;
}

/** The remark on a session that ordered nothing. */
export const NO_ORDERS = 'no-orders';

/** Fewer round trips, or fills, than this say little. */
const FEW = 30;
/** One round trip with more than this share of all gains dominates the result. */
const ONE_TRIP = 0.5;
/** More than this share of the fills on a stale rate is suspicious. */
const STALE_SHARE = 0.1;
/** Only a fast connection gets gains within this time after a fill. */
const WINDOW_MS = 500;
/** A gain this soon after a fill was already there before it. */
const AT_ONCE_MS = 100;

/** Order types with time in force, as rows by type name them, that do not rest. */
const TAKER = /^Market |(IOC|FOK)$/;

interface Facts {
  readonly mode: string;
  readonly refused: number;
  readonly performance: PerformanceFigures;
  readonly all: CostRow;
  /** Rows by type of orders that do not rest. */
  readonly takers: readonly CostRow[];
  /** Fills on a rate older than five seconds. */
  readonly staleFills: number;
}

type Check = (facts: Facts) => string | undefined;

const CHECKS: Readonly<Record<string, Check>> = {
  'few-trips': ({ performance: { roundTrips } }) =>
    roundTrips > 0 && roundTrips < FEW
      ? `${formatCount(roundTrips, 'round trip')}: fewer than ${String(FEW)} say little about a ` +
        'strategy'
      : undefined,
  'one-trip': ({ performance: { currency, largestTrip, roundTrips, averageTrip } }) => {
    if (largestTrip === null || averageTrip === null || roundTrips < 2) return undefined;
    const total = averageTrip * roundTrips;
    const isCarried = total > 0 && largestTrip > ONE_TRIP * total;
    return isCarried
      ? `one round trip made ${formatStatistic(largestTrip, currency)} of ` +
          `${formatStatistic(total, currency)}: little is left without it`
      : undefined;
  },
  'stale-rates': ({ staleFills, all: { fills } }) =>
    fills > 0 && staleFills > STALE_SHARE * fills
      ? `${String(staleFills)} of ${formatCount(fills, 'fill')} on a rate older than 5 s: the ` +
        'market may have moved since'
      : undefined,
  'look-ahead': ({ takers }) => {
    const marks = takers.flatMap((row) => findMark(row, AT_ONCE_MS) ?? []);
    const mark = marks.find(({ count, lowBps }) => count >= FEW && (lowBps ?? 0) > 0);
    if (mark === undefined) return undefined;
    return (
      `${String(AT_ONCE_MS)} ms after a fill the mid is ${mark.bps.toFixed(3)} bps better than ` +
      'its price: no taker gains at once; check the recording for future prices and stale rates'
    );
  },
  'latency-window': ({ all, performance: { pnl, currency } }) => {
    const mark = findMark(all, WINDOW_MS);
    const isPlain = all.costCurrency === currency && all.perMillionOf === all.dealtCurrency;
    if (mark === undefined || pnl <= 0 || !isPlain) return undefined;
    const gained = (mark.perMillion * all.dealt) / 1_000_000;
    return gained > 0.8 * pnl
      ? `${formatStatistic(gained, currency)} of ${formatStatistic(pnl, currency)} are gained ` +
          `within ${String(WINDOW_MS)} ms of the fills: a slower connection may not get them`
      : undefined;
  },
  'no-refusals': ({ mode, all, refused }) =>
    mode === 'backtest' && all.orders >= FEW && all.rejectRate === 0 && refused === 0
      ? 'no order was rejected and no limit refused one: live trading differs'
      : undefined,
};

/** Data of a session without orders. */
export interface Silence {
  readonly rates: number;
  /** Refused orders by rule. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly firstHalt: { readonly rule: string; readonly reason: string } | undefined;
}

/** The most likely reason why there was no order, as far as the session shows it. */
export function remarkSilence({ rates, refusals, firstHalt }: Silence): Remark {
  const toRemark = (why: string): Remark => ({ id: NO_ORDERS, text: `no order: ${why}` });
  if (Object.keys(refusals).length > 0) {
    return toRemark(`the risk gate refused every order, ${listTimes(refusals)}`);
  }
  if (firstHalt !== undefined) {
    return toRemark(`${firstHalt.rule} halted before the first order: ${firstHalt.reason}`);
  }
  if (rates === 0) return toRemark('no rate was seen');
  const seen = `${formatGrouped(rates)} ${rates === 1 ? 'rate was' : 'rates were'} seen`;
  return toRemark(`no strategy placed one, though ${seen} and none was refused`);
}

/** In the order of the checks; empty if there were no orders. */
export function listRemarks(
  facts: Omit<Facts, 'all' | 'takers'>,
  costs: readonly CostRow[],
): Remark[] {
  const [all] = costs;
  if (all === undefined) return [];
  const takers = costs.filter(({ by, value }) => by === 'type' && TAKER.test(value));
  return Object.entries(CHECKS).flatMap(([id, check]) => {
    const text = check({ ...facts, all, takers });
    return text === undefined ? [] : [{ id, text }];
  });
}

function findMark({ markOuts }: CostRow, afterMs: number) {
  return markOuts.filter(isMarked).find((mark) => mark.afterMs === afterMs);
}
