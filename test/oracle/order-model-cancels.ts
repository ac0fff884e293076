// The small machine of a cancel on each order of the naive model.
import type { SendOutcome } from './order-model-inputs.js';
import { classify } from './order-model-policy.js';
import { alert, applyRule, breach, schedule, toName, wish } from './order-model-effects.js';
import { watchCancel } from './order-model-words.js';
import { isOther, isTerminal, MINUTE, SECOND, type Bot, type Order } from './order-model-state.js';

/** First attempt and repeats by code. */
const MAX_CANCEL_SENDS = 5;
/** Five rounds under each of two halts, two steps of the policy, and one of the strategy's own. */
const MAX_A_MINUTE = 13;

/** Journals the wish to cancel; a cancel that is on its way is not begun again. */
export function requestCancel(order: Order): void {
  if (!order.isJournaled || isTerminal(order)) return;
  if (order.cancel !== 'NONE') return;
  order.cancel = 'CXL_JOURNALED';
  order.cancelSends = 0;
  order.cancelUnauthorized = 0;
}

export function startCancel(bot: Bot, order: Order): void {
  if (isTerminal(order)) return;
  order.cancelTimes = order.cancelTimes.filter((at) => at > bot.now - MINUTE);
  order.cancelTimes.push(bot.now);
  if (order.cancel === 'NONE' || order.cancelTimes.length > MAX_A_MINUTE) {
    breach(bot, `cancel of ${order.coId} sent from ${order.cancel}`);
    return;
  }
  order.cancelSends++;
  watchCancel(bot, order);
  if (order.cancel !== 'CXL_STUCK') order.cancel = 'CXL_SENDING';
}

/** The answer to a DELETE: never an end by itself. */
export function endCancel(bot: Bot, order: Order, outcome: SendOutcome): void {
  const rule = classify(outcome, 'cancel', bot.options.loginKind);
  if (rule.haltAfter !== undefined && !isTerminal(order)) {
    schedule(bot, bot.now + rule.haltAfter * SECOND, 'gateway-cancel', toName(order), 0);
  }
  if (order.cancel !== 'CXL_SENDING') {
    applyRule(bot, rule, order);
    return;
  }
  switch (rule.class) {
    case 'accepted':
      order.cancel = 'CXL_REQUESTED';
      break;
    case 'not-sent':
      order.cancel = 'CXL_JOURNALED';
      wishAgain(bot, order);
      break;
    case 'rejected':
      endUnauthorized(bot, order, outcome);
      break;
    case 'weak':
      if (isOther(bot, 36)) {
        order.cancel = 'NONE';
        order.cancelSince = -1;
        break;
      }
      order.cancel = 'CXL_UNKNOWN';
      order.doubtedAt = bot.now;
      wish(bot, 'query', toName(order));
      break;
    default:
      order.cancel = 'CXL_UNKNOWN';
      wishAgain(bot, order);
  }
  applyRule(bot, rule, order);
}

/** A 401 is tried again once; what is turned down for good leaves no cancel. */
function endUnauthorized(bot: Bot, order: Order, outcome: SendOutcome): void {
  const isFirst = outcome.kind === 'http' && outcome.status === 401;
  order.cancelUnauthorized++;
  if (isFirst && order.cancelUnauthorized === 1 && !isOther(bot, 36)) {
    order.cancel = 'CXL_UNKNOWN';
    wishAgain(bot, order);
    return;
  }
  order.cancel = 'NONE';
  order.cancelSince = -1;
  alert(bot, 'warn', 'cancel turned down', order.coId);
}

function wishAgain(bot: Bot, order: Order): void {
  if (order.cancelSends < MAX_CANCEL_SENDS) wish(bot, 'cancel', toName(order));
}
