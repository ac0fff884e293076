// The memory of the naive model of an order's life: plain records, and what follows from them.
import type { Side, Terms } from './order-model-inputs.js';

export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;

export type OrderState =
  | 'INTENDED'
  | 'REFUSED'
  | 'APPROVED'
  | 'JOURNALED'
  | 'ABANDONED'
  | 'SENDING'
  | 'PENDING_VENUE'
  | 'WORKING'
  | 'WORKING_PAUSED'
  | 'PARTIAL'
  | 'UNKNOWN'
  | 'QUARANTINED'
  | 'LOST'
  | 'FILLED'
  | 'CANCELED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'REPLACED'
  | 'FAILED'
  | 'STATUS_UNKNOWN'
  | 'ZOMBIE';

export type CancelState =
  'NONE' | 'CXL_JOURNALED' | 'CXL_SENDING' | 'CXL_REQUESTED' | 'CXL_UNKNOWN' | 'CXL_STUCK';

/** Held as ended; the ones before the line break never reached the venue. */
export const TERMINAL: readonly OrderState[] = [
  ...(['REFUSED', 'ABANDONED'] as const),
  ...(['LOST', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED', 'FAILED'] as const),
];
export const NEVER_SENT: readonly OrderState[] = [
  ...(['INTENDED', 'REFUSED', 'APPROVED', 'JOURNALED', 'ABANDONED'] as const),
];
/** Alive at the venue, as far as we know. */
export const LIVE: readonly OrderState[] = [
  ...(['PENDING_VENUE', 'WORKING', 'WORKING_PAUSED', 'PARTIAL'] as const),
  ...(['STATUS_UNKNOWN', 'ZOMBIE'] as const),
];

export interface Trade {
  readonly tradeId: string;
  /** As first recorded, which is what cumQty counts. */
  readonly original: number;
  /** As it stands: 0 once busted. */
  quantity: number;
  price: number;
  isBusted: boolean;
}

/** A fill booked from cumQty because its record is late; its price is value / quantity. */
export interface Provisional {
  readonly id: string;
  quantity: number;
  value: number;
}

/** Fills that the venue told of, and that its ending word leaves out. */
export interface Denial {
  /** What is filled by that word. */
  readonly end: number;
  /** Instants of answers that had no new trade of the order. */
  answers: number[];
}

export interface Order {
  readonly coId: string;
  /** Set on the second venue order that was seen under one coId, and on a successor. */
  readonly twinOf: string;
  readonly terms: Terms;
  state: OrderState;
  orderId: string;
  readonly madeAt: number;
  isJournaled: boolean;
  isStartRecorded: boolean;
  isRefusalDurable: boolean;
  /** A send is under way. */
  isSending: boolean;
  /** Sends of which bytes may have left, the current one included. */
  attempts: number;
  /** All of its sends, those that are proven not to have left too. */
  sends: number;
  /** 401 answers so far. */
  unauthorized: number;
  sentAt: number;
  acceptedAt: number;
  hasBeenSeen: boolean;
  stateSince: number;
  /** The venue's own time of the end, else when we learned it. */
  endedAt: number;
  /** What the strategy is told with an end; empty without. */
  reject: string;
  reason: string;
  /** The last word applied, as it stood on the wire. */
  word: string;
  lastFinish: number;
  lastTransactTime: number;
  /** The same, with those that were not applied. */
  seenTransactTime: number;
  /** The venue's id in what was seen last, applied or not; empty without. */
  seenId: string;
  /** Since when the venue's word is RECEIVED, or -1. */
  receivedSince: number;
  cum: number;
  /** averagePrice x cumQty of the highest cumQty, if it came with a price. */
  cumValue: number | undefined;
  trades: Trade[];
  provisional: Provisional[];
  /** What of the records stands in the place of busted ones. */
  amended: number;
  /** By the word that ended it with less than an earlier one told of; undefined without. */
  denied: Denial | undefined;
  /** Since when something of cumQty is not booked, or -1. */
  unbookedSince: number;
  areTradesChecked: boolean;
  successor: string;
  /** UNKNOWN or QUARANTINED since; -1 when neither. */
  unknownSince: number;
  weakReject: string;
  negatives: number[];
  evidence: string[];
  cancel: CancelState;
  cancelSince: number;
  cancelSends: number;
  /** Instants of its DELETEs of the last minute. */
  cancelTimes: number[];
  hasPendingCancelWord: boolean;
  /** Instant of an answer that may mean the cancel was turned down, or -1. */
  doubtedAt: number;
  cancelUnauthorized: number;
  absences: number;
}

export type Scope = 'all' | 'strategy' | 'symbol' | 'type';

export interface Halt {
  readonly id: number;
  readonly scope: Scope;
  /** The strategy or symbol; empty for all. */
  readonly key: string;
  readonly cause: string;
  readonly at: number;
}

export interface Pause {
  readonly scope: Scope;
  readonly key: string;
  readonly cause: string;
  readonly at: number;
  /** Microseconds, or the condition that ends it. */
  readonly until: number | string;
}

export interface Alert {
  readonly at: number;
  readonly level: 'info' | 'warn' | 'page';
  readonly cause: string;
  readonly coId: string;
}

/** What the bot should ask of the venue now. */
export interface Wish {
  readonly at: number;
  readonly what: 'probe' | 'query' | 'trades' | 'cancel';
  readonly coId: string;
}

/** Told to the strategy: each quantity once, and each correction. */
export interface FillEvent {
  readonly at: number;
  readonly coId: string;
  readonly kind: 'fill' | 'provisional' | 'bust' | 'amend';
  readonly id: string;
  /** Signed change of what is booked, Buy and Sell alike. */
  readonly quantity: number;
}

export interface Timer {
  readonly at: number;
  readonly kind: string;
  readonly coId: string;
  /** What must still hold when it is due. */
  readonly mark: number;
}

export interface Parent {
  readonly key: string;
  readonly total: number;
  isHeld: boolean;
}

export interface OrderModelOptions {
  /** All of our coIds begin with it. */
  readonly ownPrefix: string;
  readonly loginUse: 'exclusive' | 'shared' | 'unstated';
  readonly loginKind: 'token' | 'hmac';
  readonly onSeriousError: 'cancel' | 'freeze';
  /** Of a place, machine time; times `speed` it is session time. */
  readonly deadline: number;
  readonly speed: number;
  /** Whether an UNKNOWN order may be sent again under its coId. */
  readonly resubmitter: boolean;
  readonly onRestart: 'cancel' | 'keep';
  /** Numbers of the silent choices of which the other one is taken. */
  readonly others: readonly number[];
}

export interface Bot {
  readonly options: OrderModelOptions;
  now: number;
  /** RECOVERING from a restart until nothing is unresolved. */
  mode: 'READY' | 'RECOVERING';
  settledAt: number;
  restartedAt: number;
  longestVisibility: number;
  lastSendStart: number;
  orders: Order[];
  usedIds: string[];
  parents: Parent[];
  timers: Timer[];
  halts: Halt[];
  haltCount: number;
  pauses: Pause[];
  alerts: Alert[];
  wishes: Wish[];
  fills: FillEvent[];
  /** Hits of policy rules, for their counts. */
  hits: { readonly rule: string; readonly at: number }[];
  foreign: string[];
  /** How often fills that were in dispute were taken back. */
  denials: number;
  /** Inputs that a right bot never makes. */
  breaches: string[];
}

export function createOrder(coId: string, terms: Terms, at: number, twinOf = ''): Order {
  return {
    ...{ coId, twinOf, terms, state: 'INTENDED', orderId: '', madeAt: at },
    ...{ isJournaled: false, isStartRecorded: false, isRefusalDurable: true, isSending: false },
    ...{ attempts: 0, sends: 0, unauthorized: 0, sentAt: -1, acceptedAt: -1, hasBeenSeen: false },
    ...{ stateSince: at, endedAt: -1, reject: '', reason: '', word: '' },
    ...{
      lastFinish: -1,
      lastTransactTime: -1,
      seenTransactTime: -1,
      seenId: '',
      receivedSince: -1,
      cum: 0,
      cumValue: undefined,
    },
    ...{
      trades: [],
      provisional: [],
      amended: 0,
      denied: undefined,
      unbookedSince: -1,
      areTradesChecked: false,
      successor: '',
    },
    ...{ unknownSince: -1, weakReject: '', negatives: [], evidence: [] },
    ...{
      cancel: 'NONE',
      cancelSince: -1,
      cancelSends: 0,
      cancelTimes: [],
      hasPendingCancelWord: false,
    },
    ...{ doubtedAt: -1, cancelUnauthorized: 0, absences: 0 },
  };
}

/** Whether the other one of a silent choice is taken. */
export function isOther(bot: Bot, choice: number): boolean {
  return bot.options.others.includes(choice);
}

/** It was sent, did not arrive or was turned down, and may be sent again. */
export function isWaiting(order: Order): boolean {
  return order.state === 'JOURNALED' && order.sends > 0;
}

export function isTerminal(order: Order): boolean {
  return TERMINAL.includes(order.state);
}

export function isUnresolved(order: Order): boolean {
  return order.state === 'UNKNOWN' || order.state === 'QUARANTINED';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What trade records have ever stood for, busted ones included that none took the place of. */
export function toRecorded(order: Order): number {
  return sum(order.trades.map(({ original }) => original)) - order.amended;
}

/** What was busted, and no record stands in the place of. */
export function toVacant(order: Order): number {
  const busted = order.trades.filter(({ isBusted }) => isBusted);
  return sum(busted.map(({ original }) => original)) - order.amended;
}

export function toProvisional(order: Order): number {
  return sum(order.provisional.map(({ quantity }) => quantity));
}

export function toConfirmed(order: Order): number {
  return sum(order.trades.map(({ quantity }) => quantity));
}

/** What the venue has executed of the size, whatever became of the trades. */
export function toExecuted(order: Order): number {
  return Math.max(order.cum, toRecorded(order));
}

/** What is filled by an earlier word alone: neither by the one that ended it, nor by records. */
export function toContested(order: Order): number {
  if (order.denied === undefined) return 0;
  return Math.max(0, toExecuted(order) - Math.max(order.denied.end, toRecorded(order)));
}

/** Whether the venue has ever shown it: its silence proves nothing then. */
export function isShown(order: Order): boolean {
  return order.hasBeenSeen || toExecuted(order) > 0;
}

/** What counts as filled at once: executed, less busts and amendments. */
export function toFilled(order: Order): number {
  return toExecuted(order) - toRecorded(order) + toConfirmed(order);
}

/** What still counts as exposure besides what is filled: unknowns in full. */
export function toOpen(order: Order): number {
  const rest = Math.max(0, order.terms.size - toExecuted(order));
  switch (order.state) {
    case 'INTENDED':
    case 'REFUSED':
    case 'ABANDONED':
    case 'LOST':
    case 'FILLED':
    case 'CANCELED':
    case 'REJECTED':
    case 'EXPIRED':
      return 0;
    case 'REPLACED':
      return order.successor === '' ? rest : 0;
    case 'FAILED':
      return order.areTradesChecked ? 0 : rest;
    default:
      return rest;
  }
}

export function toSign(side: Side): number {
  return side === 'Buy' ? 1 : -1;
}

export function findOrder(bot: Bot, coId: string): Order | undefined {
  return bot.orders.find((order) => order.coId === coId && order.twinOf === '');
}
