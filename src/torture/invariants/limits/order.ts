// An order on its way out, read from its bytes, and what is known of the bot that sends it.
import type { Instrument } from '../../../domain/index.js';
import type { KernelSnapshot } from '../../../kernel/index.js';
import type { ShownRate } from '../../simulation/delivered-data.js';
import type { Bot } from '../../simulation/bot.js';
import type { Departure } from '../../simulation/wire.js';
import type { World } from '../../simulation/world.js';

/** The fields of the request as they are spelled there. */
export interface SentOrder {
  readonly coId: string;
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell';
  readonly type: string;
  readonly timeInForce: string;
  readonly currency: string;
  readonly size: number;
  readonly price?: number;
  readonly expiryTime?: number;
  readonly valueDate?: string;
}

/** All that a limit is recomputed from. */
export interface Case {
  readonly world: World;
  readonly bot: Bot;
  readonly departure: Departure;
  readonly order: SentOrder;
  /** Text of the request. */
  readonly body: string;
  readonly instrument: Instrument;
  /** +1 where it buys. */
  readonly sign: 1 | -1;
  /** What the bot says of itself; invariants 3 and 21 hold it against the venue's books. */
  readonly state: KernelSnapshot;
  /** Rates that this life was shown and may still go by, newest last. */
  readonly rates: readonly ShownRate[];
}

/** Says what is wrong, or undefined. */
export type LimitCheck = (one: Case) => string | undefined;

export type Params = Readonly<Record<string, number | undefined>>;

/** Checked parameters of a rule; undefined where it is off. */
export function paramsOf({ plan }: World, id: string): Params | undefined {
  const rule = plan.limits.rules[id];
  return rule === 'off' ? undefined : (rule as Params | undefined);
}

/** Value of so many units of a currency in the account's; undefined where no rate leads there. */
export function toAccount(world: World, currency: string, amount: number): number | undefined {
  const { accountCurrency } = world.plan.limits;
  if (currency === accountCurrency) return amount;
  for (const instrument of world.plan.instruments) {
    const { base, term } = instrument;
    const isDirect = base === currency && term === accountCurrency;
    if (!isDirect && (term !== currency || base !== accountCurrency)) continue;
    const mid = findMid(world, instrument);
    return mid && (isDirect ? amount * mid : amount / mid);
  }
  return undefined;
}

/** By the venue's book; a book without a side has the worth that was shown before it lost that. */
function findMid({ venue, wire }: World, instrument: Instrument): number | undefined {
  const { bidTicks, offerTicks } = venue.venue.findBook(instrument);
  const scale = Number(`1e${String(instrument.ratePrecision)}`);
  if (bidTicks > 0 && offerTicks > 0) return (bidTicks + offerTicks) / 2 / scale;
  const last = wire.shown.findWhole(instrument.symbol);
  return last && (last.bid + last.offer) / 2;
}

/** Ends after which nothing of an order fills any more, by what the order's state means. */
const OVER: ReadonlySet<string> = new Set([
  ...['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'LOST', 'ABANDONED', 'REFUSED'],
]);

/**
 * Minor units by which an order of the bot may still change the position to a side: what it may
 * fill, and the other way what the venue told of as filled and then denied.
 */
export function countOpen(order: KernelSnapshot['orders'][number], side: string): number {
  return order.side === side ? countLeaves(order) : (order.contest?.units ?? 0);
}

/** Minor units that an order of the bot may still fill: none where it filled beyond its size. */
export function countLeaves(order: KernelSnapshot['orders'][number]): number {
  const { cumUnits, isAccounted, state, units } = order;
  return OVER.has(state) || isAccounted ? 0 : Math.max(0, units - cumUnits);
}
