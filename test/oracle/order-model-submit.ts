// From an intent to the answer of its place, in the naive model of an order's life.
import type { SendOutcome, Terms } from './order-model-inputs.js';
import { classify, type Rule } from './order-model-policy.js';
import { addTwin, findSeen, observe } from './order-model-words.js';
import {
  alert,
  applyRule,
  becomeUnknown,
  breach,
  cancelOwn,
  countRejection,
  halt,
  isHalted,
  noteReceived,
  schedule,
  setState,
  wish,
} from './order-model-effects.js';
import {
  createOrder,
  findOrder,
  isOther,
  isShown,
  isTerminal,
  isUnresolved,
  SECOND,
  toFilled,
  toOpen,
  type Bot,
  type Order,
  type Parent,
} from './order-model-state.js';

/** An intent older than this is not sent again. */
const MAX_AGE = 2 * SECOND;
const MAX_ATTEMPTS = 2;
/** Of the line before any byte; what our own gate turns back is not sent again. */
const UNSENT = ['dns', 'connect-refused', 'connect-timeout'];
const FORM = /^[A-Za-z0-9-]{1,32}$/;

export function intend(bot: Bot, coId: string, terms: Terms): Order | undefined {
  if (bot.usedIds.includes(coId)) {
    halt(bot, 'all', 'coId used twice');
    alert(bot, 'page', 'coId used twice', coId);
    return undefined;
  }
  bot.usedIds.push(coId);
  const order = createOrder(coId, terms, bot.now);
  bot.orders.push(order);
  if (!FORM.test(coId) || !coId.startsWith(bot.options.ownPrefix)) refuse(bot, order, 'coId');
  else checkParent(bot, order);
  return order.state === 'INTENDED' ? order : undefined;
}

export function refuse(bot: Bot, order: Order, reject = 'REFUSED'): void {
  if (order.state !== 'INTENDED') return;
  setState(bot, order, 'REFUSED');
  order.reject = reject;
}

/** Of a parent, what is neither filled nor at risk of being filled. */
export function toRemainder(bot: Bot, parent: Parent): number {
  const children = bot.orders.filter(({ terms }) => terms.parent === parent.key);
  return children.reduce((rest, child) => rest - toFilled(child) - toOpen(child), parent.total);
}

/** Children never exceed their parent (RC40); a renewal waits for the proven end of the old. */
function checkParent(bot: Bot, order: Order): void {
  const { parent: key, renews, size } = order.terms;
  const old = renews === undefined ? undefined : findOrder(bot, renews);
  if (renews !== undefined && !(old && isTerminal(old) && toOpen(old) === 0)) {
    refuse(bot, order, 'renews an open order');
    return;
  }
  const parent = bot.parents.find((one) => one.key === key);
  if (key === undefined) return;
  if (!parent) refuse(bot, order, 'unknown parent');
  else if (parent.isHeld) refuse(bot, order, 'parent held');
  else if (size > toRemainder(bot, parent)) {
    refuse(bot, order, 'more than its parent');
    halt(bot, 'strategy', 'children exceed the parent', order);
    cancelOwn(bot, ({ terms }) => terms.strategy === order.terms.strategy);
  }
}

export function approve(bot: Bot, order: Order): void {
  if (order.state === 'INTENDED') setState(bot, order, 'APPROVED');
}

export function journal(bot: Bot, order: Order, isStartRecorded: boolean): void {
  if (order.state !== 'APPROVED') return;
  setState(bot, order, 'JOURNALED');
  order.isJournaled = true;
  order.isStartRecorded = isStartRecorded;
}

/** A refused send: never sent, but after a 401 the venue has turned the order down. */
export function refuseEgress(bot: Bot, order: Order, isDurable: boolean): void {
  if (order.state !== 'JOURNALED') return;
  order.reject = 'NOT_SENT';
  order.isRefusalDurable = isDurable;
  if (order.unauthorized > 0) reject(bot, order, 'AUTH');
  else setState(bot, order, 'ABANDONED');
}

export function startSend(bot: Bot, order: Order): void {
  const isYoung = bot.now - order.madeAt <= MAX_AGE;
  const isAgain = order.state === 'ABANDONED' && isYoung && order.madeAt > bot.restartedAt;
  // Of what the venue has shown, and may have forgotten, it would make another order.
  const mayResolve = bot.options.resubmitter && isUnresolved(order) && !isShown(order);
  const isResolving = mayResolve && isYoung && order.attempts < MAX_ATTEMPTS;
  if (order.isSending || !(order.state === 'JOURNALED' || isAgain || isResolving)) {
    breach(bot, `send of ${order.coId} from ${order.state}`);
    return;
  }
  if (isHalted(bot, order)) breach(bot, `send of ${order.coId} under a halt`);
  if (bot.mode === 'RECOVERING') breach(bot, `send of ${order.coId} while recovering`);
  order.isSending = true;
  order.isStartRecorded = true;
  order.attempts++;
  order.sends++;
  order.reject = '';
  order.sentAt = bot.now;
  bot.lastSendStart = bot.now;
  if (!isUnresolved(order)) setState(bot, order, 'SENDING');
}

/** The end of a send. An answer that nothing waits for any more can only halt. */
export function endSend(bot: Bot, order: Order, outcome: SendOutcome): void {
  const found = classify(outcome, 'place', bot.options.loginKind);
  if (!order.isSending) {
    if (order.sentAt >= 0 && found.effects.includes('halt all')) applyRule(bot, found, order);
    return;
  }
  order.isSending = false;
  const wasSentBefore = order.attempts > 1;
  const isResent = found.class === 'duplicate' && wasSentBefore;
  const rule: Rule = isResent ? { ...found, effects: ['alert info'] } : found;
  if (isUnresolved(order)) endResolving(bot, order, rule, outcome);
  else if (order.state === 'SENDING') endFirst(bot, order, rule, outcome, isResent);
  else endSeen(bot, order, rule, outcome);
  applyRule(bot, rule, order);
  if (rule.haltAfter !== undefined && isUnresolved(order)) {
    const at = bot.now + rule.haltAfter * SECOND;
    schedule(bot, at, 'gateway', order.coId, order.unknownSince);
  }
}

function endFirst(
  bot: Bot,
  order: Order,
  rule: Rule,
  outcome: SendOutcome,
  isResent: boolean,
): void {
  switch (rule.class) {
    case 'accepted':
      accept(bot, order, outcome);
      break;
    case 'rejected':
      endRejected(bot, order, rule, outcome);
      break;
    case 'duplicate':
      if (isResent && !isOther(bot, 25)) accept(bot, order, outcome);
      else becomeUnknown(bot, order, 'duplicate');
      wish(bot, 'query', order.coId);
      break;
    case 'not-sent':
      order.attempts--;
      order.reject = rule.reject;
      if (order.unauthorized > 0) reject(bot, order, 'AUTH');
      else if (maySendUnsent(bot, order, outcome)) waitToRepeat(bot, order, 'unsent');
      else setState(bot, order, 'ABANDONED');
      break;
    case 'weak':
      becomeUnknown(bot, order, rule.name);
      order.weakReject = rule.reject;
      schedule(bot, bot.now + 5 * SECOND, 'probe', order.coId, order.unknownSince);
      break;
    case 'unknown':
      becomeUnknown(bot, order, rule.name);
  }
}

/** Of an order that never left, whether it waits for its second send as after a 401. */
function maySendUnsent(bot: Bot, order: Order, outcome: SendOutcome): boolean {
  const isLine = outcome.kind === 'transport' && UNSENT.includes(outcome.outcome);
  const isYoung = bot.now - order.madeAt < MAX_AGE;
  return isOther(bot, 23) && isLine && isYoung && order.sends < MAX_ATTEMPTS;
}

function waitToRepeat(bot: Bot, order: Order, kind: 'unsent' | 'unauthorized'): void {
  setState(bot, order, 'JOURNALED');
  schedule(bot, order.madeAt + MAX_AGE + 1, kind, order.coId, order.sends);
}

function accept(bot: Bot, order: Order, outcome: SendOutcome): void {
  if (isUnresolved(order)) order.evidence.push('ACCEPTED');
  setState(bot, order, 'PENDING_VENUE');
  noteReceived(bot, order, true);
  noteAcceptance(bot, order, outcome);
  wish(bot, 'query', order.coId);
}

/** Instant and venue id of an acceptance; a word beyond RECEIVED is an observation. */
function noteAcceptance(bot: Bot, order: Order, outcome: SendOutcome): void {
  order.acceptedAt = bot.now;
  const { expirySeconds } = order.terms;
  if (expirySeconds !== undefined) {
    schedule(bot, bot.now + (expirySeconds + 5) * SECOND, 'expiry', order.coId, bot.now);
  }
  if (outcome.kind !== 'http') return;
  const { coId } = order;
  const reported = outcome.orderId ?? '';
  if (order.orderId === '') order.orderId = reported;
  else if (reported !== '' && findSeen(bot, coId, reported) === undefined)
    addTwin(bot, order, reported);
  const { orderId } = order;
  if (outcome.word === undefined || outcome.word.toUpperCase() === 'RECEIVED') return;
  observe(bot, { coId, orderId, word: outcome.word }, order.sentAt);
}

/** A definite answer; after a 401 the same bytes may go once more while they are young. */
function endRejected(bot: Bot, order: Order, rule: Rule, outcome: SendOutcome): void {
  const isUnauthorized = outcome.kind === 'http' && outcome.status === 401;
  if (isUnauthorized) order.unauthorized++;
  const mayRepeat = isOther(bot, 23) ? order.sends < MAX_ATTEMPTS : order.unauthorized === 1;
  if (isUnauthorized && mayRepeat && bot.now - order.madeAt <= MAX_AGE) {
    waitToRepeat(bot, order, 'unauthorized');
    return;
  }
  reject(bot, order, rule.reject);
  countRejection(bot, order, rule);
}

export function reject(bot: Bot, order: Order, code: string): void {
  setState(bot, order, 'REJECTED');
  order.reject = code;
}

/** The answer to a second attempt, made by the resubmitter. */
function endResolving(bot: Bot, order: Order, rule: Rule, outcome: SendOutcome): void {
  if (rule.class === 'accepted' || rule.class === 'duplicate') {
    if (rule.class === 'duplicate') order.evidence.push('DUPLICATE');
    accept(bot, order, outcome);
    return;
  }
  const isBadRequest = outcome.kind === 'http' && outcome.status === 400;
  if (!isBadRequest || rule.class !== 'rejected' || order.negatives.length === 0) return;
  order.evidence.push('REJECTED');
  reject(bot, order, rule.reject);
  countRejection(bot, order, rule);
}

/** The order was seen at the venue before the answer came: what was seen stands. */
function endSeen(bot: Bot, order: Order, rule: Rule, outcome: SendOutcome): void {
  if (rule.class === 'accepted') noteAcceptance(bot, order, outcome);
  if (rule.class === 'rejected') alert(bot, 'page', 'rejected though seen', order.coId);
}
