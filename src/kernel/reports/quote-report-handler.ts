// Processes the venue's responses and reports about own quote requests and acceptances of quotes.
import type { SubmitResultEvent } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import { toSign } from '../../domain/orders/index.js';
import type { QuoteReportEvent, QuoteTrade } from '../../domain/quotes/index.js';
import type { PolicyAction, PolicyEngine, Verdict } from '../../policy/index.js';
import type { OrderParts } from '../orders/order-parts.js';
import { applyReportedFill, changeState } from '../orders/exposure.js';
import type { ResponseEvaluator } from '../policy/response-evaluator.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Order } from '../orders/order.js';
import { type QuoteRequest, toWorseTicks } from '../quotes/quote-request.js';
import type { QuoteRequestManager } from '../quotes/quote-request-manager.js';
import type { TradeReportHandler } from './trade-report-handler.js';

export interface QuoteReportPorts {
  now(): Instant;
  applyActions(actions: readonly PolicyAction[]): void;
}

/** Parts of the kernel that process a quote report. */
interface Parts extends OrderParts {
  readonly quoteRequests: QuoteRequestManager;
  readonly evaluator: ResponseEvaluator;
  readonly tradeReports: TradeReportHandler;
  readonly policy: PolicyEngine;
}

export class QuoteReportHandler {
  readonly #parts: Parts;
  readonly #ports: QuoteReportPorts;

  constructor(parts: Parts, ports: QuoteReportPorts) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** Processes the result of sending a quote request or a withdrawal. */
  sendResult(event: SubmitResultEvent): void {
    const { quoteRequests } = this.#parts;
    const request = quoteRequests.store.find(event.coId);
    const verdict = this.#evaluateResult(event, request);
    if (request !== undefined) {
      if (event.orderId !== '') request.requestId = event.orderId;
      if (event.kind === 'rfs') this.#applyAsked(request, event, verdict);
      else this.#applyWithdrawn(request, verdict);
    }
    this.#ports.applyActions(verdict.actions);
  }

  #evaluateResult(event: SubmitResultEvent, request: QuoteRequest | undefined): Verdict {
    const { status, transport, codeKind, code, message } = event;
    const group = event.kind === 'rfs' ? 'rfs' : 'cancel';
    const scope = request?.scope ?? { strategy: '', symbol: '', type: '', coId: event.coId };
    const facts = { group, status, transport, codeKind, code, message } as const;
    const stands = () => request?.state === 'UNKNOWN' && !request.hasEnded;
    return this.#parts.policy.answer(this.#ports.now(), facts, scope, stands);
  }

  #applyWithdrawn(request: QuoteRequest, { class: found }: Verdict): void {
    const isOpen = found === 'unknown' || found === 'not-sent';
    if (isOpen) request.isWithdrawing = false;
    // Requests of a previous run are not polled: the response to the withdrawal is the last
    // information.
    if (isOpen || !request.isAdopted || request.order !== undefined) return;
    request.hasEnded = true;
    this.#parts.quoteRequests.settle(request);
  }

  #applyAsked(request: QuoteRequest, event: SubmitResultEvent, verdict: Verdict): void {
    const { quoteRequests } = this.#parts;
    // A quote report came before this response, which adds nothing.
    if (request.state !== 'SENDING') return;
    const reason = [event.code, event.message].filter((part) => part !== '').join(': ');
    switch (verdict.class) {
      case 'accepted':
        request.state = 'OPEN';
        quoteRequests.show(request);
        return;
      case 'not-sent':
      case 'rejected':
        request.hasEnded = true;
        quoteRequests.end(request, 'ENDED', reason);
        quoteRequests.settle(request);
        return;
      default:
        // A request of unknown outcome is never sent again under this id; once found, it is
        // withdrawn.
        quoteRequests.end(request, 'UNKNOWN', reason);
        if (request.requestId !== '') quoteRequests.withdraw(request);
    }
  }

  /** The egress check refused a request or withdrawal: nothing was sent. */
  egressRefused(coId: string, kind: 'rfs' | 'withdraw', reason: string): void {
    const { quoteRequests } = this.#parts;
    const request = quoteRequests.store.find(coId);
    if (request === undefined) return;
    if (kind === 'withdraw') {
      request.isWithdrawing = false;
      return;
    }
    request.hasEnded = true;
    quoteRequests.end(request, 'ENDED', reason);
    quoteRequests.settle(request);
  }

  /** Processes the report of a poll. */
  quotes(event: QuoteReportEvent): void {
    const { quoteRequests, evaluator } = this.#parts;
    evaluator.onReadSucceeded('rfs', event.clOrderId);
    const request = quoteRequests.store.find(event.clOrderId);
    const order = this.#findOrder(event.clOrderId, request);
    if (order !== undefined) this.#applyTrades(order, event);
    if (request !== undefined) this.#applyWord(request, order, event);
    else if (order !== undefined) this.#applyToOrder(order, event, undefined);
    // Busts once more, after the report: only now a fill may be booked that one of them busts.
    if (order !== undefined) for (const bust of event.busts) this.#bust(order, event, bust, false);
  }

  /**
   * Busts of booked trades first: a trade that replaces a busted one is then no additional fill.
   */
  #applyTrades(order: Order, event: QuoteReportEvent): void {
    if (event.trades.length === 0) return;
    for (const bust of event.busts) this.#bust(order, event, bust, true);
    for (const trade of event.trades) this.#book(order, event, trade);
  }

  #applyWord(request: QuoteRequest, order: Order | undefined, event: QuoteReportEvent): void {
    const { quoteRequests } = this.#parts;
    request.requestId = event.requestId;
    request.transactionId = event.transactionId;
    const isNew = request.event !== event.event;
    request.event = event.event;
    const told = isNew ? this.#tell(request, event) : undefined;
    const isEnd = event.state === 'done' || event.state === 'ended';
    if (isEnd && (event.isKnown || event.trades.length > 0)) request.hasEnded = true;
    if (order !== undefined) this.#applyToOrder(order, event, told);
    else this.#applyToRequest(request, event);
    this.#ports.applyActions(told?.actions ?? []);
    quoteRequests.settle(request);
  }

  /** The acceptance of a request, even when the request was removed. */
  #findOrder(coId: string, request: QuoteRequest | undefined): Order | undefined {
    const { store } = this.#parts.orderManager;
    const order = store.findByCoId(coId) ?? request?.order ?? store.findEnded(coId);
    return order?.terms.type === 'PQ' ? order : undefined;
  }

  /** Evaluates a new event by the policy. */
  #tell(request: QuoteRequest, { event }: QuoteReportEvent) {
    const stands = () => {
      if (request.event !== event) return false;
      return request.order === undefined ? !request.isOver : !request.order.isTerminal;
    };
    return this.#parts.policy.rfsEvent(this.#ports.now(), event, request.scope, stands);
  }

  #applyToRequest(request: QuoteRequest, event: QuoteReportEvent): void {
    const { halts, quoteRequests } = this.#parts;
    const { coId } = request.terms;
    switch (event.state) {
      case 'open':
      case 'quoted':
        request.quotes = event.quotes;
        if (request.state === 'UNKNOWN') {
          quoteRequests.withdraw(request);
          return;
        }
        if (request.isOver) return;
        request.state = event.state === 'open' ? 'OPEN' : 'QUOTED';
        quoteRequests.show(request);
        return;
      case 'accepted':
      case 'done':
        halts.halt(
          'all',
          '',
          'RC48',
          `a quote of request ${coId} was accepted, but not by this bot`,
        );
        quoteRequests.end(request, 'ENDED', `${event.event} without an acceptance by this bot`);
        return;
      case 'ended':
        // An event that the profile does not know proves no end.
        if (event.isKnown) quoteRequests.end(request, 'ENDED', event.reason);
    }
  }

  /** Applies the report of a request to the order that accepts its quote. */
  #applyToOrder(
    order: Order,
    event: QuoteReportEvent,
    told: ReturnType<PolicyEngine['rfsEvent']> | undefined,
  ): void {
    if (order.isTerminal && order.state !== 'LOST' && order.state !== 'ABANDONED') return;
    switch (event.state) {
      case 'open':
      case 'quoted':
        // The venue has not seen the acceptance: after a withdrawal none can be dealt any more.
        if (isOutcomeUnknown(order.state)) this.#withdrawDoubted(order);
        return;
      case 'accepted':
        if (order.state === 'SENDING' || isOutcomeUnknown(order.state)) {
          changeState(order, 'PENDING_VENUE');
          this.#parts.orderManager.publish(order);
        } else if (order.isTerminal) {
          this.#wake(order, 'the venue reports that its quote was accepted');
        }
        return;
      case 'done':
        // An unknown event alone fills nothing; its trades do.
        if (event.isKnown || order.bookedUnits >= order.terms.units) this.#fill(order);
        else this.#setUnknown(order);
        return;
      case 'ended':
        if (event.isKnown) this.#end(order, event, told);
        else this.#setUnknown(order);
    }
  }

  /** An event that the profile does not know: the acceptance gets an unknown outcome. */
  #setUnknown(order: Order): void {
    if (order.state !== 'PENDING_VENUE' && order.state !== 'PARTIAL') return;
    const { orderManager, unknownOrders } = this.#parts;
    unknownOrders.setUnknown(order);
    orderManager.publish(order);
  }

  #withdrawDoubted(order: Order): void {
    const request = this.#parts.quoteRequests.store.find(order.coId);
    // unreached: a request stays as long as its acceptance is open
    if (request !== undefined) this.#parts.quoteRequests.withdraw(request);
  }

  /** The provider has confirmed; the trade report may come later. */
  #fill(order: Order): void {
    const { halts, orderManager, tradeReports } = this.#parts;
    if (order.isTerminal) {
      this.#wake(order, 'the venue reports that its quote was traded');
      return;
    }
    if (order.cumUnits < order.terms.units) {
      applyReportedFill(halts, order, order.terms.units);
      tradeReports.provisionalFills.expect(order);
    }
    order.endAt = this.#ports.now();
    orderManager.end(order, 'FILLED', '');
  }

  /** Reopens an ended acceptance: its exposure counts again. */
  #wake(order: Order, reason: string): void {
    const { anomalies, orderManager } = this.#parts;
    const { store } = orderManager;
    const { coId } = order.terms;
    // unreached: what has ended is kept
    anomalies.revive(store.findByCoId(coId) ?? store.revive(coId) ?? order, reason);
  }

  /** The provider rejected the acceptance, or the request ended without it: nothing was dealt. */
  #end(
    order: Order,
    event: QuoteReportEvent,
    told: ReturnType<PolicyEngine['rfsEvent']> | undefined,
  ): void {
    if (order.isTerminal) return;
    const { orderManager, evaluator } = this.#parts;
    const isRejected = event.event === 'TRADE_REJECTED' || event.event === 'REQUEST_REJECTED';
    const isWeak = order.likelyRejectedSince !== undefined;
    if (isRejected && told !== undefined) evaluator.reject(order, told.reject, told.rule);
    order.endAt = this.#ports.now();
    const text = [event.event, event.reason].filter((part) => part !== '').join(': ');
    if (isRejected || isWeak) {
      orderManager.end(order, 'REJECTED', isRejected ? text : order.reason);
      evaluator.rejected(order, order.rejection.rule);
    } else {
      orderManager.end(order, event.event === 'REQUEST_EXPIRED' ? 'EXPIRED' : 'CANCELED', text);
    }
  }

  #bust(
    order: Order,
    { requestId }: QuoteReportEvent,
    { tradeId, side, units, rate, valueDate }: QuoteTrade,
    isEarly: boolean,
  ): void {
    const priceTicks = toWorseTicks(rate, toSign(side));
    const dated = valueDate === undefined ? {} : { valueDate };
    const ids = { coId: order.terms.coId, orderId: requestId, tradeId, ...dated };
    this.#parts.tradeReports.bust({ type: 'bust', ...ids, units, priceTicks, isEarly });
  }

  #book(order: Order, { requestId }: QuoteReportEvent, { rate, ...trade }: QuoteTrade): void {
    const { coId, symbol } = order.terms;
    const priceTicks = toWorseTicks(rate, toSign(trade.side));
    const names = { coId, orderId: requestId, symbol: symbol.instrument.symbol };
    this.#parts.tradeReports.trade({ ...trade, ...names, type: 'trade', priceTicks });
  }
}
