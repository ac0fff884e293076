// What the venue says of own orders, applied to the order desk.
import {
  type EgressEvent,
  type PollEvent,
  SECOND,
  type SendResultEvent,
  type Instant,
} from '../../domain/index.js';
import type { StatusRule, Verdict } from '../../policy/index.js';
import type { SymbolState } from '../../risk/index.js';
import type { Desk } from '../orders/order-manager.js';
import type { Expiries } from '../orders/expiry-monitor.js';
import { moveTo } from '../orders/exposure.js';
import type { Judge } from '../policy/response-evaluator.js';
import { isInDoubt } from '../orders/order-states.js';
import type { OwnOrder } from '../orders/order.js';
import type { Repeats } from '../orders/submit-retries.js';
import type { Resolver } from '../orders/order-resubmitter.js';

/**
 * A 400 without a reason code counts as rejected after so many reads without the order, so far
 * apart.
 */
const WEAK_READS = 3;
const WEAK_SPAN = 5 * SECOND;

/** What may follow from an answer that shows no order, or no trade of one. */
export interface SecondWords {
  readonly resolver: Resolver;
  readonly repeats: Repeats;
  readonly noTrade: (order: OwnOrder) => void;
}

export class VenueWords {
  readonly #desk: Desk;
  readonly #judge: Judge;
  readonly #expiries: Expiries;
  readonly #resolver: Resolver;
  readonly #repeats: Repeats;
  readonly #noTrade: SecondWords['noTrade'];
  /** The rule of orders that the venue has taken. */
  readonly #received: StatusRule;
  readonly #now: () => Instant;

  constructor(
    desk: Desk,
    judge: Judge,
    expiries: Expiries,
    second: SecondWords,
    now: () => Instant,
  ) {
    this.#desk = desk;
    this.#repeats = second.repeats;
    this.#judge = judge;
    this.#received = judge.findStatus('RECEIVED');
    this.#expiries = expiries;
    this.#resolver = second.resolver;
    this.#noTrade = second.noTrade;
    this.#now = now;
  }

  sendResult(answer: SendResultEvent): void {
    const desk = this.#desk;
    const order = desk.odd.find(answer.coId, answer.orderId);
    // Nothing of the first attempt left: this was the first time that the venue heard of it.
    const isFirst = answer.resent === true && order?.neverLeft === true;
    const event = isFirst ? { ...answer, resent: false } : answer;
    const verdict = this.#judge.sendResult(event, order);
    if (order !== undefined) {
      if (event.orderId !== '') order.orderId = event.orderId;
      if (event.kind === 'cancel') desk.cancels.answer(order, verdict.class, event.status);
      else this.#applyPlaceResult(order, event, verdict);
    }
    this.#judge.obey(verdict.deeds);
  }

  /**
   * The egress gate turned a command back: nothing left now. What left before, of an order that was
   * to go out once more, the venue has rejected.
   */
  egressRefused(event: EgressEvent): void {
    const order = this.#desk.store.findByCoId(event.coId);
    if (order === undefined) return;
    if (event.kind === 'cancel') order.cancelState = 'NONE';
    else if (order.state !== 'SENDING') return;
    else if (order.attempts > 1 && !order.neverLeft) this.#reject(order, event.reason);
    else this.#desk.end(order, 'ABANDONED', event.reason);
  }

  /** A read that brought nothing new; `symbol` is the one whose rate was asked for. */
  poll(event: PollEvent, symbol: SymbolState | undefined): void {
    const desk = this.#desk;
    const { subject, key, orderId, status } = event;
    const isOfOrder = subject === 'order' || subject === 'trades';
    const double = orderId === undefined ? undefined : desk.store.findDouble(key, orderId);
    const order = isOfOrder ? (double ?? desk.store.findByCoId(key)) : undefined;
    this.#judge.poll(event, order, symbol);
    const isLogin = subject === 'login' || subject === 'renew';
    if (isLogin && event.outcome === 'unchanged') this.#repeats.loginWorked();
    const areTradesKnown = subject === 'trades' && event.outcome === 'unchanged';
    if (areTradesKnown && order?.state === 'FAILED') desk.account(order);
    if (subject === 'trades' && event.outcome !== 'failed' && order !== undefined)
      this.#noTrade(order);
    if (event.outcome !== 'empty') return;
    if (subject === 'rfs') {
      const acceptance = desk.store.findByCoId(key);
      if (acceptance !== undefined) desk.doubts.denyRequest(acceptance);
      return;
    }
    if (order === undefined || subject !== 'order' || event.isPartial === true) return;
    if (!desk.doubts.isEmptyStatus(status)) return;
    desk.doubts.deny(order);
    if (order.weakSince === undefined) {
      this.#resolver.consider(order);
      return;
    }
    const isOften = (order.doubt?.negatives ?? 0) >= WEAK_READS;
    const isProven = isOften && this.#now() - order.weakSince >= WEAK_SPAN;
    if (isProven) this.#reject(order, order.reason);
  }

  #applyPlaceResult(order: OwnOrder, event: SendResultEvent, verdict: Verdict): void {
    // The venue has shown the order already: a late answer to the request takes nothing back.
    if (order.state !== 'SENDING') {
      if (isInDoubt(order.state)) this.#applyAnotherResult(order, event, verdict);
      return;
    }
    const desk = this.#desk;
    switch (verdict.class) {
      case 'not-sent':
      case 'rejected': {
        const end = () => {
          this.#endUntaken(order, event, verdict);
        };
        if (!this.#repeats.offer(order, verdict, event.transport, end)) end();
        return;
      }
      case 'accepted':
        moveTo(order, 'PENDING_VENUE');
        this.#expiries.begin(order);
        desk.show(order);
        this.#judge.status(order, this.#received, 'RECEIVED');
        return;
      case 'weak':
        order.weakSince = this.#now();
        order.reason = describe(event);
        this.#judge.reject(order, verdict.reject, verdict.rule);
        break;
      default:
        break;
    }
    desk.setUnknown(order);
    desk.show(order);
  }

  /** It is proven that the venue does not have it. */
  #endUntaken(order: OwnOrder, event: SendResultEvent, verdict: Verdict): void {
    if (verdict.class === 'not-sent') {
      this.#desk.end(order, 'ABANDONED', describe(event));
      return;
    }
    this.#judge.reject(order, verdict.reject, verdict.rule);
    this.#reject(order, describe(event));
  }

  /** The answer to the same bytes sent again: it tells of the first time too. */
  #applyAnotherResult(order: OwnOrder, event: SendResultEvent, verdict: Verdict): void {
    const desk = this.#desk;
    const { code, resent } = event;
    // That the venue has this coId already says that it has the order.
    const isThere = verdict.class === 'duplicate' && resent === true;
    if (verdict.class === 'accepted' || isThere) {
      moveTo(order, 'PENDING_VENUE');
      this.#expiries.begin(order);
      desk.show(order);
      // unreached: an order in doubt has one
    } else if (verdict.class === 'rejected' && (order.doubt?.negatives ?? 0) > 0) {
      this.#judge.reject(order, verdict.reject, verdict.rule);
      this.#reject(order, code);
    }
  }

  /** The venue did not take it: at once, or by enough reads without it. */
  #reject(order: OwnOrder, text: string): void {
    this.#desk.end(order, 'REJECTED', text);
    this.#judge.rejected(order, order.rejection.rule);
  }
}

/** Reason code and words of an answer, as far as it has them. */
function describe({ code, message }: SendResultEvent): string {
  return [code, message].filter((part) => part !== '').join(': ');
}
