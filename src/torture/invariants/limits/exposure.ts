// Limits on position and open orders, recomputed: RC05, RC23 to RC28, RC30, RC36 and RC37.
import type { Instrument } from '../../../domain/index.js';
import { findCap } from '../../simulation/overrides.js';
import {
  type Case,
  countLeaves,
  countOpen,
  type LimitCheck,
  paramsOf,
  toAccount,
} from './order.js';

/** Tolerance: the mid may have moved by less than this share since the bot decided. */
const MOVED = 1.02;

type Open = Case['state']['orders'][number];

/** Open orders that were approved before the departing order, which may have waited. */
function listOpen({ order, state }: Case): readonly Open[] {
  const own = state.orders.find(({ coId }) => coId === order.coId);
  const last = own?.intentId ?? Infinity;
  return state.orders.filter(
    (one) =>
      one.coId !== order.coId &&
      one.intentId < last &&
      (countLeaves(one) > 0 || one.contest !== undefined),
  );
}

const scale = ({ baseDecimals }: Instrument) => Number(`1e${String(baseDecimals)}`);

/** Worst-case net base of each symbol on both sides, with or without the departing order. */
export function listWorst(one: Case, withOrder: boolean) {
  const { order, state, world } = one;
  return world.plan.instruments.map((instrument) => {
    const { symbol } = instrument;
    const held = state.positions
      .filter((position) => position.symbol === symbol)
      .reduce((sum, { units }) => sum + units, 0);
    const open = listOpen(one).filter((other) => other.symbol === symbol);
    const sum = (side: string) => open.reduce((total, other) => total + countOpen(other, side), 0);
    const own = withOrder && order.symbol === symbol ? order.size * scale(instrument) : 0;
    const long = held + sum('Buy') + (order.side === 'Buy' ? own : 0);
    const short = held - sum('Sell') - (order.side === 'Sell' ? own : 0);
    return { instrument, long: long / scale(instrument), short: short / scale(instrument) };
  });
}

export const worst = ({ long, short }: { readonly long: number; readonly short: number }): number =>
  Math.max(Math.abs(long), Math.abs(short));

/** Compares with the limit, or with the cap of an override under which the order was approved. */
function compare(
  one: Case,
  rule: string,
  what: string,
  value: number | undefined,
  limit: number | undefined,
): string | undefined {
  if (value === undefined || limit === undefined || value <= limit * MOVED) return undefined;
  const { bot, order, state, world } = one;
  const at = state.orders.find(({ coId }) => coId === order.coId)?.at ?? Number.NaN;
  const cap = findCap(world, { life: bot.life.number, rule, symbol: order.symbol, at });
  if (value <= cap * MOVED) return undefined;
  return `${rule}: ${what} ${value.toFixed(0)} above ${String(Math.max(limit, cap))}`;
}

const checkNotional: LimitCheck = (one) => {
  const { instrument, order, world } = one;
  const value = toAccount(world, instrument.base, order.size);
  return compare(one, 'RC05', 'notional', value, paramsOf(world, 'RC05')?.['hard']);
};

const checkPosition: LimitCheck = (one) => {
  const { instrument, sign, world } = one;
  const find = (withOrder: boolean) =>
    listWorst(one, withOrder).find((line) => line.instrument.symbol === instrument.symbol);
  const line = find(true);
  if (line === undefined) return undefined;
  // An order that makes its own side smaller adds no risk.
  const side = sign > 0 ? line.long : -line.short;
  const value = toAccount(world, instrument.base, Math.max(0, side));
  return compare(one, 'RC23', 'position', value, paramsOf(world, 'RC23')?.[instrument.class]);
};

/** Sum of the worst sides over all symbols, in the account currency. */
function sumGross(one: Case, withOrder: boolean): number | undefined {
  let sum = 0;
  for (const line of listWorst(one, withOrder)) {
    const value = toAccount(one.world, line.instrument.base, worst(line));
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

const checkGross: LimitCheck = (one) => {
  const [before, after] = [sumGross(one, false), sumGross(one, true)];
  if (before === undefined || after === undefined || after <= before) return undefined;
  return compare(one, 'RC25', 'gross', after, paramsOf(one.world, 'RC25')?.['hard']);
};

/** Worst-case net of each currency except the account's, in the direction of the order. */
const checkCurrencies: LimitCheck = (one) => {
  const { instrument, sign, world } = one;
  const { hard, EM } = paramsOf(world, 'RC24') ?? {};
  const majors = world.plan.instruments
    .filter((other) => other.class === 'G10')
    .flatMap(({ base, term }) => [base, term]);
  const lines = listWorst(one, true);
  for (const [currency, way] of [
    [instrument.base, sign],
    [instrument.term, -sign],
  ] as const) {
    if (currency === world.plan.limits.accountCurrency) continue;
    let sum: number | undefined = 0;
    for (const line of lines) {
      const { base, term } = line.instrument;
      const up = way > 0 ? line.long : -line.short;
      const down = way > 0 ? -line.short : line.long;
      const amount = base === currency ? up : term === currency ? down : 0;
      const value = toAccount(world, base, amount);
      sum = sum === undefined || value === undefined ? undefined : sum + value;
    }
    const limit = majors.includes(currency) ? hard : Math.min(hard ?? Infinity, EM ?? Infinity);
    const found = compare(one, 'RC24', `net ${currency}`, sum, limit);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** All positions and orders against the account currency, in the direction of the order. */
const checkOpenPosition: LimitCheck = (one) => {
  const { sign, world } = one;
  const { accountCurrency } = world.plan.limits;
  if (one.instrument.term !== accountCurrency) return undefined;
  let sum = 0;
  for (const line of listWorst(one, true)) {
    if (line.instrument.term !== accountCurrency) return undefined;
    sum += toAccount(world, line.instrument.base, sign > 0 ? line.long : -line.short) ?? 0;
  }
  return compare(one, 'RC26', 'open position', sum, paramsOf(world, 'RC26')?.['hard']);
};

/** Credit for the gross worst case, if the configured credit is static. */
const checkCredit: LimitCheck = (one) => {
  const params = paramsOf(one.world, 'RC30');
  if ((params as { readonly source?: string } | undefined)?.source !== 'static') return undefined;
  const [before, after] = [sumGross(one, false), sumGross(one, true)];
  if (before === undefined || after === undefined || after <= before) return undefined;
  const asked = after * (1 + (params?.['bufferPercent'] ?? 0) / 100);
  return compare(one, 'RC30', 'credit', asked, params?.['static']);
};

const checkOpenOrders: LimitCheck = (one) => {
  const limits = paramsOf(one.world, 'RC27');
  const open = listOpen(one);
  const ofSymbol = open.filter(({ symbol }) => symbol === one.order.symbol).length + 1;
  const { symbol = Infinity, strategy = Infinity, all = Infinity } = limits ?? {};
  const owner = one.state.orders.find(({ coId }) => coId === one.order.coId)?.strategy;
  const ofOwner = open.filter((other) => other.strategy === owner).length + 1;
  if (ofOwner > strategy) return `RC27: ${String(ofOwner)} open orders of ${String(owner)}`;
  if (ofSymbol > symbol) return `RC27: ${String(ofSymbol)} open orders of one symbol`;
  return open.length + 1 > all ? `RC27: ${String(open.length + 1)} open orders` : undefined;
};

const checkPending: LimitCheck = (one) => {
  const { instrument, order, world } = one;
  let sum = toAccount(world, instrument.base, order.size) ?? 0;
  for (const other of listOpen(one)) {
    const its = world.plan.instruments.find(({ symbol }) => symbol === other.symbol);
    if (its !== undefined) sum += toAccount(world, its.base, countLeaves(other) / scale(its)) ?? 0;
  }
  return compare(one, 'RC28', 'pending', sum, paramsOf(world, 'RC28')?.['hard']);
};

/** Finds a resting own order on the other side whose price the order would match. */
const checkSelfMatch: LimitCheck = (one) => {
  const { instrument, order, sign, world } = one;
  const { price } = order;
  if (paramsOf(world, 'RC37') === undefined || price === undefined) return undefined;
  const ticks = Math.round(price * Number(`1e${String(instrument.ratePrecision)}`));
  const met = listOpen(one).find(
    ({ priceTicks, side, symbol, timeInForce }) =>
      symbol === order.symbol &&
      side !== order.side &&
      // Orders that do not rest cannot be matched.
      !['IOC', 'FOK'].includes(timeInForce) &&
      (priceTicks === 0 || sign * (ticks - priceTicks) >= 0),
  );
  return met && `RC37: it would meet the own order ${met.coId}`;
};

/** A strategy may not send the same order twice within the window. */
const checkDuplicate: LimitCheck = (one) => {
  const { bot, departure, order, state, world } = one;
  const span = (paramsOf(world, 'RC36')?.['windowMs'] ?? 0) * 500;
  const owner = state.orders.find(({ coId }) => coId === order.coId);
  const twin = state.orders.find(
    (other) =>
      owner !== undefined &&
      other.coId !== order.coId &&
      other.strategy === owner.strategy &&
      other.parent === owner.parent &&
      other.units === owner.units &&
      other.priceTicks === owner.priceTicks &&
      other.side === owner.side &&
      other.symbol === owner.symbol &&
      other.timeInForce === owner.timeInForce,
  );
  const before = world.departures.findLast(
    ({ bot: sender, call }) =>
      twin !== undefined && sender === bot && call.request.body.includes(`"${twin.coId}"`),
  );
  return before !== undefined && departure.at - before.at < span
    ? `RC36: the same order left ${String(departure.at - before.at)} us before`
    : undefined;
};

export const EXPOSURE_CHECKS: readonly LimitCheck[] = [
  ...[checkNotional, checkPosition, checkCurrencies, checkGross, checkOpenPosition],
  ...[checkCredit, checkOpenOrders, checkPending],
  ...[checkSelfMatch, checkDuplicate],
];
