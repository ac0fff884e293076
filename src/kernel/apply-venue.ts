// What the venue says of own orders, applied to the order desk.
import {
  assert,
  type EgressEvent,
  type Fill,
  findReasonCode,
  isTerminalStatus,
  type OrderEvent,
  type OrderState,
  type PollEvent,
  SECOND,
  type SendResultEvent,
  type TradeEvent,
  type Instant,
} from '../domain/index.js';
import { judgeAnswer, judgeCode, judgeSendResult } from '../risk/index.js';
import type { Desk } from './desk.js';
import type { Outputs } from './outputs.js';
import type { OwnOrder } from './own-order.js';

/**
 * A 400 without a reason code counts as rejected after so many reads without the order, so far
 * apart.
 */
const WEAK_READS = 3;
const WEAK_SPAN = 5 * SECOND;

/** Trade ids remembered per unsettled order, to book each trade once. */
const MAX_TRADES_PER_ORDER = 10_000;

export class VenueWords {
  readonly #desk: Desk;
  readonly #outputs: Outputs;
  readonly #now: () => Instant;

  constructor(desk: Desk, outputs: Outputs, now: () => Instant) {
    this.#desk = desk;
    this.#outputs = outputs;
    this.#now = now;
  }

  sendResult(event: SendResultEvent): void {
    const desk = this.#desk;
    const order = desk.store.findByCoId(event.coId);
    if (order !== undefined) {
      if (event.orderId !== '') order.orderId = event.orderId;
      if (event.kind === 'place') this.#applyPlaceResult(order, event);
      // A cancel that did not arrive may be asked for again.
      else if (event.class !== 'accepted') order.isCancelRequested = false;
    }
    const { kind, class: outcome, status, code, message } = event;
    desk.obey(judgeSendResult(kind, outcome, status, code, message), order);
  }

  /** The egress gate turned a command back: nothing left, so nothing is at the venue. */
  egressRefused(event: EgressEvent): void {
    const order = this.#desk.store.findByCoId(event.coId);
    if (order === undefined) return;
    if (event.kind === 'place') this.#desk.end(order, 'ABANDONED', event.reason);
    else order.isCancelRequested = false;
  }

  order(event: OrderEvent): void {
    const desk = this.#desk;
    if (event.reason !== '') desk.obey(judgeAnswer(200, event.reason), undefined);
    const order = desk.store.findByCoId(event.coId);
    if (order === undefined) {
      this.#checkSettled(event);
      return;
    }
    const mismatch = findMismatch(order, event);
    if (mismatch !== undefined) {
      desk.halt('all', '', mismatch.rule, mismatch.reason);
      if (mismatch.rule !== 'RC47') return;
    }
    if (event.orderId !== '') order.orderId = event.orderId;
    order.weakSince = undefined;
    desk.setUnknown(order, false);
    if (event.cumUnits > order.cumUnits) desk.raiseFilled(order, event.cumUnits);
    this.#applyStatus(order, event);
  }

  /** An order that had ended is filled further after all: what we hold of it is wrong. */
  #checkSettled({ coId, cumUnits }: OrderEvent): void {
    const settled = this.#desk.store.findSettled(coId);
    if (settled === undefined) return;
    // An older word that comes late says less, never more.
    if (cumUnits <= settled) return;
    this.#desk.halt('all', '', 'RC48', `order ${coId} is filled further after it had ended`);
  }

  trade(event: TradeEvent): void {
    const desk = this.#desk;
    const order = desk.store.findByCoId(event.coId);
    if (order === undefined) return;
    if (event.units <= 0 || event.priceTicks <= 0) {
      desk.halt('all', '', 'RC46', `trade ${event.tradeId} has no quantity or no price`);
      return;
    }
    if (event.dealtCurrency !== undefined) {
      const { tradeId, dealtCurrency } = event;
      desk.halt(
        'all',
        '',
        'RC46',
        `trade ${tradeId} is dealt in ${dealtCurrency}, not in the base`,
      );
      return;
    }
    const { tradeIds } = order;
    if (tradeIds.includes(event.tradeId)) return;
    assert(tradeIds.length < MAX_TRADES_PER_ORDER, `too many trades of order ${event.coId}`);
    order.tradeIds = tradeIds.length === 0 ? [event.tradeId] : [...tradeIds, event.tradeId];
    order.bookedUnits += event.units;
    const hasRisen = order.bookedUnits > order.cumUnits;
    if (hasRisen) desk.raiseFilled(order, order.bookedUnits);
    const { terms } = order;
    terms.parent?.book(event.units, event.priceTicks);
    const fill = this.#book(order, event);
    terms.host.fills.emit(fill);
    terms.host.showPosition(terms.symbol.instrument);
    if ((event.priceTicks - terms.priceTicks) * terms.sign > 0) {
      const reason = `trade ${event.tradeId} is outside the limit of order ${terms.coId}`;
      desk.halt('all', '', 'RC46', reason);
    }
    if (order.bookedUnits > terms.units) {
      desk.halt('all', '', 'RC47', `order ${terms.coId} is filled beyond its size`);
    }
    desk.settle(order);
  }

  /** A read of an order that brought nothing new. */
  poll(event: PollEvent): void {
    const desk = this.#desk;
    const order = event.subject === 'order' ? desk.store.findByCoId(event.key) : undefined;
    desk.obey(judgeAnswer(event.outcome === 'failed' ? event.status : 200, event.message), order);
    if (order?.weakSince === undefined || event.outcome !== 'empty') return;
    if (!desk.isEmptyStatus(event.status)) return;
    order.emptyReads++;
    const isProven = order.emptyReads >= WEAK_READS && this.#now() - order.weakSince >= WEAK_SPAN;
    if (isProven) desk.end(order, 'REJECTED', order.reason);
  }

  #applyPlaceResult(order: OwnOrder, event: SendResultEvent): void {
    const desk = this.#desk;
    // The venue has shown the order already: a late answer to the request takes nothing back.
    if (order.state !== 'SENDING' && order.state !== 'UNKNOWN') return;
    switch (event.class) {
      case 'not-sent':
        desk.end(order, 'ABANDONED', describe(event));
        return;
      case 'rejected':
        desk.end(order, 'REJECTED', describe(event));
        return;
      case 'accepted':
        if (order.state !== 'SENDING') return;
        order.state = 'PENDING_VENUE';
        desk.show(order);
        return;
      case 'weak':
        order.weakSince = this.#now();
        order.reason = describe(event);
        break;
      case 'duplicate':
      case 'unknown':
        break;
    }
    if (order.isTerminal || order.state !== 'SENDING') return;
    desk.setUnknown(order, true);
    desk.show(order);
  }

  #applyStatus(order: OwnOrder, event: OrderEvent): void {
    const desk = this.#desk;
    const state = findState(event.status);
    if (isTerminalStatus(event.status) && state !== undefined) {
      if (order.isTerminal) return;
      desk.end(order, state, event.reason);
      if (state === 'REJECTED') desk.obey(judgeCode(findReasonCode(event.reason) ?? ''), order);
      if (state === 'FAILED') {
        desk.halt('all', '', 'RC52', `order ${order.terms.coId} failed: ${event.reason}`);
      }
      return;
    }
    if (order.isTerminal) return;
    const next = state ?? order.state;
    if (next === order.state && event.status !== 'PARTIALLY_FILLED') return;
    order.state = next;
    desk.show(order);
  }

  #book(order: OwnOrder, event: TradeEvent): Fill {
    const { terms } = order;
    const fill: Fill = {
      at: this.#now(),
      strategy: terms.host.name,
      intentId: terms.intentId,
      coId: terms.coId,
      tradeId: event.tradeId,
      instrument: terms.symbol.instrument,
      side: terms.side,
      units: event.units,
      priceTicks: event.priceTicks,
      executedAt: event.executedAt,
    };
    this.#outputs.fill(fill);
    return fill;
  }
}

/** Our state of an order by the venue's status; undefined: it stays as it is. */
function findState(status: string): OrderState | undefined {
  switch (status) {
    case 'RECEIVED':
      return 'PENDING_VENUE';
    case 'NEW':
    case 'SUSPENDED':
      return 'WORKING';
    case 'PARTIALLY_FILLED':
      return 'PARTIAL';
    case 'FILLED':
    case 'CANCELED':
    case 'REJECTED':
    case 'EXPIRED':
    case 'REPLACED':
    case 'FAILED':
      return status;
    default:
      return undefined;
  }
}

/** Reason code and words of an answer, as far as it has them. */
function describe({ code, message }: SendResultEvent): string {
  return [code, message].filter((part) => part !== '').join(': ');
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
