// What the venue says of own orders: found, filled, ended, or seen alive after their end.
import {
  findReasonCode,
  type Instant,
  isTerminalStatus,
  type OrderEvent,
  type OrderState,
  type OrderStatus,
} from '../domain/index.js';
import { judgeAnswer, judgeCode } from '../risk/index.js';
import type { Desk } from './desk.js';
import { moveTo, raiseFilled } from './exposure.js';
import type { OwnOrder } from './own-order.js';
import type { TradeWords } from './trade-words.js';

const END_OF: Readonly<Partial<Record<OrderStatus | (string & {}), OrderState>>> = {
  FILLED: 'FILLED',
  CANCELED: 'CANCELED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  REPLACED: 'REPLACED',
  FAILED: 'FAILED',
};

export class OrderWords {
  readonly #desk: Desk;
  readonly #trades: TradeWords;
  readonly #now: () => Instant;
  readonly #seriousWords: readonly string[] | undefined;

  constructor(
    desk: Desk,
    trades: TradeWords,
    now: () => Instant,
    seriousWords?: readonly string[],
  ) {
    this.#seriousWords = seriousWords;
    this.#desk = desk;
    this.#trades = trades;
    this.#now = now;
  }

  order(event: OrderEvent): void {
    const desk = this.#desk;
    if (event.reason !== '') {
      desk.obey(judgeAnswer(200, event.reason, this.#seriousWords), undefined);
    }
    const order = desk.store.findByCoId(event.coId) ?? this.#reviveFor(event);
    if (event.originalCoId !== undefined) this.#succeed(event.originalCoId);
    if (order === undefined) return;
    const mismatch = findMismatch(order, event);
    if (mismatch !== undefined) {
      desk.halt('all', '', mismatch.rule, mismatch.reason);
      if (mismatch.rule !== 'RC47') return;
    }
    // Less than was seen before: the word of a stale copy.
    if (event.cumUnits < order.cumUnits && !isTerminalStatus(event.status)) return;
    if (event.orderId !== '') order.orderId = event.orderId;
    order.weakSince = undefined;
    if (order.state === 'PENDING_VENUE') {
      desk.doubts.see(this.#now() - order.at);
    }
    const wasTerminal = order.isTerminal;
    const isOlder = event.transactAt !== 0 && event.transactAt <= order.transactAt;
    order.transactAt = Math.max(order.transactAt, event.transactAt);
    if (event.averageTicks !== undefined) order.averageTicks = event.averageTicks;
    if (event.cumUnits > order.cumUnits) {
      raiseFilled(order, event.cumUnits);
      this.#trades.expect(order);
    }
    if (isTerminalStatus(event.status)) this.#end(order, event);
    else if (!wasTerminal) this.#live(order, event);
    else if (!isOlder) this.#wake(order, event);
  }

  /** An order that had ended, when the venue says more of it than its end did. */
  #reviveFor(event: OrderEvent): OwnOrder | undefined {
    const { store } = this.#desk;
    const ended = store.findEnded(event.coId);
    if (ended === undefined) return undefined;
    const isAlive = !isTerminalStatus(event.status);
    const isOlder = event.transactAt !== 0 && event.transactAt <= ended.transactAt;
    const saysMore =
      event.cumUnits > ended.cumUnits || ended.state === 'LOST' || (isAlive && !isOlder);
    return saysMore ? store.revive(event.coId) : undefined;
  }

  #end(order: OwnOrder, event: OrderEvent): void {
    const desk = this.#desk;
    const state = END_OF[event.status];
    if (state === undefined) return;
    if (order.state === 'LOST' || order.state === 'ABANDONED') this.#wake(order, event);
    if (order.isTerminal) {
      // A late fill may be the rest of it.
      if (state === 'FILLED' && order.state !== 'FILLED') moveTo(order, 'FILLED');
      desk.settle(order);
      return;
    }
    desk.end(order, state, event.reason);
    if (state === 'REJECTED') desk.obey(judgeCode(findReasonCode(event.reason) ?? ''), order);
    if (state === 'FAILED') {
      desk.halt('all', '', 'RC52', `order ${order.terms.coId} failed: ${event.reason}`);
    }
  }

  #live(order: OwnOrder, event: OrderEvent): void {
    const next = findLiveState(order, event);
    if (event.status === 'PENDING_CANCEL' && order.cancelState === 'NONE') {
      this.#desk.cancels.begin(order, 'CXL_REQUESTED', this.#now());
    }
    if (next === order.state && event.status !== 'PARTIALLY_FILLED') return;
    moveTo(order, next);
    this.#desk.show(order);
  }

  /** Held for ended, and yet it lives: its strategy halts, and it is cancelled. */
  #wake(order: OwnOrder, { status }: OrderEvent): void {
    const { state, coId } = order;
    if (state === 'FILLED' || state === 'ABANDONED') {
      this.#desk.halt('all', '', 'RC48', `order ${coId} is ${status}, but it was held ${state}`);
    }
    if (state === 'FILLED') this.#desk.settle(order);
    else this.#desk.zombify(order, `seen ${status} after it was held ${state}`);
  }

  /** Another order says that it took the place of one of ours. */
  #succeed(originalCoId: string): void {
    const original = this.#desk.store.findByCoId(originalCoId);
    if (original?.state === 'REPLACED') this.#desk.account(original);
  }
}

function findLiveState(order: OwnOrder, { status }: OrderEvent): OrderState {
  const { state } = order;
  if (state === 'ZOMBIE') return state;
  const isNew = state === 'SENDING' || state === 'UNKNOWN' || state === 'QUARANTINED';
  const working = order.cumUnits > 0 ? 'PARTIAL' : 'WORKING';
  switch (status) {
    case 'RECEIVED':
      return isNew ? 'PENDING_VENUE' : state;
    case 'PENDING_CANCEL':
      return isNew || state === 'PENDING_VENUE' ? working : state;
    case 'NEW':
      return working;
    case 'PARTIALLY_FILLED':
      return 'PARTIAL';
    case 'SUSPENDED':
      return 'WORKING_PAUSED';
    default:
      return 'STATUS_UNKNOWN';
  }
}

/** What the venue says of an order that is not what we sent: a fault of venue or mapping. */
function findMismatch(
  { terms }: OwnOrder,
  event: OrderEvent,
): { readonly rule: string; readonly reason: string } | undefined {
  const name = `order ${terms.coId}`;
  const differs =
    event.symbol !== terms.symbol.instrument.symbol ||
    event.side !== terms.side ||
    event.dealtCurrency !== undefined ||
    event.units !== terms.units ||
    (event.priceTicks !== 0 && event.priceTicks !== terms.priceTicks);
  if (differs) {
    return { rule: 'RC48', reason: `${name} differs at the venue from what was sent` };
  }
  if (event.cumUnits > terms.units) {
    return { rule: 'RC47', reason: `${name} is filled beyond its size` };
  }
  if (event.status === 'FILLED' && event.cumUnits < terms.units) {
    return { rule: 'RC48', reason: `${name} is filled by its status but not by its quantity` };
  }
  return undefined;
}
