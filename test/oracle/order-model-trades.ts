// Fills in the naive model of an order's life: cumQty, trade records, provisional fills, busts.
import type { TradeRecord } from './order-model-inputs.js';
import {
  alert,
  cancelOwn,
  halt,
  pause,
  schedule,
  setState,
  toName,
  haltAndCancel,
  wish,
} from './order-model-effects.js';
import {
  isOther,
  isTerminal,
  isUnresolved,
  isWaiting,
  NEVER_SENT,
  SECOND,
  toExecuted,
  toProvisional,
  toRecorded,
  toVacant,
  toContested,
  type Bot,
  type FillEvent,
  type Order,
  type Trade,
} from './order-model-state.js';

/** Wait for a record before a fill is booked without it, and before somebody is told. */
const PROVISIONAL_AFTER = 2 * SECOND;
const MISSING_AFTER = 30 * SECOND;
/** Answers without a trade, and over how long, that prove fills of a word alone to be none. */
const DENIALS = 5;
const DENIED_FOR = 30 * SECOND;

export function isOffLimit(order: Order, price: number): boolean {
  const limit = order.terms.price;
  if (limit === undefined) return false;
  return order.terms.side === 'Buy' ? price > limit : price < limit;
}

/** Whether the venue executed more than we asked for (RC47): the fill is kept. */
export function checkSize(bot: Bot, order: Order): void {
  if (toExecuted(order) <= order.terms.size) return;
  halt(bot, 'all', 'overfill');
  alert(bot, 'page', 'overfill', order.coId);
}

/** cumQty as observed; a lower one than before is recorded and ignored. */
export function raiseCum(bot: Bot, order: Order, cum: number, averagePrice?: number): void {
  if (cum < order.cum) alert(bot, 'info', 'cumQty fell', order.coId);
  if (cum <= order.cum) return;
  if (isOther(bot, 55))
    order.amended -= Math.min(order.amended, Math.max(0, cum - toExecuted(order)));
  order.cum = cum;
  order.cumValue = averagePrice === undefined ? undefined : averagePrice * cum;
  if (!isOther(bot, 51)) order.areTradesChecked = false;
  wish(bot, 'trades', toName(order));
  if (isOther(bot, 49)) noteUnbooked(bot, order);
  else schedule(bot, bot.now + PROVISIONAL_AFTER, 'provisional', toName(order), cum);
  schedule(bot, bot.now + MISSING_AFTER, 'record-missing', toName(order), cum);
  if (averagePrice !== undefined && isOffLimit(order, averagePrice)) {
    halt(bot, 'all', 'off-limit fill');
    alert(bot, 'page', 'off-limit fill', order.coId);
  }
  checkSize(bot, order);
}

/** The venue ends an order: fills of an earlier word that this one leaves out are in dispute. */
export function contest(order: Order, end: number): void {
  if (order.denied?.end !== end) order.denied = { end, answers: [] };
  dropContest(order);
}

/** Records stand for all that was in dispute. */
function dropContest(order: Order): void {
  if (toContested(order) === 0) order.denied = undefined;
}

/** An answer without a new trade. Enough of them, and what was in dispute was never filled. */
export function denyContested(bot: Bot, order: Order): void {
  const { denied, terms } = order;
  if (denied === undefined) return;
  denied.answers.push(bot.now);
  const quantity = toContested(order);
  const spread = bot.now - (denied.answers[0] ?? bot.now);
  const isProven = denied.answers.length >= DENIALS && spread >= DENIED_FOR;
  if (!isProven || toProvisional(order) < quantity) return;
  order.denied = undefined;
  bot.denials++;
  const { side, symbol, price = 0 } = terms;
  const tradeId = `denied-${bot.denials}`;
  const record = { tradeId, symbol, side, quantity, price, status: 'Canceled' };
  applyTrade(bot, order, record, false);
}

/** The other choice of 49: all that is not booked waits from the first of it on. */
function noteUnbooked(bot: Bot, order: Order): void {
  if (toRecorded(order) + toProvisional(order) >= order.cum) order.unbookedSince = -1;
  else if (order.unbookedSince < 0) {
    order.unbookedSince = bot.now;
    schedule(bot, bot.now + PROVISIONAL_AFTER, 'unbooked', toName(order), bot.now);
  }
}

export function bookUnbooked(bot: Bot, order: Order, since: number): void {
  if (order.unbookedSince !== since) return;
  bookProvisional(bot, order, order.cum);
  order.unbookedSince = -1;
}

/** Two seconds after cumQty rose to `cum`: books what no record stands for yet. */
export function bookProvisional(bot: Bot, order: Order, cum: number): void {
  const missing = cum - toRecorded(order) - toProvisional(order);
  if (missing <= 0) return;
  const id = `${order.orderId}:${cum}`;
  const value = toValue(order, cum, missing);
  order.provisional.push({ id, quantity: missing, value });
  notify(bot, order, 'provisional', id, missing);
  if (value > 0 && isOffLimit(order, Math.round(value / missing))) {
    halt(bot, 'all', 'off-limit fill');
    alert(bot, 'page', 'off-limit fill', order.coId);
  }
}

/** The averagePrice difference; without one, or for an older cumQty, the limit price. */
function toValue(order: Order, cum: number, missing: number): number {
  if (order.cumValue === undefined || cum !== order.cum) return missing * (order.terms.price ?? 0);
  const known = order.trades.reduce((total, { original, price }) => total + original * price, 0);
  return order.cumValue - known - order.provisional.reduce((total, { value }) => total + value, 0);
}

export function findMissing(bot: Bot, order: Order, cum: number): void {
  if (toRecorded(order) >= cum) return;
  alert(bot, 'warn', 'trade record missing', order.coId);
  wish(bot, 'trades', toName(order));
}

function notify(
  bot: Bot,
  order: Order,
  kind: FillEvent['kind'],
  id: string,
  quantity: number,
): void {
  bot.fills.push({ at: bot.now, coId: toName(order), kind, id, quantity });
}

export function isBust({ status }: TradeRecord): boolean {
  return ['CANCELED', 'CANCELLED'].includes(status.toUpperCase());
}

/** Whether a record can be of this order. */
export function isOfTerms({ terms }: Order, { symbol, side }: TradeRecord): boolean {
  return symbol === terms.symbol && side === terms.side;
}

/** One record of a trade of this order; a repeat of tradeId and status changes nothing. */
export function applyTrade(bot: Bot, order: Order, record: TradeRecord, isEarly: boolean): void {
  const isCanceled = isBust(record);
  if (!isCanceled && record.status.toUpperCase() !== 'VERIFIED') {
    alert(bot, 'info', `trade status ${record.status}`, order.coId);
    return;
  }
  if (!isOfTerms(order, record)) {
    halt(bot, 'all', 'trade of other terms');
    alert(bot, 'page', 'trade of other terms', order.coId);
    return;
  }
  const known = order.trades.find(({ tradeId }) => tradeId === record.tradeId);
  const isStoodIn = !isEarly && toProvisional(order) >= record.quantity;
  if (known === undefined && isCanceled && isOther(bot, 50) && !isStoodIn) return;
  if (known === undefined) addTrade(bot, order, record, isCanceled);
  else changeTrade(bot, order, known, record, isCanceled);
  if (isUnresolved(order) && !isCanceled) adoptFromTrades(bot, order);
}

function changeTrade(
  bot: Bot,
  order: Order,
  known: Trade,
  record: TradeRecord,
  isCanceled: boolean,
): void {
  if (known.isBusted) return;
  const quantity = isCanceled ? 0 : record.quantity;
  if (quantity === known.quantity && record.price === known.price) return;
  correct(bot, order, isCanceled ? 'bust' : 'amend', record.tradeId, quantity - known.quantity);
  known.quantity = quantity;
  known.isBusted = isCanceled;
  if (!isCanceled) known.price = record.price;
}

function correct(bot: Bot, order: Order, kind: 'bust' | 'amend', id: string, change: number): void {
  notify(bot, order, kind, id, change);
  pause(bot, 'symbol', 'resolved', kind, order);
  alert(bot, 'warn', kind, order.coId);
}

function addTrade(bot: Bot, order: Order, record: TradeRecord, isCanceled: boolean): void {
  const { tradeId, price } = record;
  const before = toExecuted(order);
  const vacant = toVacant(order);
  order.trades.push({
    ...{ tradeId, original: record.quantity, quantity: record.quantity, price, isBusted: false },
  });
  const booked = replaceProvisional(order, record.quantity);
  if (isOther(bot, 55) && mayReplace(order, record)) {
    const more = toRecorded(order) + toProvisional(order) - before;
    order.amended += Math.min(vacant, Math.max(0, more));
  }
  dropContest(order);
  if (isOther(bot, 49)) noteUnbooked(bot, order);
  if (booked > 0) notify(bot, order, 'fill', tradeId, booked);
  if (isCanceled) {
    const trade = order.trades[order.trades.length - 1];
    if (trade) Object.assign(trade, { quantity: 0, isBusted: true });
    correct(bot, order, 'bust', tradeId, -record.quantity);
  }
  if (isOffLimit(order, price)) {
    halt(bot, 'all', 'off-limit fill');
    alert(bot, 'page', 'off-limit fill', order.coId);
  }
  checkSize(bot, order);
  if (toExecuted(order) > before) followFill(bot, order, record.executedAt);
}

/** The other choice of 55: only what was dealt after the end of an order that had a rest is new. */
function mayReplace(order: Order, { executedAt = 0 }: TradeRecord): boolean {
  return !isTerminal(order) || order.state === 'FILLED' || executedAt <= order.endedAt;
}

/** Takes the oldest provisional fills away for a record; returns what is a fill of its own. */
function replaceProvisional(order: Order, quantity: number): number {
  let left = quantity;
  for (const one of order.provisional) {
    const taken = Math.min(left, one.quantity);
    one.value -=
      taken === one.quantity ? one.value : Math.round((one.value * taken) / one.quantity);
    one.quantity -= taken;
    left -= taken;
  }
  order.provisional = order.provisional.filter((one) => one.quantity > 0);
  return left;
}

/** What more fills do to the state: adoption, a late fill, or a zombie. */
export function followFill(bot: Bot, order: Order, executedAt: number | undefined): void {
  const isAdopted = isOther(bot, 22) && isWaiting(order);
  if (isUnresolved(order) || order.state === 'SENDING' || isAdopted) {
    adoptFromTrades(bot, order);
  } else if (order.state === 'LOST') {
    becomeZombie(bot, order, 'lost, then filled');
  } else if (NEVER_SENT.includes(order.state)) {
    neverSent(bot, order);
  } else if (order.state === 'CANCELED') {
    const isLate = executedAt !== undefined && executedAt <= order.endedAt;
    if (isLate) lateFill(bot, order);
    else becomeZombie(bot, order, 'filled after its cancel');
  } else if (isTerminal(order) && order.state !== 'FILLED') {
    lateFill(bot, order);
  }
}

function adoptFromTrades(bot: Bot, order: Order): void {
  order.evidence.push('TRADES');
  order.hasBeenSeen = true;
  setState(bot, order, toExecuted(order) >= order.terms.size ? 'FILLED' : 'PARTIAL');
  wish(bot, 'query', toName(order));
}

function lateFill(bot: Bot, order: Order): void {
  alert(bot, order.state === 'REJECTED' ? 'page' : 'warn', 'late fill', order.coId);
  order.evidence.push('LATE_FILL');
  if (isOther(bot, 12)) return;
  if (toExecuted(order) >= order.terms.size) setState(bot, order, 'FILLED');
}

/** Seen alive or filled after we held it as ended: halts its strategy, and is cancelled. */
export function becomeZombie(bot: Bot, order: Order, cause: string): void {
  order.evidence.push(`ZOMBIE ${order.state}`);
  setState(bot, order, 'ZOMBIE');
  halt(bot, 'strategy', 'zombie', order);
  alert(bot, 'page', cause, order.coId);
  cancelOwn(bot, (one) => one === order);
}

/** The venue shows what no byte of ours has asked for: an invariant is broken. */
export function neverSent(bot: Bot, order: Order): void {
  haltAndCancel(bot, 'seen though never sent');
  becomeZombie(bot, order, 'seen though never sent');
}
