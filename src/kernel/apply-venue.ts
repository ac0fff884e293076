// What the venue says of own orders, applied to the order desk.
import {
  type EgressEvent,
  type PollEvent,
  SECOND,
  type SendResultEvent,
  type Instant,
} from '../domain/index.js';
import { judgeAnswer, judgeSendResult } from '../risk/index.js';
import type { Desk } from './desk.js';
import { moveTo } from './exposure.js';
import { isInDoubt } from './order-states.js';
import type { OwnOrder } from './own-order.js';

/**
 * A 400 without a reason code counts as rejected after so many reads without the order, so far
 * apart.
 */
const WEAK_READS = 3;
const WEAK_SPAN = 5 * SECOND;

export class VenueWords {
  readonly #desk: Desk;
  readonly #now: () => Instant;
  readonly #seriousWords: readonly string[] | undefined;

  constructor(desk: Desk, now: () => Instant, seriousWords?: readonly string[]) {
    this.#seriousWords = seriousWords;
    this.#desk = desk;
    this.#now = now;
  }

  sendResult(event: SendResultEvent): void {
    const desk = this.#desk;
    const order = desk.store.findByCoId(event.coId);
    if (order !== undefined) {
      if (event.orderId !== '') order.orderId = event.orderId;
      if (event.kind === 'place') this.#applyPlaceResult(order, event);
      else this.#desk.cancels.answer(order, event.class);
    }
    const { kind, class: outcome, status, code, message } = event;
    const judged = judgeSendResult(kind, outcome, status, code, message, this.#seriousWords);
    desk.obey(judged, order);
  }

  /** The egress gate turned a command back: nothing left, so nothing is at the venue. */
  egressRefused(event: EgressEvent): void {
    const order = this.#desk.store.findByCoId(event.coId);
    if (order === undefined) return;
    if (event.kind === 'cancel') order.cancelState = 'NONE';
    else if (order.state === 'SENDING') this.#desk.end(order, 'ABANDONED', event.reason);
  }

  /** A read of an order that brought nothing new. */
  poll(event: PollEvent): void {
    const desk = this.#desk;
    const order = event.subject === 'order' ? desk.store.findByCoId(event.key) : undefined;
    const status = event.outcome === 'failed' ? event.status : 200;
    desk.obey(judgeAnswer(status, event.message, this.#seriousWords), order);
    if (order === undefined || event.outcome !== 'empty') return;
    if (!desk.isEmptyStatus(event.status)) return;
    if (order.weakSince === undefined) {
      desk.doubts.deny(order);
      return;
    }
    order.emptyReads++;
    const isProven = order.emptyReads >= WEAK_READS && this.#now() - order.weakSince >= WEAK_SPAN;
    if (isProven) desk.end(order, 'REJECTED', order.reason);
  }

  #applyPlaceResult(order: OwnOrder, event: SendResultEvent): void {
    // The venue has shown the order already: a late answer to the request takes nothing back.
    if (order.state !== 'SENDING') {
      if (isInDoubt(order.state)) this.#applyAnotherResult(order, event);
      return;
    }
    const desk = this.#desk;
    switch (event.class) {
      case 'not-sent':
        desk.end(order, 'ABANDONED', describe(event));
        return;
      case 'rejected':
        desk.end(order, 'REJECTED', describe(event));
        return;
      case 'accepted':
        moveTo(order, 'PENDING_VENUE');
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
    desk.setUnknown(order);
    desk.show(order);
  }

  /** The answer to the same bytes sent again: it tells of the first time too. */
  #applyAnotherResult(order: OwnOrder, { class: outcome, code }: SendResultEvent): void {
    const desk = this.#desk;
    if (outcome === 'accepted') {
      moveTo(order, 'PENDING_VENUE');
      desk.show(order);
    } else if (outcome === 'rejected' && (order.doubt?.negatives ?? 0) > 0) {
      desk.end(order, 'REJECTED', code);
    }
  }
}

/** Reason code and words of an answer, as far as it has them. */
function describe({ code, message }: SendResultEvent): string {
  return [code, message].filter((part) => part !== '').join(': ');
}
