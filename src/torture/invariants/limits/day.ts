// RC29 and RC38: the day's turnover and the cancels of ten minutes, recomputed once all is
// quiescent.
import { type Micros, MINUTE, SECOND } from '../../../domain/index.js';
import { listDeals } from '../../simulation/quote-trades.js';
import type { World } from '../../simulation/world.js';
import type { Records } from '../invariant.js';
import { paramsOf, toAccount } from './order.js';

/** Tolerance: rates have moved by less than this share since the fills. */
const MOVED = 0.02;
/** Faults that change the trading day or hide part of the fills from the bot. */
const TURNING: readonly string[] = ['V30', 'C04', 'C05', 'V26', 'X04'];

export function findDayFault(world: World, records: Records): string | undefined {
  return findTurnoverFault(world, records) ?? findSilence(world, records);
}

/**
 * Compares the ledger's turnover with that of the world's day, whatever the bot's own clock says.
 */
function findTurnoverFault(world: World, records: Records): string | undefined {
  const { bot } = world;
  const isRuled = paramsOf(world, 'RC29') !== undefined;
  const isKnown = !world.faults.some((id) => TURNING.includes(id)) && !world.isDamaged;
  const hasUntrue = world.phantoms.size > 0 || world.wire.shown.overtold.size > 0;
  if (!isRuled || !isKnown || bot?.opened === undefined || hasUntrue) return undefined;
  const unproven = new Set(world.listUnproven());
  const orders = world.listOwnOrders();
  if (orders.some(({ terms }) => unproven.has(terms.coId))) return undefined;
  if (
    records.some(({ data }) => (data as { readonly tradeId?: string }).tradeId?.startsWith('prov'))
  )
    return undefined;
  let sum = 0;
  for (const { cumBaseUnits, terms } of orders) {
    const { base, baseDecimals } = terms.instrument;
    const amount = cumBaseUnits / Number(`1e${String(baseDecimals)}`);
    sum += toAccount(world, base, amount) ?? 0;
  }
  for (const { coId, trade } of listDeals(world)) {
    if (unproven.has(coId)) return undefined;
    if (trade === undefined) continue;
    const { base, baseDecimals } = trade.instrument;
    sum += toAccount(world, base, trade.near.baseUnits / Number(`1e${String(baseDecimals)}`)) ?? 0;
  }
  const { turnover } = bot.opened.session.snapshot().gate.ledger;
  if (Math.abs(turnover - sum) <= MOVED * sum + 1) return undefined;
  return `RC29: the day's turnover is ${String(turnover)}, fills come to ${sum.toFixed(0)}`;
}

interface Epoch {
  readonly orders: Micros[];
  readonly cancels: Micros[];
  readonly fills: Micros[];
  readonly alerts: Micros[];
}

/** Many cancels for few fills require an alert. */
function findSilence(world: World, records: Records): string | undefined {
  const rule = paramsOf(world, 'RC38');
  if (rule === undefined) return undefined;
  const { leastOrders = Infinity, ratio = Infinity } = rule;
  const count = (times: readonly Micros[], at: Micros) =>
    times.filter((time) => time > at - 10 * MINUTE).length;
  let epoch: Epoch = { orders: [], cancels: [], fills: [], alerts: [] };
  let dueSince: Micros | undefined;
  for (const { data, stamp, type } of records) {
    const at = stamp.session;
    const {
      intentId,
      kind,
      rule: id,
    } = data as {
      readonly kind?: string;
      readonly intentId?: number;
      readonly rule?: string;
    };
    if (dueSince !== undefined && type !== 'epoch' && at > dueSince + SECOND) {
      return `RC38: nobody was told of the cancels until ${String(dueSince)}`;
    }
    if (type === 'epoch') {
      epoch = { orders: [], cancels: [], fills: [], alerts: [] };
      dueSince = undefined;
    }
    if (type === 'fill') epoch.fills.push(at);
    if (type === 'alert' && id === 'RC38') {
      epoch.alerts.push(at);
      dueSince = undefined;
    }
    if (type !== 'command') continue;
    if (kind === 'place') epoch.orders.push(at);
    else if (kind === 'cancel' && intentId !== 0) {
      epoch.cancels.push(at);
      const found = count(epoch.cancels, at) / (epoch.fills.length + 1);
      const isQuiet = epoch.alerts.some((time) => time > at - MINUTE);
      const isDue = count(epoch.orders, at) >= leastOrders && found > ratio;
      if (isDue && !isQuiet) dueSince ??= at;
    }
  }
  return undefined;
}
