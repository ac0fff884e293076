// Time and restarts in the naive model of an order's life.
import {
  alert,
  becomeUnknown,
  cancelOwn,
  haltAndCancel,
  halt,
  pause,
  schedule,
  setState,
  toName,
  wish,
} from './order-model-effects.js';
import { bookProvisional, bookUnbooked, findMissing } from './order-model-trades.js';
import { reject } from './order-model-submit.js';
import {
  isOther,
  isTerminal,
  isUnresolved,
  MINUTE,
  SECOND,
  TERMINAL,
  type Bot,
  type Order,
  type Timer,
} from './order-model-state.js';

/** Lets time pass: what is due happens at its own instant, the earliest first. */
export function advance(bot: Bot, to: number): void {
  for (;;) {
    const due = bot.timers.filter(({ at }) => at <= to);
    const [first] = due.sort((one, other) => one.at - other.at);
    if (!first) break;
    bot.timers = bot.timers.filter((timer) => timer !== first);
    bot.now = Math.max(bot.now, first.at);
    const order = bot.orders.find((one) => toName(one) === first.coId);
    if (order) fire(bot, order, first);
  }
  bot.now = Math.max(bot.now, to);
}

function fire(bot: Bot, order: Order, timer: Timer): void {
  if (timer.kind.startsWith('cancel')) fireCancel(bot, order, timer);
  else if (timer.kind.startsWith('pending')) firePending(bot, order, timer);
  else if (['probe', 'unknown-old', 'gateway'].includes(timer.kind)) {
    if (isUnresolved(order) && order.unknownSince === timer.mark) fireUnknown(bot, order, timer);
  } else fireOther(bot, order, timer);
}

function fireUnknown(bot: Bot, order: Order, timer: Timer): void {
  if (timer.kind === 'unknown-old') haltAndCancel(bot, 'unknown for 5 minutes');
  if (timer.kind === 'gateway') haltAndCancel(bot, 'gateway error unresolved');
  if (timer.kind !== 'probe') return;
  wish(bot, 'probe', toName(order));
  const start = Math.max(order.unknownSince, bot.settledAt);
  if (bot.now - start >= MINUTE) {
    schedule(bot, bot.now + MINUTE, 'probe', toName(order), timer.mark);
  }
}

function firePending(bot: Bot, order: Order, timer: Timer): void {
  const isByWord = isOther(bot, 52);
  const isPending = isByWord ? !isTerminal(order) : order.state === 'PENDING_VENUE';
  if (!isPending || timer.mark !== (isByWord ? order.receivedSince : order.stateSince)) return;
  if (timer.kind === 'pending-alert') alert(bot, 'warn', 'RECEIVED for 10 s', order.coId);
  else pause(bot, 'symbol', 'resolved', 'RECEIVED for 60 s', order);
}

function fireCancel(bot: Bot, order: Order, timer: Timer): void {
  if (isTerminal(order) || order.cancel === 'NONE' || order.cancelSince !== timer.mark) return;
  if (timer.kind === 'cancel-again') {
    wish(bot, 'cancel', toName(order));
    return;
  }
  order.cancel = 'CXL_STUCK';
  halt(bot, 'symbol', 'cancel stuck', order);
  alert(bot, 'page', 'cancel stuck', order.coId);
}

function fireOther(bot: Bot, order: Order, timer: Timer): void {
  switch (timer.kind) {
    case 'provisional':
      bookProvisional(bot, order, timer.mark);
      break;
    case 'gateway-cancel':
      if (!isTerminal(order)) haltAndCancel(bot, 'gateway error of a cancel unresolved');
      break;
    case 'unbooked':
      bookUnbooked(bot, order, timer.mark);
      break;
    case 'record-missing':
      findMissing(bot, order, timer.mark);
      break;
    case 'expiry':
      if (!isTerminal(order)) wish(bot, 'query', toName(order));
      break;
    case 'unauthorized':
    case 'unsent':
      if (order.state !== 'JOURNALED' || order.sends !== timer.mark) break;
      if (timer.kind === 'unsent') setState(bot, order, 'ABANDONED');
      else reject(bot, order, 'AUTH');
      break;
    case 'failed-unexplained':
      if (order.state === 'FAILED' && order.reason === '' && order.stateSince === timer.mark) {
        haltAndCancel(bot, 'FAILED without a reason');
      }
      break;
  }
}

/** A crash and a new start: what was only in memory is gone, what was open is unknown. */
export function restart(bot: Bot): void {
  const { deadline, speed, onRestart } = bot.options;
  bot.mode = 'RECOVERING';
  bot.restartedAt = bot.now;
  bot.orders = bot.orders.filter(({ isJournaled, state }) => isJournaled || state === 'REFUSED');
  const answered = bot.lastSendStart < 0 ? 0 : bot.lastSendStart + deadline * speed + 10 * SECOND;
  bot.settledAt = Math.max(answered, bot.now + 3 * bot.longestVisibility);
  for (const parent of bot.parents) parent.isHeld = true;
  for (const order of bot.orders) restartOrder(bot, order);
  if (onRestart === 'cancel') cancelOwn(bot);
}

function restartOrder(bot: Bot, order: Order): void {
  order.isSending = false;
  order.weakReject = '';
  order.lastFinish = -1;
  order.seenTransactTime = -1;
  if (isOther(bot, 39)) {
    order.cancel = 'NONE';
    order.cancelSince = -1;
  } else if (order.cancel === 'CXL_JOURNALED' || order.cancel === 'CXL_SENDING') {
    order.cancel = 'CXL_UNKNOWN';
  }
  const isUnsure = order.state === 'ABANDONED' && !order.isRefusalDurable;
  if (order.state === 'REFUSED' || (order.state === 'ZOMBIE' && !isOther(bot, 14))) return;
  if (TERMINAL.includes(order.state) && !isUnsure) return;
  if (order.state === 'JOURNALED' && !order.isStartRecorded) {
    setState(bot, order, 'ABANDONED');
    order.reject = 'NOT_SENT';
    return;
  }
  order.isRefusalDurable = true;
  becomeUnknown(bot, order, 'restart');
  wish(bot, 'trades', toName(order));
}
