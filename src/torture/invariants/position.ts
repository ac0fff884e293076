// Invariant 3: the bot's position is the sum of its fills, and equals the venue's position.
import type { Fill } from '../../domain/events/index.js';
import { type Micros, SECOND } from '../../domain/index.js';
import type { VenueTrade } from '../../domain/venue/index.js';
import { listDeals } from '../simulation/quote-trades.js';
import { findByCoId } from '../simulation/venue-actions.js';
import type { World } from '../simulation/world.js';
import { type Invariant, listData, type Records } from './invariant.js';

/** After this time the bot knows that an order ended, if nothing prevents it. */
const LONG_ENDED: Micros = 30 * SECOND;
/** Trades of the last seconds may still be unknown. */
const DEALT_LATELY: Micros = 6 * SECOND;
/**
 * An order of unknown outcome is probed again within this time; until then its full size counts.
 */
const PROBED_AGAIN: Micros = 66 * SECOND;
/** Trades and positions are read again within this time. */
const READ_AGAIN: Micros = 40 * SECOND;
const NONE: ReadonlySet<string> = new Set();

export const position: Invariant = {
  number: 3,
  title: 'position = sum of fills = position at the venue',
  whenCalm: (world) => {
    const { bot } = world;
    if (bot?.opened === undefined || bot.end !== undefined) return undefined;
    const { orders } = bot.opened.session.snapshot();
    const open = new Map(orders.map(({ coId, orderId }) => [coId, orderId]));
    // An order is untraceable if the venue forgot its client order id and the bot never knew its
    // venue id.
    const canFind = (coId: string) =>
      open.get(coId) !== '' || findByCoId(world, coId) !== undefined;
    const old = world.epoch + world.time.now - LONG_ENDED;
    // A halted bot keeps a falsely reported fill, and so its order, until an operator checks.
    const isKept = (coId: string) => isHalted(world) && world.wire.shown.overtold.has(coId);
    const missed = world.listOwnOrders().find(({ terms: { coId }, hasEnded, transactAt }) => {
      return open.has(coId) && hasEnded && transactAt < old && canFind(coId) && !isKept(coId);
    });
    const differs = findDifference(world);
    if (differs !== undefined) return differs;
    const { coId } =
      missed?.terms ??
      listDeals(world).find(
        (deal) => open.has(deal.coId) && deal.trade !== undefined && deal.trade.executedAt < old,
      ) ??
      {};
    return coId && `order ${coId} ended long ago, and the bot does not know`;
  },
  atQuiet: (world, records) => {
    // A bot names orders at its end that it could not prove: their fills are unknown.
    const unproven = new Set(world.listUnproven());
    const deals = listDeals(world);
    if (world.listOwnOrders().some(({ terms }) => unproven.has(terms.coId))) return undefined;
    if (deals.some(({ coId }) => unproven.has(coId))) return undefined;
    if (hasEndedSoonAfter(world) || hasNotRecovered(world, records)) return undefined;
    const venue = sumVenue(world, deals);
    // Falsely reported fills are kept, as they may be real: everything halts and an operator
    // checks.
    const reported = isHalted(world) ? listOvertold(world) : new Map<string, Span>();
    const found =
      compareKernel(world, venue, NONE, reported) ?? compareFills(world, records, venue, reported);
    return found !== undefined && isUntold(world) && isHalted(world) ? undefined : found;
  },
};

/** Allowed distance of a position from the venue's, below and above, in minor units. */
type Span = readonly [below: number, above: number];

/** By symbol: falsely reported fills. */
function listOvertold(world: World): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  for (const [coId, records] of world.wire.shown.overtold) {
    // Not by `findByCoId`: the venue may have forgotten the client order id.
    const order = world.listOwnOrders().find(({ terms }) => terms.coId === coId);
    if (order === undefined) continue;
    const reported = [...records.values()].reduce((total, units) => total + units, 0);
    const { symbol } = order.terms.instrument;
    const [below, above] = spans.get(symbol) ?? [0, 0];
    spans.set(symbol, order.sign < 0 ? [below - reported, above] : [below, above + reported]);
  }
  return spans;
}

/** Own positions by the venue's books. */
function sumVenue(world: World, deals: ReturnType<typeof listDeals>): Map<string, number> {
  const venue = new Map<string, number>();
  const counted = new Set<string>();
  for (const { terms, sign, cumBaseUnits } of world.listOwnOrders()) {
    counted.add(terms.coId);
    add(venue, terms.instrument.symbol, sign * cumBaseUnits);
  }
  for (const { coId, trade } of deals) {
    counted.add(coId);
    if (trade !== undefined) add(venue, trade.instrument.symbol, toUnits(trade));
  }
  for (const trade of world.busted) {
    if (counted.has(trade.coId)) add(venue, trade.instrument.symbol, -toUnits(trade));
  }
  return venue;
}

/** Without recent trades, a trading bot's position must be the venue's. */
function findDifference(world: World): string | undefined {
  const { bot, lastBustAt = -Infinity, phantoms, time } = world;
  const isTrading = bot?.session?.inspect().mode === 'ready' && !isHalted(world);
  if (!isTrading || world.isDamaged || phantoms.size > 0) return undefined;
  // After many a 429 the bot polls less for minutes.
  if (world.faults.includes('V21')) return undefined;
  if (time.now - lastBustAt < READ_AGAIN || time.now - bot.startedAt < LONG_ENDED) return undefined;
  const young = world.venueNow - DEALT_LATELY;
  const inDoubt = new Set(
    bot.session.snapshot().orders.flatMap(({ coId, doubt }) => (doubt === null ? [] : [coId])),
  );
  const lately = new Set<string>();
  for (const { executedAt, instrument } of world.venue.desks.trades.list()) {
    if (executedAt > young) lately.add(instrument.symbol);
  }
  // The venue lists a fill some time after the order shows it.
  for (const { terms, transactAt, cumBaseUnits } of world.listOwnOrders()) {
    const from = inDoubt.has(terms.coId) ? world.venueNow - PROBED_AGAIN : young;
    if (transactAt > from && cumBaseUnits > 0) lately.add(terms.instrument.symbol);
  }
  const venue = sumVenue(world, listDeals(world));
  return compareKernel(world, venue, lately);
}

const toUnits = ({ near }: VenueTrade) => (near.side === 'Buy' ? near.baseUnits : -near.baseUnits);

/**
 * Whether the bot may miss something: orders that the venue duplicated, or busts whose STP record a
 * clone on the login may have downloaded or which the venue hid. A trade that was amended and then
 * busted may be missed in both forms. Positions reveal these, and the bot halts.
 */
function isUntold(world: World): boolean {
  const hasClone = world.others.some((other) => !world.isOnOwnState(other));
  const mayMiss = hasClone || world.faults.includes('V34');
  const isTwice = new Set(world.busted.map(({ coId }) => coId)).size < world.busted.length;
  return world.phantoms.size > 0 || isTwice || (mayMiss && world.busted.length > 0);
}

/** A trade was busted so shortly before the end that the bot had no reason to poll again. */
function hasEndedSoonAfter({ bot, lastBustAt }: World): boolean {
  return lastBustAt !== undefined && (bot?.endedAt ?? Infinity) - lastBustAt < READ_AGAIN;
}

/** Trades were busted, and the newest run has not yet read them again. */
function hasNotRecovered({ busted }: World, records: Records): boolean {
  const last = (type: string, step?: string) =>
    records.findLastIndex(({ type: its, data }) => {
      return its === type && (step === undefined || (data as { step?: unknown }).step === step);
    });
  return busted.length > 0 && last('recovery', 'positions') < last('epoch');
}

function isHalted({ bot }: World): boolean {
  return bot?.opened !== undefined && bot.opened.session.snapshot().gate.halts.length > 0;
}

/** Compares the bot's positions with the venue's books. */
function compareKernel(
  { bot }: World,
  venue: ReadonlyMap<string, number>,
  besides: ReadonlySet<string> = NONE,
  told: ReadonlyMap<string, Span> = new Map(),
): string | undefined {
  if (bot?.opened === undefined) return undefined;
  const own = new Map<string, number>();
  for (const { symbol, units } of bot.opened.session.snapshot().positions) add(own, symbol, units);
  return compare('the bot has', own, venue, besides, told);
}

/**
 * Compares the journaled fills with the venue's books. A failed journal lacks later records, and a
 * crash may lose the record of a fill but keep the input that led to it.
 */
function compareFills(
  world: World,
  records: Records,
  venue: ReadonlyMap<string, number>,
  told: ReadonlyMap<string, Span>,
) {
  const hasFailed = ({ end }: World['bots'][number]) =>
    end?.kind === 'ended' && end.end.journalFault !== undefined;
  if (world.bots.length > 1 || world.bots.some(hasFailed)) return undefined;
  if (world.busted.length > 0) return undefined;
  const booked = new Set<string>();
  const own = new Map<string, number>();
  for (const data of listData(records, 'fill')) {
    const { tradeId, symbol, side, units } = data as unknown as Fill & { symbol: string };
    if (booked.has(tradeId)) return `trade ${tradeId} is booked twice`;
    booked.add(tradeId);
    add(own, symbol, side === 'Buy' ? units : -units);
  }
  return compare('fills sum to', own, venue, NONE, told);
}

function compare(
  words: string,
  own: ReadonlyMap<string, number>,
  venue: ReadonlyMap<string, number>,
  besides: ReadonlySet<string>,
  told: ReadonlyMap<string, Span>,
): string | undefined {
  for (const symbol of new Set([...own.keys(), ...venue.keys()])) {
    const [ours, theirs] = [own.get(symbol) ?? 0, venue.get(symbol) ?? 0];
    const [below, above] = told.get(symbol) ?? [0, 0];
    const isTold = ours >= theirs + below && ours <= theirs + above;
    if (isTold || besides.has(symbol)) continue;
    return `${symbol}: ${words} ${String(ours)}, the venue has ${String(theirs)}`;
  }
  return undefined;
}

function add(sums: Map<string, number>, symbol: string, units: number): void {
  sums.set(symbol, (sums.get(symbol) ?? 0) + units);
}
