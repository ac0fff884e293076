// Limits on the earlier orders of a strategy, recomputed: RC10, RC29 and RC35.
import { type Case, type LimitCheck, paramsOf, toAccount } from './order.js';

/** Number of orders of which the median is taken, and the minimum for a median. */
const REMEMBERED = 50;
const LEAST = 20;
/** Tolerance: rates have moved by less than this share since the fills were valued. */
const MOVED = 1.02;

type Known = Case['state']['orders'][number] | Case['state']['settled'][number];

/** Orders of the first run, by intent id; a later run does not know all earlier orders. */
function listKnown({ bot, state }: Case): readonly Known[] {
  if (bot.life.number !== 1) return [];
  return [...state.settled, ...state.orders].sort((a, b) => a.intentId - b.intentId);
}

const findOwn = ({ order, state }: Case) => state.orders.find(({ coId }) => coId === order.coId);

/** RC10: far larger than the median of the strategy's earlier orders. */
const checkFatFinger: LimitCheck = (one) => {
  const times = paramsOf(one.world, 'RC10')?.['timesMedian'];
  const own = findOwn(one);
  if (times === undefined || own === undefined) return undefined;
  const sizes = listKnown(one)
    .filter(({ intentId, strategy, symbol }) => {
      return strategy === own.strategy && symbol === own.symbol && intentId < own.intentId;
    })
    .slice(-REMEMBERED)
    .map(({ units }) => units)
    .sort((a, b) => a - b);
  if (sizes.length < LEAST) return undefined;
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return own.units > times * median
    ? `RC10: ${String(own.units)} units, the median of its orders is ${String(median)}`
    : undefined;
};

/** RC29: turnover of this run; worlds in which the trading day changes are left out. */
const checkTurnover: LimitCheck = (one) => {
  const { instrument, order, world } = one;
  const limit = paramsOf(world, 'RC29')?.['hard'];
  if (limit === undefined || world.faults.some((id) => ['V30', 'C04'].includes(id))) return;
  let sum = toAccount(world, instrument.base, order.size) ?? 0;
  for (const { cumUnits, symbol } of listKnown(one)) {
    const its = world.plan.instruments.find((other) => other.symbol === symbol);
    if (its === undefined) continue;
    const scale = Number(`1e${String(its.baseDecimals)}`);
    sum += toAccount(world, its.base, cumUnits / scale) ?? 0;
  }
  return sum > limit * MOVED
    ? `RC29: ${sum.toFixed(0)} dealt today, at most ${String(limit)}`
    : undefined;
};

/** RC35: the same order of a strategy, filled again and again. */
const checkRepetition: LimitCheck = (one) => {
  const most = paramsOf(one.world, 'RC35')?.['within10Minutes'];
  const own = findOwn(one);
  if (most === undefined || own === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const { cumUnits, parent, side, strategy, symbol, units } of listKnown(one)) {
    if (strategy !== own.strategy || parent !== '' || cumUnits === 0) continue;
    const key = `${side} ${String(units)} of ${symbol}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  // One more: an order approved before the last of them may still have waited for a connection.
  const [worst] = [...counts].filter(([, count]) => count > most + 1);
  return worst && `RC35: ${own.strategy} goes on after ${String(worst[1])} times ${worst[0]}`;
};

export const HISTORY_CHECKS: readonly LimitCheck[] = [
  checkFatFinger,
  checkTurnover,
  checkRepetition,
];
