// A naive model of the life of a bot's orders, written from the specification alone: an oracle.
//
// Everything is a plain list that is searched and filled; nothing is fast. Where the specification
// is silent, or says two things, the model takes the safe side. `silent N` is the Nth such choice:
//
// states and statuses:
// silent  1: FILLED is reached by the status (status policy), not once the trades agree (states).
// silent  2: FILLED without cumQty means all; FILLED with less than all is STATUS_UNKNOWN.
// silent  3: A live status decides the state, even backwards (NEW after PARTIALLY_FILLED); a lower
//            cumQty beside it is ignored alone. A cumQty equal to the size under a live status ends
//            nothing.
// silent  4: PENDING_CANCEL leaves a state unchanged, but UNKNOWN, QUARANTINED and SENDING become
//            WORKING, or PARTIAL with fills.
// silent  5: STATUS_UNKNOWN counts full size whatever leavesQty says.
// silent  6: An observation of other terms than ours halts all and changes nothing else; fields
//            that are not echoed are not compared.
// silent  7: A poll that is not newer changes nothing at all, a higher cumQty included; equal
//            instants are not newer. With no transactTime on one side only the start of the poll
//            decides. A restart forgets what was observed when.
// silent  8: FAILED without reason is explained only by a listed reason, in a later observation;
//            a trades query that began after the end settles its size.
// silent  9: A REPLACED order's successor is tracked as ours if its terms are echoed, and is an
//            external order all the same. The replaced remainder counts until then.
//
// corrections:
// silent 10: REJECTED, EXPIRED, REPLACED and FAILED seen alive are zombies like CANCELED and
//            LOST. A FILLED one stays FILLED with an alert. An unknown status on an ended order
//            counts as alive.
// silent 11: More fills on CANCELED are late if the venue's time of them is known and not after
//            the cancel (its transactTime, else when we learned it); otherwise the order is a
//            zombie. On REJECTED, EXPIRED, REPLACED and FAILED they are late whenever they come.
// silent 12: A late fill that reaches the size makes FILLED; else the state stays.
// silent 13: LOST with an end and without fills stays LOST; another end after an end stays the
//            first.
// silent 14: ZOMBIE stays through live statuses and restarts, and ends by a terminal status.
// silent 15: An order that was never sent (also ABANDONED, REFUSED) and is seen halts all, and is
//            a zombie.
// silent 16: A second venue id under one coId, in an answer to a place too, is a second order of
//            full size, in STATUS_UNKNOWN. What shows other terms gives an order no id.
//
// fills:
// silent 17: Records take the oldest provisional fills away first, by quantity; what exceeds them
//            is a fill event. Without averagePrice the provisional price is the limit; one that
//            is outside the limit halts all, for it is what the averages say.
// silent 18: A trade changes the state only of UNKNOWN, QUARANTINED and SENDING (PARTIAL, or
//            FILLED when all is recorded) and of ended orders. Live states wait for the status.
// silent 19: Trade statuses other than Verified and Canceled book nothing; a bust is final.
// silent 20: A trade of another symbol or side halts all and is not booked.
// silent 21: A busted quantity is not open again; a bust changes no state.
//
// sending:
// silent 22: After a 401 a young order is JOURNALED again for its one repeat; when two seconds
//            pass, or the gate or the connection refuses, it is REJECTED with AUTH. A crash in
//            between makes it UNKNOWN.
// silent 23: ABANDONED may be sent again while two seconds young, but not after a restart.
// silent 24: A weak answer is UNKNOWN (counted, paused) with a flag; three complete negatives,
//            the third five seconds or more later, make REJECTED. A contradicting one removes
//            the flag.
// silent 25: DuplicateOrder on a first attempt is UNKNOWN and halts; attempts proven not sent do
//            not count as sent before. As a repeat it is PENDING_VENUE.
// silent 26: An answer after the order was seen only notes acceptance; its halts and counts
//            apply. An answer that nothing waits for does nothing, but may halt all.
// silent 27: The answer of 202 is no observation unless its status is beyond RECEIVED.
// silent 28: Local expiry only causes a poll; it ends nothing.
//
// unknown:
// silent 29: Age counts from the start of UNKNOWN; mixed evidence resets negatives, not the age.
// silent 30: A negative counts if its round began after UNKNOWN (and after the settling of a
//            restart), and only such a round can make LOST: time alone does not.
// silent 31: A round that finds something but adopts nothing is mixed. `failed` beside `changed`
//            counts neither way.
// silent 32: Visibility delay is from the 202 to the end of the first applied observation, in one
//            run; and from the start of UNKNOWN to the last negative of one that is seen.
// silent 33: The horizon is of the request, not of the order: no order's life lengthens it.
// silent 34: Orders made unknown by a restart do not count for one, two, three unknowns while
//            recovering; their five minutes do.
//
// cancels:
// silent 35: The end of an order sets its cancel to NONE.
// silent 36: A weak answer to a DELETE (400, 404, 429, ...) is CXL_UNKNOWN and a query; a live
//            status from a later poll makes it NONE. A 403, or a second 401, is NONE at once.
// silent 37: PENDING_CANCEL and then a live status is a rejected cancel: NONE. Without
//            PENDING_CANCEL seen it goes on, however often the order is seen alive.
// silent 38: Thirty seconds and two minutes count from the first DELETE or PENDING_CANCEL of the
//            cancel, in any of its states; the DELETE is requested once at thirty seconds. Back-
//            offs have no delay.
// silent 39: A DELETE proven not sent is CXL_JOURNALED again. A restart makes JOURNALED and
//            SENDING UNKNOWN.
//
// restart and the rest:
// silent 40: INTENDED and APPROVED orders are forgotten, their coIds never; REFUSED is kept.
// silent 41: Every open state but ZOMBIE becomes UNKNOWN with no evidence; cancels are requested
//            at once.
// silent 42: Settling lasts until the last send plus deadline and 10 s, and three times the
//            longest visibility delay after the restart.
// silent 43: A renewal needs an old order that has ended with nothing open; LOST is enough.
// silent 44: An absence from the list, and a query that finds nothing, change no open order; a
//            whole round that does not find a live one makes it UNKNOWN.
// silent 45: A foreign order whose status is terminal is ignored; a trade of no known order
//            only alerts, unless its coId is ours by its prefix: that halts all.
// silent 46: Sizes are in the base; positions begin at 0. Pauses are logged, not ended. Positions
//            and further checks of `resume` are outside; it needs 60 s and nothing unknown in
//            scope.
// silent 47: No scope holds another's halts: a halt of a symbol is that symbol's for every
//            strategy.
// silent 48: What began later is applied, also what the venue dates before the end of an order, or
//            with a lower cumQty.
// silent 49: Each rise of cumQty has two seconds of its own until it is booked.
// silent 50: A busted trade that was never seen counts as executed.
// silent 51: More fills on a FAILED order make its rest count until its trades are asked for again.
// silent 52: RECEIVED for ten seconds, or sixty, is counted of the state PENDING_VENUE.
// silent 53: The reason of an order that nobody knows says nothing.
// silent 54: A restart ends no window: what steps of the policy have counted counts on.
// silent 55: A trade after a bust is one more execution.
// silent 56: What an ending word denies stays in dispute though a later word tells of more, which
//            is in dispute, too: an ending word with as much, trades, or five answers without one
//            over thirty seconds decide. An end that leaves cumQty out denies nothing.
// silent 57: What was taken back so is held again by its trades alone, not by a word with more.
// silent 58: One that was shown is never LOST; the answer to its request alone does not show it.
//
// `others` takes, by its number, the other safe choice, which is the bot's:
//
// other  2: FILLED with less than all halts all and changes nothing.
// other  3: RECEIVED takes nothing back, and NEW with fills is PARTIAL.
// other  4: PENDING_CANCEL after PENDING_VENUE is WORKING, or PARTIAL, too.
// other  6: What showed other terms was seen: an older poll is not newer than it, unless it has
//           another venue id.
// other 10: A FILLED order seen alive halts all.
// other 11: The end that tells of fills after a cancel is the zombie's end too.
// other 12: A late fill changes no state; the word FILLED does, whatever the end was.
// other 13: LOST with an end was a zombie, which has ended.
// other 14: A zombie becomes UNKNOWN with a restart like every open state.
// other 16: The second order begins in PENDING_VENUE.
// other 22: An order that waits for its second send and is seen is adopted like one that was sent.
// other 23: An order that did not leave waits like one after a 401 and counts in full; an order is
//           sent twice at most.
// other 25: As a repeat it is UNKNOWN without a halt.
// other 34: The start waits for such orders and gives up by itself: no five minutes either.
// other 36: It is NONE at once, also after the first 401: the next wish sends it.
// other 37: A live word ends no cancel: it is sent again, and stuck in the end.
// other 39: A restart forgets cancels: no cancel leaves before positions agree, and all do then.
// other 48: Those are stale copies: only a higher cumQty counts of them.
// other 49: All that is not booked waits two seconds from the first of it on.
// other 50: It is passed over until a provisional fill stands for it, which stands for the fills
//           of the same answer first.
// other 51: It counts no more once its trades were asked for.
// other 52: It is counted of the word, whatever the state is.
// other 55: It takes the place of the busted one, until a cumQty says more; but not if it was dealt
//           after the end of an order that had a rest.
// other 53: A serious reason halts all, whoever's order has it.
import type { ModelInput, Terms } from './order-model-inputs.js';
import { endCancel, requestCancel, startCancel } from './order-model-cancels.js';
import { alert, breach, toName, wish } from './order-model-effects.js';
import { applyTrades, checkTrades, probe, resolve } from './order-model-probes.js';
import {
  approve,
  endSend,
  intend,
  journal,
  refuse,
  refuseEgress,
  startSend,
} from './order-model-submit.js';
import { advance, restart } from './order-model-time.js';
import { view, type ModelView } from './order-model-view.js';
import { denyContested } from './order-model-trades.js';
import { findSeen, observe } from './order-model-words.js';
import {
  findOrder,
  isUnresolved,
  LIVE,
  MINUTE,
  SECOND,
  type Bot,
  type Order,
  type OrderModelOptions,
} from './order-model-state.js';

export interface OrderModel {
  apply(input: ModelInput): void;
  view(): ModelView;
}

export const DEFAULTS: OrderModelOptions = {
  ...{ ownPrefix: 'bot-', loginUse: 'unstated', loginKind: 'token', onSeriousError: 'cancel' },
  ...{ deadline: 10 * SECOND, speed: 1, resubmitter: false, onRestart: 'cancel', others: [] },
};

export function createOrderModel(options: Partial<OrderModelOptions> = {}): OrderModel {
  const bot: Bot = {
    ...{ options: { ...DEFAULTS, ...options }, now: 0, mode: 'READY', settledAt: 0 },
    restartedAt: -1,
    ...{ longestVisibility: 0, lastSendStart: -1, orders: [], usedIds: [], parents: [] },
    ...{ timers: [], halts: [], haltCount: 0, pauses: [], alerts: [], wishes: [], fills: [] },
    ...{ hits: [], foreign: [], denials: 0, breaches: [] },
  };
  return {
    apply: (input) => {
      advance(bot, input.at);
      apply(bot, input);
      if (!bot.orders.some(isUnresolved)) bot.mode = 'READY';
    },
    view: () => view(bot),
  };
}

function apply(bot: Bot, input: ModelInput): void {
  switch (input.kind) {
    case 'time':
      break;
    case 'restart':
      restart(bot);
      break;
    case 'resume':
      resume(bot, input.halt);
      break;
    case 'parent':
      if (!bot.parents.some(({ key }) => key === input.key)) {
        bot.parents.push({ key: input.key, total: input.total, isHeld: false });
      }
      break;
    case 'make':
      make(bot, input.coId, input.terms);
      break;
    case 'intend':
      intend(bot, input.coId, input.terms);
      break;
    case 'observed':
      observe(bot, input.order, input.startedAt);
      break;
    case 'active-list':
      readList(bot, input);
      break;
    case 'trades':
      readTrades(bot, input);
      break;
    case 'trades-denied': {
      const order = findSeen(bot, input.coId, input.orderId);
      if (order) checkTrades(order, Infinity);
      if (order) denyContested(bot, order);
      break;
    }
    default: {
      const order = findOrder(bot, input.coId);
      if (order) applyToOrder(bot, order, input);
      else breach(bot, `${input.kind} of the unknown ${input.coId}`);
    }
  }
}

type OrderInput = Exclude<
  Extract<ModelInput, { coId: string }>,
  { kind: 'intend' | 'make' | 'trades' | 'trades-denied' }
>;

function applyToOrder(bot: Bot, order: Order, input: OrderInput): void {
  switch (input.kind) {
    case 'refuse':
      refuse(bot, order);
      break;
    case 'approve':
      approve(bot, order);
      break;
    case 'journal':
      journal(bot, order, input.start ?? true);
      break;
    case 'egress-refused':
      refuseEgress(bot, order, input.durable ?? true);
      break;
    case 'send-started':
      startSend(bot, order);
      break;
    case 'send-ended':
      endSend(bot, order, input.outcome);
      break;
    case 'cancel-requested':
      requestCancel(order);
      break;
    case 'cancel-started':
      startCancel(bot, order);
      break;
    case 'cancel-ended':
      endCancel(bot, order, input.outcome);
      break;
    case 'query-empty':
      if (LIVE.includes(order.state)) alert(bot, 'info', 'open order not found', order.coId);
      break;
    case 'probe':
      probe(bot, order, input.startedAt, input);
      break;
    case 'resolve':
      resolve(bot, order, input);
  }
}

/** All of the way to JOURNALED at once. */
function make(bot: Bot, coId: string, terms: Terms): void {
  const order = intend(bot, coId, terms);
  if (!order) return;
  approve(bot, order);
  journal(bot, order, true);
}

/** All active orders. Absence proves nothing: an open order that is not listed is asked for. */
function readList(bot: Bot, input: Extract<ModelInput, { kind: 'active-list' }>): void {
  if (input.orders === 'failed') return;
  for (const seen of input.orders) observe(bot, seen, input.startedAt);
  const listed = input.orders.map(({ coId, orderId }) => `${coId}#${orderId ?? ''}`);
  for (const order of bot.orders) {
    const isListed = listed.some((name) =>
      [`#`, `#${order.orderId}`].some((tail) => name === order.coId + tail),
    );
    if (isListed || !LIVE.includes(order.state) || order.stateSince > input.startedAt) continue;
    order.absences++;
    wish(bot, 'query', toName(order));
  }
}

function readTrades(bot: Bot, input: Extract<ModelInput, { kind: 'trades' }>): void {
  if (input.records === 'failed') return;
  applyTrades(bot, input.records);
  const order = input.coId === undefined ? undefined : findOrder(bot, input.coId);
  if (order) checkTrades(order, input.startedAt);
}

/** Clears one halt, once it has stood for a minute and nothing in its scope is unknown. */
function resume(bot: Bot, id: number): void {
  const found = bot.halts.find((one) => one.id === id);
  if (!found) return;
  const { scope, key } = found;
  const isInScope = ({ terms }: Order) =>
    scope === 'all' || (scope === 'strategy' ? terms.strategy : terms.symbol) === key;
  const isOpen = bot.orders.some((order) => isUnresolved(order) && isInScope(order));
  if (isOpen || bot.now - found.at < MINUTE) return;
  bot.halts = bot.halts.filter((one) => one !== found);
}
