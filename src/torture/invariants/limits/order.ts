// A departing order, parsed from its bytes, and the state of the bot that sends it.
import type { Instrument } from '../../../domain/index.js';
import type { KernelSnapshot } from '../../../kernel/index.js';
import type { ShownRate } from '../../simulation/delivered-data.js';
import type { Bot } from '../../simulation/bot.js';
import type { Departure } from '../../simulation/departures.js';
import type { World } from '../../simulation/world.js';

/** Fields of the request as they are spelled on the wire. */
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

/** All inputs from which a limit is recomputed. */
export interface Case {
  readonly world: World;
  readonly bot: Bot;
  readonly departure: Departure;
  readonly order: SentOrder;
  /** Body of the request. */
  readonly body: string;
  readonly instrument: Instrument;
  /** +1 for a buy, -1 for a sell. */
  readonly sign: 1 | -1;
  /** Snapshot of the bot; invariants 3 and 21 compare it with the venue's books. */
  readonly state: KernelSnapshot;
  /** Rates that this run was shown and may still use, newest last. */
  readonly rates: readonly ShownRate[];
}

/** Returns the violation, or undefined. */
export type LimitCheck = (one: Case) => string | undefined;

export type Params = Readonly<Record<string, number | undefined>>;

/** Checked parameters of a rule; undefined if the rule is off. */
export function paramsOf({ plan }: World, id: string): Params | undefined {
  const rule = plan.limits.rules[id];
  return rule === 'off' ? undefined : (rule as Params | undefined);
}

/** Value of an amount in the account currency; undefined without a conversion rate. */
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

/** Mid of the venue's book; for a book without a side, the last complete rate that was shown. */
function findMid({ venue, wire }: World, instrument: Instrument): number | undefined {
  const { bidTicks, offerTicks } = venue.venue.findBook(instrument);
  const scale = Number(`1e${String(instrument.ratePrecision)}`);
  if (bidTicks > 0 && offerTicks > 0) return (bidTicks + offerTicks) / 2 / scale;
  const last = wire.shown.findWhole(instrument.symbol);
  return last && (last.bid + last.offer) / 2;
}

/** Order states in which nothing more of an order can fill. */
const OVER: ReadonlySet<string> = new Set([
  ...['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'LOST', 'ABANDONED', 'REFUSED'],
]);

/**
 * Minor units by which an order may still change the position in the direction of `side`: what it
 * may fill, and for the other direction what the venue reported as filled and then denied.
 */
export function countOpen(order: KernelSnapshot['orders'][number], side: string): number {
  return order.side === side ? countLeaves(order) : (order.contest?.units ?? 0);
}

/** Minor units that an order may still fill; none if it filled beyond its size. */
export function countLeaves(order: KernelSnapshot['orders'][number]): number {
  const { cumUnits, isAccounted, state, units } = order;
  return OVER.has(state) || isAccounted ? 0 : Math.max(0, units - cumUnits);
}
