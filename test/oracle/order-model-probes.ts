// How the naive model of an order's life leaves UNKNOWN: by evidence, or by a human.
import type { ModelInput, Observation, Probe, TradeRecord } from './order-model-inputs.js';
import {
  alert,
  becomeUnknown,
  breach,
  countRejection,
  haltAndCancel,
  setState,
} from './order-model-effects.js';
import { applyTrade, isBust, raiseCum } from './order-model-trades.js';
import { findTraded, isOurs, meetForeign, observe } from './order-model-words.js';
import { reject } from './order-model-submit.js';
import {
  isOther,
  isShown,
  isUnresolved,
  LIVE,
  MINUTE,
  SECOND,
  toExecuted,
  type Bot,
  type Order,
} from './order-model-state.js';

const NEGATIVES = 5;
const SPREAD = 30 * SECOND;
const WEAK_NEGATIVES = 3;
const WEAK_SPREAD = 5 * SECOND;

/** How long an order must have been unknown before its absence counts as proof. */
export function toHorizon(bot: Bot): number {
  const { deadline, speed } = bot.options;
  return Math.max(MINUTE, deadline * speed + 30 * SECOND, 3 * bot.longestVisibility);
}

export function applyTrades(bot: Bot, records: readonly TradeRecord[]): void {
  const busts = records.filter(isBust);
  const fills = records.filter((record) => !isBust(record));
  // The other choice of 50: a provisional fill stands for the fills of an answer first.
  const isSorted = isOther(bot, 50) && fills.length > 0;
  if (isSorted) applyAll(bot, busts, true);
  applyAll(bot, isSorted ? [...fills, ...busts] : records, false);
}

function applyAll(bot: Bot, records: readonly TradeRecord[], isEarly: boolean): void {
  for (const record of records) {
    const order = findTraded(bot, record);
    if (order) applyTrade(bot, order, record, isEarly);
    else if ((record.coId ?? '').startsWith(bot.options.ownPrefix)) {
      meetForeign(bot, record.coId ?? '');
    } else alert(bot, 'warn', 'trade of nobody', record.coId ?? '');
  }
}

/** Of an order that FAILED, a trades query that began after that settles what was filled. */
export function checkTrades(order: Order, startedAt: number): void {
  if (order.state === 'FAILED' && startedAt > order.stateSince) order.areTradesChecked = true;
}

/** A complete round: A by coId, B in the list, C in trades and positions. */
export function probe(bot: Bot, order: Order, startedAt: number, seen: Probe): void {
  const found = [seen.byCoId, seen.list].filter((one) => typeof one !== 'string');
  const trades = typeof seen.trades === 'string' ? [] : seen.trades;
  const wasUnresolved = isUnresolved(order);
  for (const one of found) observeFound(bot, order, one, startedAt);
  applyTrades(bot, trades);
  if (isMissed(order, seen)) becomeUnknown(bot, order, 'missed');
  if (!wasUnresolved || !isUnresolved(order)) return;
  const isMixed = found.length > 0 || trades.length > 0;
  if (!isMixed && [seen.byCoId, seen.list, seen.trades].includes('failed')) return;
  if (isMixed || seen.trades === 'changed') {
    order.negatives = [];
    order.weakReject = '';
    setState(bot, order, 'UNKNOWN');
    return;
  }
  if (startedAt < Math.max(order.unknownSince, bot.settledAt)) return;
  countNegative(bot, order);
}

/** A whole round does not find what the venue has had: it is in doubt, and no silence ends it. */
function isMissed({ state }: Order, { byCoId, list, trades }: Probe): boolean {
  const isNowhere = byCoId === 'empty' && list === 'without' && typeof trades === 'string';
  return isNowhere && trades !== 'failed' && LIVE.includes(state);
}

/** Found while unknown: adopted if it is ours in every echoed field, else all halts. */
function observeFound(bot: Bot, order: Order, seen: Observation, startedAt: number): void {
  if (isUnresolved(order) && !isOurs(order, seen)) haltAndCancel(bot, 'order of other terms');
  else observe(bot, seen, startedAt);
}

function countNegative(bot: Bot, order: Order): void {
  order.negatives.push(bot.now);
  setState(bot, order, 'QUARANTINED');
  const age = bot.now - order.unknownSince;
  const spread = bot.now - (order.negatives[0] ?? bot.now);
  const count = order.negatives.length;
  if (order.weakReject !== '') {
    if (count < WEAK_NEGATIVES || age < WEAK_SPREAD) return;
    order.evidence.push(`WEAK ${order.weakReject}`);
    reject(bot, order, order.weakReject);
    countRejection(bot, order, undefined);
    return;
  }
  if (age < toHorizon(bot) || count < NEGATIVES || spread < SPREAD) return;
  // Silence ends no order that the venue has ever shown: its word does, or a person's.
  if (isShown(order)) return;
  order.evidence.push(`NEGATIVE ${count} over ${spread}`);
  setState(bot, order, 'LOST');
}

/**
 * A human decides an order that is unknown. What whole rounds do not say yet, `lost` early, and
 * what they speak against, `live` and `filled`, need the venue's written word.
 */
export function resolve(
  bot: Bot,
  order: Order,
  ask: Extract<ModelInput, { kind: 'resolve' }>,
): void {
  const isEarly = bot.now - order.unknownSince < toHorizon(bot);
  const isAgainst = ask.as === 'lost' ? isEarly : order.state === 'QUARANTINED';
  const isUnproven = isAgainst && ask.written !== true;
  if (!isUnresolved(order) || ask.by === '' || ask.reason === '' || isUnproven) {
    breach(bot, `resolve of ${order.coId} as ${ask.as} from ${order.state}`);
    return;
  }
  order.evidence.push(`HUMAN ${ask.as}`);
  if (ask.as === 'lost') setState(bot, order, 'LOST');
  if (ask.as === 'live') setState(bot, order, toExecuted(order) > 0 ? 'PARTIAL' : 'WORKING');
  if (ask.as === 'filled') {
    raiseCum(bot, order, order.terms.size);
    setState(bot, order, 'FILLED');
  }
}
