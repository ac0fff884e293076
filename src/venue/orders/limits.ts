// Business limits: what turns an order down after it was taken (wire facts 4.8, 12 and 13).
import {
  DAY,
  findNextClose,
  HOUR,
  type Instant,
  type Instrument,
  powerOfTen,
  SECOND,
  type VenueTradeView,
} from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import type { VenueOrder } from '../order.js';
import { toDealtBase } from './reading/dealt-term.js';

/** Hours of order matching: `always`, or the week of wire facts 12 with or without daily breaks. */
export const TRADING_HOURS = ['always', 'daily', 'weekly'] as const;
export type TradingHours = (typeof TRADING_HOURS)[number];

export interface LimitSettings {
  /** Largest order by symbol, in units of the base. */
  readonly maxSize?: Readonly<Record<string, number>>;
  /** By organization: most that it may be long or short of a symbol's base, in units. */
  readonly credit?: Readonly<Record<string, number>>;
  readonly hours?: TradingHours;
}

export class OrderLimits {
  readonly #settings: LimitSettings;
  /** Net filled base units by organization and symbol. */
  readonly #positions = new Map<string, number>();

  constructor(settings: LimitSettings) {
    this.#settings = settings;
  }

  /** Why an order may not come to the market, or undefined. */
  findReason(at: Instant, order: VenueOrder, book: VenueBook): string | undefined {
    const { maxSize, credit, hours = 'always' } = this.#settings;
    const { instrument } = order.terms;
    if (hours !== 'always' && isClosed(at, hours)) return 'MarketClosed';
    const units = findBaseUnits(order, book);
    const most = maxSize?.[instrument.symbol];
    if (most !== undefined && units > toUnits(most, instrument)) return 'OrderSizeLimitExceeded';
    const org = order.view.org;
    const line = credit?.[org];
    if (line === undefined) return undefined;
    const position = (this.#positions.get(`${org}|${instrument.symbol}`) ?? 0) + order.sign * units;
    return Math.abs(position) > toUnits(line, instrument) ? 'CreditCheckFailed' : undefined;
  }

  /** Counts a fill. */
  filled(order: VenueOrder, { org, instrument, units }: VenueTradeView): void {
    if (this.#settings.credit?.[org] === undefined) return;
    const key = `${org}|${instrument.symbol}`;
    this.#positions.set(key, (this.#positions.get(key) ?? 0) + order.sign * units);
  }
}

/** Why an order may not come to the market: nobody trades with it, or a limit. */
export function findRejection(
  limits: OrderLimits | undefined,
  at: Instant,
  order: VenueOrder,
  book: VenueBook,
): string | undefined {
  if (order.counterparty === undefined) return 'NoLiquidity';
  return limits?.findReason(at, order, book);
}

/** The order in base units; one in the term at its price, or at the touch where it has none. */
function findBaseUnits({ terms, sign, special }: VenueOrder, book: VenueBook): number {
  if (special?.inTerm !== true) return terms.units;
  const touch = sign > 0 ? book.offerTicks : book.bidTicks;
  const ticks = terms.priceTicks > 0 ? terms.priceTicks : touch;
  return ticks === 0 ? 0 : toDealtBase(terms.instrument, terms.units, ticks);
}

function toUnits(amount: number, { baseDecimals }: Instrument): number {
  return Math.round(amount * powerOfTen(baseDecimals));
}

/** After 17:00 New York the market opens this much later. */
const BREAK = 10 * SECOND;
const [SATURDAY, SUNDAY, MONDAY] = [6, 0, 1];

/**
 * Closed from Friday 17:00:00 to Sunday 17:00:10 New York, and daily from 17:00:00 to 17:00:10
 * unless the session is weekly.
 */
export function isClosed(at: Instant, hours: TradingHours): boolean {
  if (hours === 'always') return false;
  const close = findNextClose(at);
  // At 17:00 New York the date is the same in UTC; 1970-01-01 was a Thursday.
  const weekday = (Math.floor(close / DAY) + 4) % 7;
  if (weekday === SATURDAY || weekday === SUNDAY) return true;
  const hasBreak = hours === 'daily' || weekday === MONDAY;
  return hasBreak && at - findLastClose(at) < BREAK;
}

/** The last 17:00 New York at or before `at`; a day there has 23 to 25 hours. */
function findLastClose(at: Instant): Instant {
  const first = findNextClose(at - 26 * HOUR);
  const second = findNextClose(first);
  return second <= at ? second : first;
}
