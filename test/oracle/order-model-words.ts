// What the venue says of an order, in the naive model of an order's life: whose it is, whether the
// word is applied, and what it does.
import type { Observation, Terms, TradeRecord } from './order-model-inputs.js';
import { findReason, isSerious, toState } from './order-model-policy.js';
import {
  alert,
  applyRule,
  cancelOwn,
  countRejection,
  halt,
  haltAndCancel,
  haltSerious,
  noteReceived,
  pause,
  schedule,
  setState,
  toName,
  wish,
} from './order-model-effects.js';
import {
  becomeZombie,
  contest,
  followFill,
  isOffLimit,
  isOfTerms,
  neverSent,
  raiseCum,
} from './order-model-trades.js';
import {
  createOrder,
  findOrder,
  isOther,
  isTerminal,
  isUnresolved,
  isWaiting,
  MINUTE,
  NEVER_SENT,
  SECOND,
  toExecuted,
  type Bot,
  type Order,
  type OrderState,
} from './order-model-state.js';

const TERMINAL_WORDS: readonly (OrderState | 'unchanged')[] = [
  ...(['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED', 'FAILED'] as const),
];

const LIVE_WORDS: readonly OrderState[] = [
  ...(['PENDING_VENUE', 'WORKING', 'WORKING_PAUSED', 'PARTIAL'] as const),
];

/** One observation of any order, from whatever channel. */
export function observe(bot: Bot, seen: Observation, startedAt: number): void {
  const successorOf = seen.originalCoId ?? '';
  const order = findSeen(bot, seen.coId, seen.orderId);
  if (order) {
    observeOrder(bot, order, seen, startedAt);
    return;
  }
  const first = findOrder(bot, seen.coId);
  if (first) {
    const twin = addTwin(bot, first, seen.orderId ?? '');
    if (isOurs(first, seen)) observeOrder(bot, twin, seen, startedAt);
    return;
  }
  if (isOther(bot, 53) && isSerious(seen.reason ?? '')) haltSerious(bot, 'serious reason');
  if (TERMINAL_WORDS.includes(toState(seen.word))) return;
  meetForeign(bot, seen.coId);
  const replaced = findOrder(bot, successorOf);
  if (replaced) addSuccessor(bot, replaced, seen, startedAt);
}

/** The order of a venue id, else the one of the coId that has no venue id yet. */
export function findSeen(bot: Bot, coId: string, orderId = ''): Order | undefined {
  if (orderId === '') return findOrder(bot, coId);
  const byId = bot.orders.find((order) => order.orderId === orderId);
  if (byId) return byId;
  const byCoId = findOrder(bot, coId);
  return byCoId?.orderId === '' ? byCoId : undefined;
}

/** A second venue order under one coId: both are tracked and cancelled, and all halts. */
export function addTwin(bot: Bot, first: Order, orderId: string): Order {
  const twin = createOrder(first.coId, first.terms, bot.now, first.coId);
  twin.orderId = orderId;
  twin.isJournaled = true;
  bot.orders.push(twin);
  setState(bot, twin, isOther(bot, 16) ? 'PENDING_VENUE' : 'STATUS_UNKNOWN');
  halt(bot, 'all', 'two venue orders for one coId');
  alert(bot, 'page', 'two venue orders for one coId', first.coId);
  cancelOwn(bot, (order) => order === first || order === twin);
  return twin;
}

/** An order that the journal does not know (RC48). */
export function meetForeign(bot: Bot, coId: string): void {
  if (!bot.foreign.includes(coId)) bot.foreign.push(coId);
  const isOwn = coId.startsWith(bot.options.ownPrefix);
  if (!isOwn && bot.options.loginUse === 'shared') return;
  halt(bot, 'all', isOwn ? 'own order not in the journal' : 'external order');
  alert(bot, 'page', 'external order', coId);
}

/** The order that replaced ours is tracked like ours, if the venue shows its terms. */
function addSuccessor(bot: Bot, replaced: Order, seen: Observation, startedAt: number): void {
  const { symbol, side, size } = seen.echo ?? {};
  if (symbol === undefined || side === undefined || size === undefined) return;
  const { strategy, currency, type, timeInForce } = replaced.terms;
  const price = seen.echo?.price;
  const terms: Terms = {
    ...{ strategy, symbol, side, size, currency, type, timeInForce },
    ...(price === undefined ? {} : { price }),
  };
  const successor = createOrder(seen.coId, terms, bot.now);
  successor.isJournaled = true;
  bot.orders.push(successor);
  setState(bot, successor, 'STATUS_UNKNOWN');
  replaced.successor = seen.coId;
  observeOrder(bot, successor, seen, startedAt);
}

/** Whether all that is echoed is what we asked for. */
export function isOurs(order: Order, { echo }: Observation): boolean {
  if (!echo) return true;
  const asked = order.terms;
  const pairs = [
    [echo.symbol, asked.symbol],
    [echo.side, asked.side],
    [echo.size, asked.size],
    [echo.currency, asked.currency],
    [echo.type, asked.type],
    [echo.price, asked.price],
  ];
  return pairs.every(([told, ours]) => told === undefined || ours === undefined || told === ours);
}

/** Whether the poll began after the last applied one was finished, or tells of a newer event. */
function isNewer(order: Order, seen: Observation, startedAt: number): boolean {
  if (startedAt > order.lastFinish || isOfAnother(order, seen)) return true;
  return seen.transactTime !== undefined && seen.transactTime > order.seenTransactTime;
}

/** What was seen last has another venue id: it was none of this order. */
function isOfAnother({ seenId }: Order, { orderId = '' }: Observation): boolean {
  return seenId !== '' && orderId !== '' && seenId !== orderId;
}

function observeOrder(bot: Bot, order: Order, seen: Observation, startedAt: number): void {
  if (!isOurs(order, seen)) {
    haltAndCancel(bot, 'order of other terms');
    if (isOther(bot, 6) && isNewer(order, seen, startedAt)) noteSeen(bot, order, seen);
    return;
  }
  if (!isNewer(order, seen, startedAt)) return;
  if (isSerious(seen.reason ?? '')) haltSerious(bot, 'serious reason');
  if (isOther(bot, 2) && isShort(order, seen)) {
    haltAndCancel(bot, 'FILLED with less than all');
    noteSeen(bot, order, seen);
    return;
  }
  const isOld = isOther(bot, 48) && isDatedBefore(order, seen);
  if (isOther(bot, 48) && isStaleCopy(order, seen, isOld)) {
    if (toCum(order, seen) === toExecuted(order)) checkPrice(bot, order, seen);
    note(bot, order, seen);
    return;
  }
  if (order.orderId === '') order.orderId = seen.orderId ?? '';
  note(bot, order, seen);
  measureVisibility(bot, order);
  order.absences = 0;
  order.word = seen.word;
  if (isOther(bot, 22) && isWaiting(order)) setState(bot, order, 'SENDING');
  if (NEVER_SENT.includes(order.state)) neverSent(bot, order);
  const before = toExecuted(order);
  raiseCum(bot, order, toCum(order, seen), seen.averagePrice);
  checkPrice(bot, order, seen);
  const hasMore = toExecuted(order) > before;
  const saysFilled = seen.cumQty !== undefined || toState(seen.word) === 'FILLED';
  const isEnd = TERMINAL_WORDS.includes(toState(seen.word));
  if (isEnd && saysFilled) contest(order, toCum(order, seen));
  if (isTerminal(order)) observeEnded(bot, order, seen, { startedAt, hasMore, isOld });
  else applyWord(bot, order, seen, startedAt);
  noteReceived(bot, order, toState(seen.word) === 'PENDING_VENUE');
}

function noteSeen(bot: Bot, order: Order, { orderId = '', transactTime = -1 }: Observation): void {
  if (orderId !== '') order.seenId = orderId;
  order.lastFinish = Math.max(order.lastFinish, bot.now);
  order.seenTransactTime = Math.max(order.seenTransactTime, transactTime);
}

function note(bot: Bot, order: Order, seen: Observation): void {
  const { transactTime = -1 } = seen;
  noteSeen(bot, order, seen);
  order.lastTransactTime = Math.max(order.lastTransactTime, transactTime);
}

function isShort(order: Order, seen: Observation): boolean {
  return toState(seen.word) === 'FILLED' && toCum(order, seen) < order.terms.size;
}

/** The other choice of 48: a live word that the venue dates no later than what we know. */
function isDatedBefore(order: Order, { transactTime = -1 }: Observation): boolean {
  return isTerminal(order) && transactTime >= 0 && transactTime <= order.lastTransactTime;
}

/** The other choice of 48: what was before something that we know is left out. */
function isStaleCopy(order: Order, seen: Observation, isOld: boolean): boolean {
  const cum = seen.cumQty ?? 0;
  if (TERMINAL_WORDS.includes(toState(seen.word))) return false;
  const known = toExecuted(order);
  return cum < known || (isOld && cum === known);
}

function measureVisibility(bot: Bot, order: Order): void {
  const isFirst = !order.hasBeenSeen && order.acceptedAt > bot.restartedAt;
  if (isFirst) noteUnseen(bot, bot.now - order.acceptedAt);
  const deniedAt = order.negatives.at(-1);
  if (deniedAt !== undefined) noteUnseen(bot, deniedAt - order.unknownSince);
  order.hasBeenSeen = true;
}

function noteUnseen(bot: Bot, delay: number): void {
  bot.longestVisibility = Math.max(bot.longestVisibility, delay);
}

/** cumQty as told; FILLED without it means all. */
function toCum(order: Order, seen: Observation): number {
  const isFilled = toState(seen.word) === 'FILLED';
  return seen.cumQty ?? (isFilled ? order.terms.size : order.cum);
}

function checkPrice(bot: Bot, order: Order, seen: Observation): void {
  if (seen.averagePrice === undefined) return;
  if (isOffLimit(order, seen.averagePrice)) halt(bot, 'all', 'off-limit fill');
}

/** A word on an order that we hold as ended. */
function observeEnded(
  bot: Bot,
  order: Order,
  seen: Observation,
  { startedAt, hasMore, isOld }: { startedAt: number; hasMore: boolean; isOld: boolean },
): void {
  const state = toState(seen.word);
  const isLive = !TERMINAL_WORDS.includes(state) && !isOld;
  if (order.state === 'FILLED') {
    if (!isLive) return;
    if (isOther(bot, 10)) haltAndCancel(bot, 'alive after FILLED');
    else alert(bot, 'page', 'alive after FILLED', order.coId);
  } else if (isLive) {
    becomeZombie(bot, order, 'alive after its end');
    if (state !== 'unchanged') pauseFor(bot, order, state, seen.word);
  } else if (order.state === 'LOST' && isOther(bot, 13)) {
    becomeZombie(bot, order, 'lost, and ended after all');
    applyWord(bot, order, seen, startedAt);
  } else if (hasMore) {
    const { state: before, endedAt } = order;
    followFill(bot, order, seen.transactTime);
    if (isOther(bot, 11) && order.state === 'ZOMBIE') {
      setState(bot, order, before);
      order.endedAt = endedAt;
    }
    if (isOther(bot, 12) && state === 'FILLED') setState(bot, order, 'FILLED');
  } else if (isOther(bot, 12) && state === 'FILLED') {
    setState(bot, order, 'FILLED');
  } else if (state === order.state) {
    repeatEnd(bot, order, seen);
  } else {
    alert(bot, 'warn', `${seen.word} after ${order.state}`, order.coId);
  }
}

/** The same end again: a reason that was missing may be there now. */
function repeatEnd(bot: Bot, order: Order, seen: Observation): void {
  if (order.reason !== '' || (seen.reason ?? '') === '') return;
  order.reason = seen.reason ?? '';
  if (order.state === 'FAILED') judgeFailure(bot, order);
}

/** Applies a word to an order that is open, and makes the adoption of an unknown one a record. */
function applyWord(bot: Bot, order: Order, seen: Observation, startedAt: number): void {
  if (isUnresolved(order)) order.evidence.push('FOUND');
  order.reason = seen.reason ?? '';
  const word = toState(seen.word);
  const isShort = word === 'FILLED' && toExecuted(order) < order.terms.size;
  const next = isShort ? 'STATUS_UNKNOWN' : isOther(bot, 3) ? toForward(order, word) : word;
  followCancel(bot, order, next, startedAt);
  if (next === 'unchanged') applyPendingCancel(bot, order);
  else if (TERMINAL_WORDS.includes(next)) end(bot, order, next, seen.transactTime);
  else if (order.state !== 'ZOMBIE') goOn(bot, order, next, seen.word);
  else pauseFor(bot, order, next, seen.word);
}

/** The other choice of 3: RECEIVED takes nothing back, and NEW with fills is PARTIAL. */
function toForward(order: Order, word: OrderState | 'unchanged'): OrderState | 'unchanged' {
  const isFirst = isUnresolved(order) || order.state === 'SENDING';
  if (word === 'PENDING_VENUE' && !isFirst) return order.state;
  return word === 'WORKING' && order.cum > 0 ? 'PARTIAL' : word;
}

function applyPendingCancel(bot: Bot, order: Order): void {
  const isPending = isOther(bot, 4) && order.state === 'PENDING_VENUE';
  if (!isUnresolved(order) && order.state !== 'SENDING' && !isPending) return;
  setState(bot, order, order.cum > 0 ? 'PARTIAL' : 'WORKING');
}

/** PENDING_CANCEL begins a cancel; a live word after it, or after a refusal, ends one. */
function followCancel(
  bot: Bot,
  order: Order,
  next: OrderState | 'unchanged',
  startedAt: number,
): void {
  if (next === 'unchanged') {
    order.hasPendingCancelWord = true;
    if (order.cancel === 'CXL_REQUESTED' || order.cancel === 'CXL_STUCK') return;
    order.cancel = 'CXL_REQUESTED';
    watchCancel(bot, order);
    return;
  }
  const isDistrusted = order.doubtedAt >= 0 && startedAt > order.doubtedAt;
  const isCancelRejected = (order.hasPendingCancelWord && !isOther(bot, 37)) || isDistrusted;
  if (!LIVE_WORDS.includes(next) || !isCancelRejected) return;
  order.hasPendingCancelWord = false;
  order.doubtedAt = -1;
  order.cancel = 'NONE';
  order.cancelSince = -1;
}

/** Thirty seconds until the cancel is sent again, two minutes until it is stuck. */
export function watchCancel(bot: Bot, order: Order): void {
  if (order.cancelSince >= 0) return;
  order.cancelSince = bot.now;
  schedule(bot, bot.now + 30 * SECOND, 'cancel-again', toName(order), bot.now);
  schedule(bot, bot.now + 2 * MINUTE, 'cancel-stuck', toName(order), bot.now);
}

function goOn(bot: Bot, order: Order, next: OrderState, word: string): void {
  const isNew = order.state !== next;
  setState(bot, order, next);
  if (isNew) pauseFor(bot, order, next, word);
}

function pauseFor(bot: Bot, order: Order, next: OrderState, word: string): void {
  if (next === 'WORKING_PAUSED') {
    pause(bot, 'symbol', 'resolved', 'SUSPENDED', order);
    alert(bot, 'info', 'SUSPENDED', order.coId);
  }
  if (next === 'STATUS_UNKNOWN') {
    pause(bot, 'symbol', 'resolved', `unknown word ${word}`, order);
    alert(bot, 'page', `unknown word ${word}`, order.coId);
    wish(bot, 'query', toName(order));
  }
}

function end(bot: Bot, order: Order, state: OrderState, transactTime = bot.now): void {
  setState(bot, order, state);
  order.endedAt = transactTime;
  if (state === 'REPLACED') {
    pause(bot, 'symbol', 'resume', 'REPLACED', order);
    alert(bot, 'page', 'REPLACED', order.coId);
    wish(bot, 'query', order.coId);
  }
  if (state === 'REJECTED') judgeRejection(bot, order);
  if (state === 'FAILED') {
    order.areTradesChecked = false;
    wish(bot, 'trades', toName(order));
    alert(bot, 'page', 'FAILED', order.coId);
    pause(bot, 'symbol', MINUTE, 'FAILED', order);
    judgeFailure(bot, order);
  }
}

function judgeRejection(bot: Bot, order: Order): void {
  const rule = order.reason === '' ? undefined : findReason(order.reason).rule;
  order.reject = rule?.reject === '' ? 'VENUE_REJECTED' : (rule?.reject ?? 'VENUE_REJECTED');
  if (rule) applyRule(bot, rule, order);
  countRejection(bot, order, rule);
}

function judgeFailure(bot: Bot, order: Order): void {
  order.reject = 'VENUE_REJECTED';
  if (order.reason === '') {
    schedule(bot, bot.now + MINUTE, 'failed-unexplained', toName(order), bot.now);
    return;
  }
  const { isListed, rule } = findReason(order.reason);
  if (isListed) {
    applyRule(bot, rule, order);
    order.reject = rule.reject === '' ? 'VENUE_REJECTED' : rule.reject;
  } else {
    haltSerious(bot, 'FAILED with an unlisted reason');
  }
}

/** The order of a trade; undefined when no order of ours explains it. */
export function findTraded(bot: Bot, record: TradeRecord): Order | undefined {
  const coId = record.coId ?? '';
  const order = findSeen(bot, coId, record.orderId);
  if (order) {
    if (order.orderId === '' && isOfTerms(order, record)) order.orderId = record.orderId ?? '';
    return order;
  }
  const first = findOrder(bot, coId);
  return first && addTwin(bot, first, record.orderId ?? '');
}
