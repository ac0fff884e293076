// Business limits: reasons to reject an order after its acceptance (wire facts 4.8, 12 and 13).
import { findNextClose } from '../../domain/dates/index.js';
import { DAY, HOUR, type Instant, type Instrument, SECOND } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import type { VenueTradeView } from '../../domain/venue/index.js';
import type { VenueBook } from '../book.js';
import type { VenueOrder } from '../order.js';
import { toDealtBase } from './reading/dealt-term.js';

/**
 * Trading hours: `always`, or the week of wire facts 12 with (`daily`) or without (`weekly`) daily
 * breaks.
 */
export const TRADING_HOURS = ['always', 'daily', 'weekly'] as const;
export type TradingHours = (typeof TRADING_HOURS)[number];

export interface LimitSettings {
  /** Largest order by symbol, in units of the base. */
  readonly maxSize?: Readonly<Record<string, number>>;
  /** By organization: maximum long or short position in a symbol's base, in units. */
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

  /** Why the order is rejected; undefined if it may enter the market. */
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

  /** Adds a fill to the organization's position. */
  filled(order: VenueOrder, { org, instrument, units }: VenueTradeView): void {
    if (this.#settings.credit?.[org] === undefined) return;
    const key = `${org}|${instrument.symbol}`;
    this.#positions.set(key, (this.#positions.get(key) ?? 0) + order.sign * units);
  }
}

/** Why the order is rejected: it has no counterparty, or breaks a limit. */
export function findRejection(
  limits: OrderLimits | undefined,
  at: Instant,
  order: VenueOrder,
  book: VenueBook,
): string | undefined {
  if (order.counterparty === undefined) return 'NoLiquidity';
  return limits?.findReason(at, order, book);
}

/**
 * Size in base units; a size in the term is converted at the price, or at the touch without one.
 */
function findBaseUnits({ terms, sign, special }: VenueOrder, book: VenueBook): number {
  if (special?.inTerm !== true) return terms.units;
  const touch = sign > 0 ? book.offerTicks : book.bidTicks;
  const ticks = terms.priceTicks > 0 ? terms.priceTicks : touch;
  return ticks === 0 ? 0 : toDealtBase(terms.instrument, terms.units, ticks);
}

function toUnits(amount: number, { baseDecimals }: Instrument): number {
  return Math.round(amount * powerOfTen(baseDecimals));
}

/** Delay of the market's opening after 17:00 New York. */
const BREAK = 10 * SECOND;
const [SATURDAY, SUNDAY, MONDAY] = [6, 0, 1];

/**
 * Whether the market is closed: from Friday 17:00:00 to Sunday 17:00:10 New York, with `daily`
 * hours also each day from 17:00:00 to 17:00:10.
 */
export function isClosed(at: Instant, hours: TradingHours): boolean {
  if (hours === 'always') return false;
  const close = findNextClose(at);
  // At 17:00 New York the UTC date is the same; 1970-01-01 was a Thursday.
  const weekday = (Math.floor(close / DAY) + 4) % 7;
  if (weekday === SATURDAY || weekday === SUNDAY) return true;
  const hasBreak = hours === 'daily' || weekday === MONDAY;
  return hasBreak && at - findLastClose(at) < BREAK;
}

/** The last 17:00 New York at or before `at`; a New York day has 23 to 25 hours. */
function findLastClose(at: Instant): Instant {
  const first = findNextClose(at - 26 * HOUR);
  const second = findNextClose(first);
  return second <= at ? second : first;
}
