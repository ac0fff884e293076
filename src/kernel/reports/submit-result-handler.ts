// Processes the results of place and cancel requests, and polls without new data.
import type {
  EgressRefusalEvent,
  PollEvent,
  SubmitResultEvent,
} from '../../domain/events/index.js';
import { SECOND, type Instant } from '../../domain/index.js';
import type { StatusRule, Verdict } from '../../policy/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { OrderParts } from '../orders/order-parts.js';
import type { ExpiryMonitor } from '../orders/expiry-monitor.js';
import { changeState } from '../orders/exposure.js';
import type { ResponseEvaluator } from '../policy/response-evaluator.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Order } from '../orders/order.js';
import type { SubmitRetries } from '../orders/submit-retries.js';
import type { OrderResubmitter } from '../orders/order-resubmitter.js';

/** A 400 without a reason code is a rejection after this many negative probes over this time. */
const WEAK_READS = 3;
const WEAK_SPAN = 5 * SECOND;

/** Consumers of responses that show no order, or no trade of an order. */
export interface SubmitResultPorts {
  readonly resubmitter: OrderResubmitter;
  readonly retries: SubmitRetries;
  readonly noTrade: (order: Order) => void;
}

export class SubmitResultHandler {
  readonly #orderManager: OrderManager;
  readonly #orders: OrderParts;
  readonly #evaluator: ResponseEvaluator;
  readonly #expiryMonitor: ExpiryMonitor;
  readonly #resubmitter: OrderResubmitter;
  readonly #retries: SubmitRetries;
  readonly #noTrade: SubmitResultPorts['noTrade'];
  /** Status rule of orders that the venue has accepted. */
  readonly #received: StatusRule;
  readonly #now: () => Instant;

  constructor(
    orders: OrderParts,
    evaluator: ResponseEvaluator,
    expiryMonitor: ExpiryMonitor,
    second: SubmitResultPorts,
    now: () => Instant,
  ) {
    this.#orders = orders;
    this.#orderManager = orders.orderManager;
    this.#retries = second.retries;
    this.#evaluator = evaluator;
    this.#received = evaluator.findStatus('RECEIVED');
    this.#expiryMonitor = expiryMonitor;
    this.#resubmitter = second.resubmitter;
    this.#noTrade = second.noTrade;
    this.#now = now;
  }

  sendResult(answer: SubmitResultEvent): void {
    const order = this.#orders.anomalies.find(answer.coId, answer.orderId);
    // No byte of the first attempt left, so the venue sees the order for the first time.
    const isFirst = answer.resent === true && order?.neverLeft === true;
    const event = isFirst ? { ...answer, resent: false } : answer;
    const verdict = this.#evaluator.sendResult(event, order);
    if (order !== undefined) {
      if (event.orderId !== '') order.orderId = event.orderId;
      if (event.kind === 'cancel')
        this.#orders.cancels.onCancelResult(order, verdict.class, event.status);
      else this.#applyPlaceResult(order, event, verdict);
    }
    this.#evaluator.applyActions(verdict.actions);
  }

  /**
   * The egress check refused a command: nothing was sent. If an earlier attempt was sent, the venue
   * rejected that one.
   */
  egressRefused(event: EgressRefusalEvent): void {
    const order = this.#orderManager.store.findByCoId(event.coId);
    if (order === undefined) return;
    if (event.kind === 'cancel') order.cancelState = 'NONE';
    else if (order.state !== 'SENDING') return;
    else if (order.attempts > 1 && !order.neverLeft) this.#reject(order, event.reason);
    else this.#orderManager.end(order, 'ABANDONED', event.reason);
  }

  /** Processes a poll without new data; `symbol` is the symbol whose rate was polled. */
  poll(event: PollEvent, symbol: SymbolState | undefined): void {
    const orderManager = this.#orderManager;
    const { subject, key, orderId, status } = event;
    const isOfOrder = subject === 'order' || subject === 'trades';
    const double =
      orderId === undefined ? undefined : orderManager.store.findDuplicate(key, orderId);
    const order = isOfOrder ? (double ?? orderManager.store.findByCoId(key)) : undefined;
    this.#evaluator.poll(event, order, symbol);
    const isLogin = subject === 'login' || subject === 'renew';
    if (isLogin && event.outcome === 'unchanged') this.#retries.loginWorked();
    const areTradesKnown = subject === 'trades' && event.outcome === 'unchanged';
    if (areTradesKnown && order?.state === 'FAILED') orderManager.markAccounted(order);
    if (subject === 'trades' && event.outcome !== 'failed' && order !== undefined)
      this.#noTrade(order);
    if (event.outcome !== 'empty') return;
    if (subject === 'rfs') {
      const acceptance = orderManager.store.findByCoId(key);
      if (acceptance !== undefined) this.#orders.unknownOrders.onRequestNotFound(acceptance);
      return;
    }
    if (order === undefined || subject !== 'order' || event.isPartial === true) return;
    if (!this.#orders.unknownOrders.isEmptyStatus(status)) return;
    this.#orders.unknownOrders.onNegativeProbe(order);
    if (order.likelyRejectedSince === undefined) {
      this.#resubmitter.maybeResubmit(order);
      return;
    }
    const isOften = (order.unknownOutcome?.negatives ?? 0) >= WEAK_READS;
    const isProven = isOften && this.#now() - order.likelyRejectedSince >= WEAK_SPAN;
    if (isProven) this.#reject(order, order.reason);
  }

  #applyPlaceResult(order: Order, event: SubmitResultEvent, verdict: Verdict): void {
    // A report has shown the order already: a late response to the request changes nothing.
    if (order.state !== 'SENDING') {
      if (isOutcomeUnknown(order.state)) this.#applyAnotherResult(order, event, verdict);
      return;
    }
    const orderManager = this.#orderManager;
    switch (verdict.class) {
      case 'not-sent':
      case 'rejected': {
        const end = () => {
          this.#endUntaken(order, event, verdict);
        };
        if (!this.#retries.offer(order, verdict, event.transport, end)) end();
        return;
      }
      case 'accepted':
        changeState(order, 'PENDING_VENUE');
        this.#expiryMonitor.begin(order);
        orderManager.publish(order);
        this.#evaluator.status(order, this.#received, 'RECEIVED');
        return;
      case 'weak':
        order.likelyRejectedSince = this.#now();
        order.reason = describe(event);
        this.#evaluator.reject(order, verdict.reject, verdict.rule);
        break;
      default:
        break;
    }
    this.#orders.unknownOrders.setUnknown(order);
    orderManager.publish(order);
  }

  /** Ends an order that the venue provably does not have. */
  #endUntaken(order: Order, event: SubmitResultEvent, verdict: Verdict): void {
    if (verdict.class === 'not-sent') {
      this.#orderManager.end(order, 'ABANDONED', describe(event));
      return;
    }
    this.#evaluator.reject(order, verdict.reject, verdict.rule);
    this.#reject(order, describe(event));
  }

  /** The response to a resubmit also proves what became of the first attempt. */
  #applyAnotherResult(order: Order, event: SubmitResultEvent, verdict: Verdict): void {
    const orderManager = this.#orderManager;
    const { code, resent } = event;
    // The venue refuses the coId as used, so it has the order.
    const isThere = verdict.class === 'duplicate' && resent === true;
    if (verdict.class === 'accepted' || isThere) {
      changeState(order, 'PENDING_VENUE');
      this.#expiryMonitor.begin(order);
      orderManager.publish(order);
      // unreached: an order of unknown outcome has `unknownOutcome`
    } else if (verdict.class === 'rejected' && (order.unknownOutcome?.negatives ?? 0) > 0) {
      this.#evaluator.reject(order, verdict.reject, verdict.rule);
      this.#reject(order, code);
    }
  }

  /** Ends an order that the venue rejected, or that enough probes did not find. */
  #reject(order: Order, text: string): void {
    this.#orderManager.end(order, 'REJECTED', text);
    this.#evaluator.rejected(order, order.rejection.rule);
  }
}

/** Reason code and message of a response, as far as present. */
function describe({ code, message }: SubmitResultEvent): string {
  return [code, message].filter((part) => part !== '').join(': ');
}
