// What the naive model of an order's life does besides changing an order: halts, pauses, alerts,
// wishes and timers, and the counts that lead to them.
import type { Rule, Step } from './order-model-policy.js';
import {
  isOther,
  isTerminal,
  isUnresolved,
  LIVE,
  MINUTE,
  SECOND,
  type Alert,
  type Bot,
  type Order,
  type OrderState,
  type Scope,
  type Wish,
} from './order-model-state.js';

/** Seconds after the start of UNKNOWN; then every 60. */
const PROBES = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const MAX_ORDERS_UNKNOWN = 3;

export function alert(bot: Bot, level: Alert['level'], cause: string, coId = ''): void {
  bot.alerts.push({ at: bot.now, level, cause, coId });
}

export function wish(bot: Bot, what: Wish['what'], coId: string): void {
  bot.wishes.push({ at: bot.now, what, coId });
}

export function schedule(bot: Bot, at: number, kind: string, coId: string, mark: number): void {
  bot.timers.push({ at, kind, coId, mark });
}

export function breach(bot: Bot, text: string): void {
  bot.breaches.push(text);
}

function toKey(scope: Scope, order: Order | undefined): string {
  if (scope === 'all' || order === undefined) return '';
  const { strategy, symbol, type, timeInForce } = order.terms;
  if (scope === 'type') return `${type} ${timeInForce}`;
  return scope === 'strategy' ? strategy : symbol;
}

/** Latches a halt; one of the same scope and cause is not latched twice. */
export function halt(bot: Bot, scope: Scope, cause: string, order?: Order): void {
  const key = toKey(scope, order);
  const isThere = bot.halts.some(
    (one) => one.scope === scope && one.key === key && one.cause === cause,
  );
  if (isThere) return;
  bot.haltCount++;
  bot.halts.push({ id: bot.haltCount, scope, key, cause, at: bot.now });
}

export function isHalted(bot: Bot, order: Order): boolean {
  return bot.halts.some(({ scope, key }) => key === toKey(scope, order));
}

export function pause(
  bot: Bot,
  scope: Scope,
  until: number | string,
  cause: string,
  order?: Order,
): void {
  bot.pauses.push({ scope, key: toKey(scope, order), cause, at: bot.now, until });
}

/** Wishes a cancel of each order that may be alive and has a venue's id to cancel it by. */
export function cancelOwn(bot: Bot, has: (order: Order) => boolean = () => true): void {
  const mayLive = (order: Order) => LIVE.includes(order.state) || isUnresolved(order);
  for (const order of bot.orders.filter((one) => mayLive(one) && has(one))) {
    if (order.orderId !== '') wish(bot, 'cancel', toName(order));
  }
}

/** A twin is named by its venue id too. */
export function toName(order: Order): string {
  return order.twinOf === '' ? order.coId : `${order.coId}#${order.orderId}`;
}

export function haltAndCancel(bot: Bot, cause: string): void {
  halt(bot, 'all', cause);
  cancelOwn(bot);
  alert(bot, 'page', cause);
}

/** A serious error, after which cancels may be switched off. */
export function haltSerious(bot: Bot, cause: string): void {
  halt(bot, 'all', cause);
  if (bot.options.onSeriousError === 'cancel') cancelOwn(bot);
  alert(bot, 'page', cause);
}

function applyEffect(bot: Bot, effect: string, cause: string, order: Order | undefined): void {
  const [what, scope = '', until = ''] = effect.split(' ');
  switch (what) {
    case 'halt':
      halt(bot, scope as Scope, cause, order);
      break;
    case 'cancel':
      if (bot.options.onSeriousError === 'cancel') cancelOwn(bot);
      break;
    case 'pause': {
      const seconds = Number(until);
      const end = Number.isNaN(seconds) ? until : seconds * SECOND;
      pause(bot, scope as Scope, end, cause, order);
      break;
    }
    default:
      alert(bot, scope as Alert['level'], cause, order?.coId ?? '');
  }
}

/** How often a rule was hit in the window that ends now. */
export function countHits(bot: Bot, rule: string, seconds: number): number {
  const since = bot.now - seconds * SECOND;
  return bot.hits.filter((hit) => hit.rule === rule && hit.at > since).length;
}

export function hit(bot: Bot, rule: string): void {
  bot.hits.push({ rule, at: bot.now });
}

/** Counts by the scope of the step's first pause or halt. */
function toCounter(rule: Rule, { effects }: Step, order: Order): string {
  const scoped = effects.find((effect) => !effect.startsWith('alert')) ?? 'halt all';
  return `${rule.name}/${toKey((scoped.split(' ')[1] ?? 'all') as Scope, order)}`;
}

export function applyRule(bot: Bot, rule: Rule, order: Order): void {
  for (const effect of rule.effects) applyEffect(bot, effect, rule.name, order);
  for (const step of rule.steps) {
    const counter = toCounter(rule, step, order);
    hit(bot, counter);
    if (countHits(bot, counter, step.within) !== step.count) continue;
    for (const effect of step.effects) applyEffect(bot, effect, rule.name, order);
  }
}

/** A rejection by the venue, by 400 or by status: bursts of them halt (RC39). */
export function countRejection(bot: Bot, order: Order, rule: Rule | undefined): void {
  const { strategy } = order.terms;
  hit(bot, `burst ${strategy}`);
  hit(bot, 'burst');
  if (countHits(bot, `burst ${strategy}`, 60) >= 5) {
    halt(bot, 'strategy', 'rejection burst', order);
    alert(bot, 'page', 'rejection burst', order.coId);
  }
  if (countHits(bot, 'burst', 60) >= 10) haltAndCancel(bot, 'rejection burst');
  if (rule === undefined || rule.steps.length > 0) return;
  hit(bot, `code ${rule.name} ${strategy}`);
  if (countHits(bot, `code ${rule.name} ${strategy}`, 600) < 3) return;
  halt(bot, 'strategy', `3 times ${rule.name}`, order);
  alert(bot, 'warn', `3 times ${rule.name}`, order.coId);
}

/** Moves an order, and forgets what belonged to the state it leaves. */
export function setState(bot: Bot, order: Order, state: OrderState): void {
  const wasUnresolved = isUnresolved(order);
  if (order.state !== state) order.stateSince = bot.now;
  order.state = state;
  if (wasUnresolved && !isUnresolved(order)) {
    order.unknownSince = -1;
    order.negatives = [];
    order.weakReject = '';
  }
  if (isTerminal(order)) {
    order.cancel = 'NONE';
    order.cancelSince = -1;
    order.hasPendingCancelWord = false;
    order.doubtedAt = -1;
    if (order.endedAt < 0) order.endedAt = bot.now;
  } else {
    order.endedAt = -1;
  }
  if (isOther(bot, 52)) return;
  if (state === 'PENDING_VENUE' && order.stateSince === bot.now) watchPending(bot, order);
}

/** The other choice of 52: how long the venue has said RECEIVED, whatever the state is. */
export function noteReceived(bot: Bot, order: Order, isReceived: boolean): void {
  if (!isReceived) order.receivedSince = -1;
  if (!isOther(bot, 52) || !isReceived || order.receivedSince >= 0) return;
  order.receivedSince = bot.now;
  watchPending(bot, order);
}

function watchPending(bot: Bot, order: Order): void {
  schedule(bot, bot.now + 10 * SECOND, 'pending-alert', toName(order), bot.now);
  schedule(bot, bot.now + MINUTE, 'pending-pause', toName(order), bot.now);
}

/** Begins UNKNOWN: alert, pause, the schedule of probes, and the counts of RC53. */
export function becomeUnknown(bot: Bot, order: Order, cause: string): void {
  setState(bot, order, 'UNKNOWN');
  order.unknownSince = bot.now;
  order.negatives = [];
  alert(bot, 'warn', cause, order.coId);
  pause(bot, 'symbol', 'resolved', cause, order);
  const start = Math.max(bot.now, bot.settledAt);
  for (const seconds of PROBES) {
    schedule(bot, start + seconds * SECOND, 'probe', toName(order), bot.now);
  }
  if (cause === 'restart' && isOther(bot, 34)) return;
  schedule(bot, bot.now + 5 * MINUTE, 'unknown-old', toName(order), bot.now);
  if (bot.mode === 'READY') countUnknown(bot);
}

function countUnknown(bot: Bot): void {
  const count = bot.orders.filter(isUnresolved).length;
  if (count === 2) {
    pause(bot, 'all', 'resolved', 'two unknown outcomes');
    alert(bot, 'page', 'two unknown outcomes');
  }
  if (count >= MAX_ORDERS_UNKNOWN) haltAndCancel(bot, 'three unknown outcomes');
}
