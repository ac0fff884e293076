// Actions at the venue of a world: others trade, orders fill, trades are busted; also look-ups in
// its books.
import type { Instrument } from '../../domain/index.js';
import { fromScaled } from '../../domain/numbers/index.js';
import type { Side } from '../../domain/orders/index.js';
import type { VenueTrade } from '../../domain/venue/index.js';
import type { Random } from '../../determinism/index.js';
import { OWN_PREFIX } from '../platform/request-kinds.js';
import { listGoneCoIds } from './departures.js';
import type { World } from './world.js';

/** An order of somebody else on the bot's login. */
export interface HandOrder {
  readonly coId: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly size: number;
  /**
   * Ticks beyond the touch, so that the order trades at once; negative: so far away that it rests.
   */
  readonly through: number;
  readonly expirySeconds?: number;
}

/** Places the order as another system would; returns whether the venue accepted it. */
export function placeByHand(world: World, order: HandOrder): boolean {
  const { coId, expirySeconds, instrument, side, size, through } = order;
  world.venue.moveTo(world.venueNow);
  const { venue } = world.venue;
  const [account] = venue.accounts;
  const { bidTicks, offerTicks } = venue.findBook(instrument);
  const ticks = side === 'Buy' ? offerTicks + through : bidTicks - through;
  if (account === undefined || ticks <= 0) return false;
  const answer = venue.place(world.venueNow, account, {
    coId,
    side,
    size,
    type: 'Limit',
    symbol: instrument.symbol,
    currency: instrument.base,
    price: fromScaled(ticks, instrument.ratePrecision),
    ...(expirySeconds === undefined
      ? { timeInForce: 'IOC' }
      : { timeInForce: 'GTT', expiryTime: expirySeconds }),
  });
  world.wire.armVenue();
  world.trace.add(world.time.now, `by hand: ${coId} ${'accepted' in answer ? 'taken' : 'refused'}`);
  return 'accepted' in answer;
}

/** Fills a share of a resting order in `pieces` fills; returns whether it filled. */
export function fillInPieces(world: World, orderId: string, pieces: number, share = 1): boolean {
  world.venue.moveTo(world.venueNow);
  const { accounts, interventions } = world.venue.venue;
  const order = accounts.map((account) => account.findByOrderId(orderId)).find(Boolean);
  if (order === undefined) return false;
  const units = Math.max(1, Math.floor((order.leavesUnits * share) / pieces));
  let filled = 0;
  while (filled < pieces && interventions.fill(world.venueNow, orderId, units)) filled += 1;
  if (filled > 0) world.trace.add(world.time.now, `${orderId} fills ${String(filled)} times`);
  world.wire.armVenue();
  return filled > 0;
}

/**
 * Fills a share of a resting order, by its venue id or client order id; returns whether it filled.
 */
export function fillPart(world: World, id: string, share: number): boolean {
  world.venue.moveTo(world.venueNow);
  const { accounts, interventions } = world.venue.venue;
  const order = accounts
    .map((account) => account.findByOrderId(id) ?? account.findByCoId(id))
    .find((found) => found !== undefined);
  if (order === undefined) return false;
  const units = Math.ceil(order.leavesUnits * share);
  const isFilled = interventions.fill(world.venueNow, order.orderId, units);
  world.trace.add(world.time.now, `${id} fills ${String(units)}: ${String(isFilled)}`);
  world.wire.armVenue();
  return isFilled;
}

/** The venue's order with this client order id. */
export function findByCoId({ venue }: World, coId: string) {
  return venue.venue.accounts.map((one) => one.findByCoId(coId)).find(Boolean);
}

/**
 * By symbol: sum of the verified trades of the counted client ids, signed minor units of the base.
 */
export function sumTrades(
  { venue }: World,
  isCounted: (coId: string) => boolean,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { coId, instrument, near, status } of venue.desks.trades.list()) {
    if (status !== 'Verified' || !isCounted(coId)) continue;
    const units = near.side === 'Buy' ? near.baseUnits : -near.baseUnits;
    sums.set(instrument.symbol, (sums.get(instrument.symbol) ?? 0) + units);
  }
  return sums;
}

/** A random verified trade of the bot. */
function pickTrade(world: World, random: Random): VenueTrade | undefined {
  world.venue.moveTo(world.venueNow);
  const gone = listGoneCoIds(world);
  const standing = [...world.venue.desks.trades.list()].filter(
    ({ coId, status }) => status === 'Verified' && coId.startsWith(OWN_PREFIX) && !gone.has(coId),
  );
  return standing[Math.floor(random() * standing.length)];
}

/** The venue's back office makes a random trade of the bot smaller; returns whether it did. */
export function amendTrade(world: World, random: Random): boolean {
  const trade = pickTrade(world, random);
  const { desks, venue } = world.venue;
  const broker = venue.accounts.find(({ user }) => user.role === 'broker');
  if (trade === undefined || broker === undefined) return false;
  const { instrument, near, tradeId } = trade;
  const units = Math.ceil((near.dealtUnits * (1 + Math.floor(random() * 3))) / 4);
  const dealtAmount = fromScaled(units, instrument.baseDecimals);
  const amended = desks.backOffice.amend(world.venueNow, broker.user, { id: tradeId, dealtAmount });
  if (amended.ok) {
    const less = near.baseUnits - amended.value.near.baseUnits;
    world.busted.push({ ...trade, near: { ...near, baseUnits: less } });
    world.lastBustAt = world.time.now;
  }
  world.trace.add(world.time.now, `trade ${tradeId} amended: ${String(amended.ok)}`);
  return amended.ok;
}

/** The venue's back office busts a random trade of the bot; returns whether it did. */
export function takeBackTrade(world: World, random: Random): boolean {
  const trade = pickTrade(world, random);
  const { desks, venue } = world.venue;
  const [account] = venue.accounts;
  if (trade === undefined || account === undefined) return false;
  const { tradeId } = trade;
  const taken = desks.backOffice.cancel(world.venueNow, account.user, { tradeId });
  if (taken.ok) {
    world.busted.push(trade);
    world.lastBustAt = world.time.now;
  }
  world.trace.add(world.time.now, `trade ${tradeId} taken back: ${String(taken.ok)}`);
  return taken.ok;
}

/** Venue id of the order that has worked longest, or undefined. */
export function findOldestActive(world: World): string | undefined {
  world.venue.moveTo(world.venueNow);
  return world.venue.venue.interventions.listActive()[0]?.orderId;
}

export function pickInstrument(world: World, random: Random): Instrument | undefined {
  const { instruments } = world.plan;
  return instruments[Math.floor(random() * instruments.length)];
}
