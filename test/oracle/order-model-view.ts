// What the naive model of an order's life shows of itself: plain JSON.
import type { Side } from './order-model-inputs.js';
import { isHalted, toName } from './order-model-effects.js';
import { toRemainder } from './order-model-submit.js';
import { toHorizon } from './order-model-probes.js';
import {
  isTerminal,
  isUnresolved,
  SECOND,
  toConfirmed,
  toContested,
  toFilled,
  toOpen,
  toProvisional,
  toRecorded,
  toSign,
  type Alert,
  type Bot,
  type CancelState,
  type FillEvent,
  type Halt,
  type Order,
  type OrderState,
  type Pause,
  type Wish,
} from './order-model-state.js';

export interface OrderView {
  /** The coId; of a second venue order under one coId `coId#orderId`. */
  readonly name: string;
  readonly symbol: string;
  readonly state: OrderState;
  readonly cancel: CancelState;
  readonly isTerminal: boolean;
  readonly orderId: string;
  /** Highest cumQty applied. */
  readonly cum: number;
  /** Counts as filled at once, by cumQty and records, less busts and amendments. */
  readonly filled: number;
  /** Booked by records and, late ones, provisionally; the rest of `filled` waits for both. */
  readonly confirmed: number;
  readonly provisional: number;
  /** Counts as exposure besides `filled`. */
  readonly open: number;
  /** Of `filled`, what the ending word denies: counts as not filled, too. */
  readonly contested: number;
  readonly reject: string;
  readonly isWeak: boolean;
  readonly negatives: number;
  readonly nextDue: number;
  /** Instant of local expiry, or -1. */
  readonly expiresAt: number;
  readonly areTradesAgreed: boolean;
  readonly isHalted: boolean;
  readonly successor: string;
  readonly evidence: readonly string[];
}

/** Signed quantities of one symbol. */
export interface PositionView {
  readonly booked: number;
  readonly filled: number;
  readonly worstLong: number;
  readonly worstShort: number;
}

export interface ParentView {
  readonly key: string;
  readonly total: number;
  readonly filled: number;
  readonly remainder: number;
  readonly isHeld: boolean;
  /** Whether every child has ended for good. */
  readonly mayRenew: boolean;
}

export interface ModelView {
  readonly now: number;
  readonly mode: 'READY' | 'RECOVERING';
  readonly settledAt: number;
  readonly longestVisibility: number;
  readonly orders: readonly OrderView[];
  readonly positions: Readonly<Record<string, PositionView>>;
  readonly parents: readonly ParentView[];
  /** Names of the orders in UNKNOWN or QUARANTINED, and of the ones given up as LOST. */
  readonly unresolved: readonly string[];
  readonly lost: readonly string[];
  readonly foreign: readonly string[];
  readonly halts: readonly Halt[];
  readonly pauses: readonly Pause[];
  readonly alerts: readonly Alert[];
  readonly wishes: readonly Wish[];
  readonly fills: readonly FillEvent[];
  readonly breaches: readonly string[];
}

export function view(bot: Bot): ModelView {
  const { now, mode, settledAt, longestVisibility } = bot;
  const { foreign, halts, pauses, alerts, wishes, fills, breaches } = bot;
  return {
    ...{ now, mode, settledAt, longestVisibility },
    orders: bot.orders.map((order) => viewOrder(bot, order)),
    positions: viewPositions(bot),
    parents: viewParents(bot),
    unresolved: bot.orders.filter(isUnresolved).map(toName),
    lost: bot.orders.filter(({ state }) => state === 'LOST').map(toName),
    ...{ foreign: [...foreign], halts: [...halts], pauses: [...pauses], alerts: [...alerts] },
    ...{ wishes: [...wishes], fills: [...fills], breaches: [...breaches] },
  };
}

function viewOrder(bot: Bot, order: Order): OrderView {
  const { state, cancel, orderId, cum, reject, successor, acceptedAt, terms } = order;
  const life = terms.expirySeconds;
  const expires = life !== undefined && acceptedAt >= 0;
  return {
    ...{
      name: toName(order),
      symbol: terms.symbol,
      state,
      cancel,
      isTerminal: isTerminal(order),
      orderId,
      cum,
    },
    ...{ filled: toFilled(order), confirmed: toConfirmed(order) },
    ...{ provisional: toProvisional(order), open: toOpen(order), reject, successor },
    contested: toContested(order),
    ...{ isWeak: order.weakReject !== '', negatives: order.negatives.length },
    ...{ nextDue: toHorizon(bot), isHalted: isHalted(bot, order) },
    expiresAt: expires ? acceptedAt + (life + 5) * SECOND : -1,
    areTradesAgreed: toRecorded(order) === order.cum,
    evidence: [...order.evidence],
  };
}

function viewPositions(bot: Bot): Record<string, PositionView> {
  const symbols = [...new Set(bot.orders.map(({ terms }) => terms.symbol))].sort();
  return Object.fromEntries(symbols.map((symbol) => [symbol, viewPosition(bot, symbol)]));
}

function viewPosition(bot: Bot, symbol: string): PositionView {
  const orders = bot.orders.filter(({ terms }) => terms.symbol === symbol);
  const add = (value: (order: Order) => number) =>
    orders.reduce((total, order) => total + value(order), 0);
  const filled = add((order) => toSign(order.terms.side) * toFilled(order));
  return {
    booked: add((order) => toSign(order.terms.side) * (toConfirmed(order) + toProvisional(order))),
    filled,
    worstLong: filled + add((order) => toMore(order, 'Buy')),
    worstShort: filled - add((order) => toMore(order, 'Sell')),
  };
}

/** What may still move the position to this side: fills to come, and fills that were none. */
function toMore(order: Order, side: Side): number {
  return order.terms.side === side ? toOpen(order) : toContested(order);
}

function viewParents(bot: Bot): ParentView[] {
  return bot.parents.map((parent) => {
    const children = bot.orders.filter(({ terms }) => terms.parent === parent.key);
    return {
      ...parent,
      filled: children.reduce((total, child) => total + toFilled(child), 0),
      remainder: toRemainder(bot, parent),
      mayRenew: children.every((child) => isTerminal(child) && toOpen(child) === 0),
    };
  });
}
