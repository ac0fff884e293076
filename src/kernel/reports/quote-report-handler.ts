// What the venue says of own requests for quotes, and of the acceptances among them.
import {
  type Instant,
  type QuotesEvent,
  type QuoteTrade,
  type SendResultEvent,
  toSign,
} from '../../domain/index.js';
import type { Deed, PolicyEngine, Verdict } from '../../policy/index.js';
import type { Desk } from '../orders/order-manager.js';
import { moveTo } from '../orders/exposure.js';
import { fillOrder } from '../orders/reported-fill.js';
import type { Judge } from '../policy/response-evaluator.js';
import { isInDoubt } from '../orders/order-states.js';
import type { OwnOrder } from '../orders/order.js';
import { type OwnRequest, toWorseTicks } from '../quotes/quote-request.js';
import type { QuoteDesk } from '../quotes/quote-request-manager.js';
import type { TradeWords } from './trade-report-handler.js';

export interface QuoteWordsPorts {
  now(): Instant;
  obey(deeds: readonly Deed[]): void;
}

/** Who hears of what an answer means for an acceptance. */
interface Parts {
  readonly desk: Desk;
  readonly quoteDesk: QuoteDesk;
  readonly judge: Judge;
  readonly tradeWords: TradeWords;
  readonly policy: PolicyEngine;
}

export class QuoteWords {
  readonly #parts: Parts;
  readonly #ports: QuoteWordsPorts;

  constructor(parts: Parts, ports: QuoteWordsPorts) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** How a request for quotes, or its withdrawal, ended on the wire. */
  sendResult(event: SendResultEvent): void {
    const { quoteDesk } = this.#parts;
    const request = quoteDesk.store.find(event.coId);
    const verdict = this.#judgeResult(event, request);
    if (request !== undefined) {
      if (event.orderId !== '') request.requestId = event.orderId;
      if (event.kind === 'rfs') this.#applyAsked(request, event, verdict);
      else this.#applyWithdrawn(request, verdict);
    }
    this.#ports.obey(verdict.deeds);
  }

  #judgeResult(event: SendResultEvent, request: OwnRequest | undefined): Verdict {
    const { status, transport, codeKind, code, message } = event;
    const group = event.kind === 'rfs' ? 'rfs' : 'cancel';
    const scope = request?.scope ?? { strategy: '', symbol: '', type: '', coId: event.coId };
    const facts = { group, status, transport, codeKind, code, message } as const;
    const stands = () => request?.state === 'UNKNOWN' && !request.hasEnded;
    return this.#parts.policy.answer(this.#ports.now(), facts, scope, stands);
  }

  #applyWithdrawn(request: OwnRequest, { class: found }: Verdict): void {
    const isOpen = found === 'unknown' || found === 'not-sent';
    if (isOpen) request.isWithdrawing = false;
    // Nobody queries those of a run before: that the venue answers is all that is heard of them.
    if (isOpen || !request.isAdopted || request.order !== undefined) return;
    request.hasEnded = true;
    this.#parts.quoteDesk.settle(request);
  }

  #applyAsked(request: OwnRequest, event: SendResultEvent, verdict: Verdict): void {
    const { quoteDesk } = this.#parts;
    // Quotes were seen before the answer: it tells nothing new.
    if (request.state !== 'SENDING') return;
    const reason = [event.code, event.message].filter((part) => part !== '').join(': ');
    switch (verdict.class) {
      case 'accepted':
        request.state = 'OPEN';
        quoteDesk.show(request);
        return;
      case 'not-sent':
      case 'rejected':
        request.hasEnded = true;
        quoteDesk.end(request, 'ENDED', reason);
        quoteDesk.settle(request);
        return;
      default:
        // It is never asked for again under this id: once it is found, it is withdrawn.
        quoteDesk.end(request, 'UNKNOWN', reason);
        if (request.requestId !== '') quoteDesk.withdraw(request);
    }
  }

  /** The egress gate turned a request back: nothing left. */
  egressRefused(coId: string, kind: 'rfs' | 'withdraw', reason: string): void {
    const { quoteDesk } = this.#parts;
    const request = quoteDesk.store.find(coId);
    if (request === undefined) return;
    if (kind === 'withdraw') {
      request.isWithdrawing = false;
      return;
    }
    request.hasEnded = true;
    quoteDesk.end(request, 'ENDED', reason);
    quoteDesk.settle(request);
  }

  /** What a query showed. */
  quotes(event: QuotesEvent): void {
    const { quoteDesk, judge } = this.#parts;
    judge.worked('rfs', event.clOrderId);
    const request = quoteDesk.store.find(event.clOrderId);
    const order = this.#findOrder(event.clOrderId, request);
    if (order !== undefined) this.#applyTrades(order, event);
    if (request !== undefined) this.#applyWord(request, order, event);
    else if (order !== undefined) this.#applyToOrder(order, event, undefined);
    // The word may have filled the order with what was taken back.
    if (order !== undefined) for (const bust of event.busts) this.#bust(order, event, bust, false);
  }

  /** Those that were booked and taken back make room for the others. */
  #applyTrades(order: OwnOrder, event: QuotesEvent): void {
    if (event.trades.length === 0) return;
    for (const bust of event.busts) this.#bust(order, event, bust, true);
    for (const trade of event.trades) this.#book(order, event, trade);
  }

  #applyWord(request: OwnRequest, order: OwnOrder | undefined, event: QuotesEvent): void {
    const { quoteDesk } = this.#parts;
    request.requestId = event.requestId;
    request.transactionId = event.transactionId;
    const isNew = request.event !== event.event;
    request.event = event.event;
    const told = isNew ? this.#tell(request, event) : undefined;
    const isEnd = event.state === 'done' || event.state === 'ended';
    if (isEnd && (event.isKnown || event.trades.length > 0)) request.hasEnded = true;
    if (order !== undefined) this.#applyToOrder(order, event, told);
    else this.#applyToRequest(request, event);
    this.#ports.obey(told?.deeds ?? []);
    quoteDesk.settle(request);
  }

  /** The acceptance of a request, which may be forgotten. */
  #findOrder(coId: string, request: OwnRequest | undefined): OwnOrder | undefined {
    const { store } = this.#parts.desk;
    const order = store.findByCoId(coId) ?? request?.order ?? store.findEnded(coId);
    return order?.terms.type === 'PQ' ? order : undefined;
  }

  /** What the policy makes of a word when it first comes. */
  #tell(request: OwnRequest, { event }: QuotesEvent) {
    const stands = () => {
      if (request.event !== event) return false;
      return request.order === undefined ? !request.isOver : !request.order.isTerminal;
    };
    return this.#parts.policy.rfsEvent(this.#ports.now(), event, request.scope, stands);
  }

  #applyToRequest(request: OwnRequest, event: QuotesEvent): void {
    const { desk, quoteDesk } = this.#parts;
    const { coId } = request.terms;
    switch (event.state) {
      case 'open':
      case 'quoted':
        request.quotes = event.quotes;
        if (request.state === 'UNKNOWN') {
          quoteDesk.withdraw(request);
          return;
        }
        if (request.isOver) return;
        request.state = event.state === 'open' ? 'OPEN' : 'QUOTED';
        quoteDesk.show(request);
        return;
      case 'accepted':
      case 'done':
        desk.halt('all', '', 'RC48', `a quote of request ${coId} was accepted, but not by us`);
        quoteDesk.end(request, 'ENDED', `${event.event}, which nobody asked for`);
        return;
      case 'ended':
        // By an unknown word it may live on.
        if (event.isKnown) quoteDesk.end(request, 'ENDED', event.reason);
    }
  }

  /** The venue's word on the request of an acceptance is its word on the order. */
  #applyToOrder(
    order: OwnOrder,
    event: QuotesEvent,
    told: ReturnType<PolicyEngine['rfsEvent']> | undefined,
  ): void {
    if (order.isTerminal && order.state !== 'LOST' && order.state !== 'ABANDONED') return;
    switch (event.state) {
      case 'open':
      case 'quoted':
        // The acceptance is not there: a withdrawal settles whether it still comes.
        if (isInDoubt(order.state)) this.#withdrawDoubted(order);
        return;
      case 'accepted':
        if (order.state === 'SENDING' || isInDoubt(order.state)) {
          moveTo(order, 'PENDING_VENUE');
          this.#parts.desk.show(order);
        } else if (order.isTerminal) {
          this.#wake(order, 'its quote was accepted after all');
        }
        return;
      case 'done':
        // By an unknown word alone nothing is filled: the trades are.
        if (event.isKnown || order.bookedUnits >= order.terms.units) this.#fill(order);
        else this.#doubt(order);
        return;
      case 'ended':
        if (event.isKnown) this.#end(order, event, told);
        else this.#doubt(order);
    }
  }

  /** A word that nobody knows: what became of the acceptance is asked for on. */
  #doubt(order: OwnOrder): void {
    if (order.state !== 'PENDING_VENUE' && order.state !== 'PARTIAL') return;
    const { desk } = this.#parts;
    desk.setUnknown(order);
    desk.show(order);
  }

  #withdrawDoubted(order: OwnOrder): void {
    const request = this.#parts.quoteDesk.store.find(order.coId);
    // unreached: a request stays as long as its acceptance is open
    if (request !== undefined) this.#parts.quoteDesk.withdraw(request);
  }

  /** The provider has confirmed; the record of the trade may come later. */
  #fill(order: OwnOrder): void {
    const { desk, tradeWords } = this.#parts;
    if (order.isTerminal) {
      this.#wake(order, 'its quote was dealt after all');
      return;
    }
    if (order.cumUnits < order.terms.units) {
      fillOrder(desk, order, order.terms.units);
      tradeWords.standIns.expect(order);
    }
    order.endAt = this.#ports.now();
    desk.end(order, 'FILLED', '');
  }

  /** Held for ended, and perhaps forgotten: it counts again. */
  #wake(order: OwnOrder, reason: string): void {
    const { odd, store } = this.#parts.desk;
    const { coId } = order.terms;
    // unreached: what has ended is kept
    odd.wake(store.findByCoId(coId) ?? store.revive(coId) ?? order, reason);
  }

  /** It was turned down, or its request ended without it: either way nothing was dealt. */
  #end(
    order: OwnOrder,
    event: QuotesEvent,
    told: ReturnType<PolicyEngine['rfsEvent']> | undefined,
  ): void {
    if (order.isTerminal) return;
    const { desk, judge } = this.#parts;
    const isRejected = event.event === 'TRADE_REJECTED' || event.event === 'REQUEST_REJECTED';
    const isWeak = order.weakSince !== undefined;
    if (isRejected && told !== undefined) judge.reject(order, told.reject, told.rule);
    order.endAt = this.#ports.now();
    const words = [event.event, event.reason].filter((part) => part !== '').join(': ');
    if (isRejected || isWeak) {
      desk.end(order, 'REJECTED', isRejected ? words : order.reason);
      judge.rejected(order, order.rejection.rule);
    } else {
      desk.end(order, event.event === 'REQUEST_EXPIRED' ? 'EXPIRED' : 'CANCELED', words);
    }
  }

  #bust(
    order: OwnOrder,
    { requestId }: QuotesEvent,
    { tradeId, side, units, rate, valueDate }: QuoteTrade,
    isEarly: boolean,
  ): void {
    const priceTicks = toWorseTicks(rate, toSign(side));
    const dated = valueDate === undefined ? {} : { valueDate };
    const ids = { coId: order.terms.coId, orderId: requestId, tradeId, ...dated };
    this.#parts.tradeWords.bust({ type: 'bust', ...ids, units, priceTicks, isEarly });
  }

  #book(order: OwnOrder, { requestId }: QuotesEvent, { rate, ...trade }: QuoteTrade): void {
    const { coId, symbol } = order.terms;
    const priceTicks = toWorseTicks(rate, toSign(trade.side));
    const names = { coId, orderId: requestId, symbol: symbol.instrument.symbol };
    this.#parts.tradeWords.trade({ ...trade, ...names, type: 'trade', priceTicks });
  }
}
