// Processes the venue's reports about own orders: found, filled, ended, or alive after their end.
import type { OrderEvent, OrderState } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { isTerminalStatus } from '../../domain/orders/index.js';
import type { StatusRule } from '../../policy/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { OrderParts } from '../orders/order-parts.js';
import type { ExpiryMonitor } from '../orders/expiry-monitor.js';
import { applyReportedFill, changeState } from '../orders/exposure.js';
import type { ResponseEvaluator } from '../policy/response-evaluator.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Order } from '../orders/order.js';
import type { TradeReportHandler } from './trade-report-handler.js';

export interface OrderReportPorts {
  readonly now: Instant;
  /** Alerts about something that stops nothing. */
  warn(rule: string, symbol: string, text: string): void;
}

export class OrderReportHandler {
  readonly #orderManager: OrderManager;
  readonly #orders: OrderParts;
  readonly #trades: TradeReportHandler;
  readonly #evaluator: ResponseEvaluator;
  readonly #expiryMonitor: ExpiryMonitor;
  readonly #ports: OrderReportPorts;

  constructor(
    orders: OrderParts & { readonly tradeReports: TradeReportHandler },
    evaluator: ResponseEvaluator,
    expiryMonitor: ExpiryMonitor,
    ports: OrderReportPorts,
  ) {
    this.#orders = orders;
    this.#orderManager = orders.orderManager;
    this.#evaluator = evaluator;
    this.#expiryMonitor = expiryMonitor;
    this.#trades = orders.tradeReports;
    this.#ports = ports;
  }

  order(event: OrderEvent): void {
    const orderManager = this.#orderManager;
    const evaluator = this.#evaluator;
    if (event.isLate === true) {
      this.#late(event);
      return;
    }
    const order = this.#orders.anomalies.find(event.coId, event.orderId) ?? this.#reviveFor(event);
    evaluator.onReadSucceeded('order', event.coId);
    evaluator.text(event.reason, order);
    if (event.originalCoId !== undefined) this.#succeed(event.originalCoId);
    if (order === undefined) {
      this.#checkForeignOrder(event);
      return;
    }
    const mismatch = findMismatch(order, event);
    if (mismatch !== undefined) {
      this.#orders.halts.halt('all', '', 'RC48', mismatch);
      if (isTerminalStatus(event.status)) this.#expiryMonitor.watchMismatch(order);
      return;
    }
    order.hasTermMismatch = false;
    orderManager.gate.hooks.status(order, event.cumUnits);
    const wasTerminal = order.isTerminal;
    const isAfterCancel =
      event.cumUnits > order.cumUnits && order.isCanceledBefore(event.transactAt);
    const isOlder = event.transactAt !== 0 && event.transactAt <= order.transactAt;
    order.transactAt = Math.max(order.transactAt, event.transactAt);
    // A lower filled quantity than reported before comes from a stale copy at the venue.
    if (event.cumUnits < order.cumUnits && !isTerminalStatus(event.status)) return;
    if (event.orderId !== '') order.orderId = event.orderId;
    order.withdrawLikelyRejection();
    this.#orders.unknownOrders.onFound(order);
    const { averageTicks } = event;
    if (averageTicks !== undefined) orderManager.gate.hooks.average(order, averageTicks);
    if (event.cumUnits > order.cumUnits) this.#raiseFilled(order, event);
    const rule = evaluator.findStatus(event.status);
    const end = isTerminalStatus(rule.state) ? rule.state : undefined;
    if (isAfterCancel && (end !== undefined || isOlder)) {
      const { coId, host } = order.terms;
      const reason = `order ${coId} was filled after it was cancelled`;
      this.#orders.halts.halt('strategy', host.name, 'RC53', reason);
    }
    if (end !== undefined) this.#end(order, event, rule, end);
    else if (!wasTerminal) this.#live(order, event, rule);
    else if (!isOlder || isGone(order)) this.#wake(order, event, rule);
  }

  /** Takes the higher filled quantity of a report. */
  #raiseFilled(order: Order, { averageTicks = 0, cumUnits }: OrderEvent): void {
    // The average belongs to this filled quantity: a different average in a later report of the
    // same quantity is ignored.
    order.averageTicks = averageTicks;
    this.#trades.onFilledQuantity(order, cumUnits);
    applyReportedFill(this.#orders.halts, order, cumUnits);
    this.#trades.provisionalFills.expect(order);
  }

  /** A report too old to be applied can still show terms that differ from those sent. */
  #late(event: OrderEvent): void {
    const { anomalies } = this.#orders;
    const { store } = this.#orderManager;
    const order = anomalies.find(event.coId, event.orderId) ?? store.findEnded(event.coId);
    if (order === undefined) return;
    const mismatch = findMismatch(order, event);
    if (mismatch !== undefined) this.#orders.halts.halt('all', '', 'RC48', mismatch);
  }

  /** Reports a live order that the kernel does not know to the rules (RC48). */
  #checkForeignOrder({ coId, originalCoId = '', status, symbol }: OrderEvent): void {
    const { gate, store } = this.#orderManager;
    if (isTerminalStatus(status) || store.findEnded(coId) !== undefined) return;
    // A replacement of one of our orders, which its original's report covers.
    if (store.findByCoId(originalCoId) ?? store.findEnded(originalCoId)) return;
    gate.hooks.foreign(coId, symbol);
  }

  /** Reopens an ended order when the report says more than its end did. */
  #reviveFor(event: OrderEvent): Order | undefined {
    const { store } = this.#orderManager;
    const ended = store.findEnded(event.coId);
    if (ended === undefined) return undefined;
    const other = this.#orders.anomalies.findBeside(ended, event.orderId);
    if (other !== undefined) return other;
    const mismatch = findMismatch(ended, event);
    if (mismatch !== undefined) {
      this.#orders.halts.halt('all', '', 'RC48', mismatch);
      return undefined;
    }
    const { averageTicks } = event;
    const isAlive = !isTerminalStatus(event.status);
    // A lower filled quantity than reported before: a stale copy, which is ignored.
    const isStale = isAlive && event.cumUnits < ended.cumUnits;
    if (averageTicks !== undefined && !isStale) {
      this.#orderManager.gate.hooks.average(ended, averageTicks);
    }
    const isOlder = event.transactAt !== 0 && event.transactAt <= ended.transactAt;
    const isFilled = event.status === 'FILLED' && ended.state !== 'FILLED';
    const isDenied = !isAlive && event.lacksFilled !== true && event.cumUnits < ended.cumUnits;
    const saysLess = isDenied && ended.provisional !== undefined;
    const saysMore = event.cumUnits > ended.cumUnits || isFilled || (isAlive && !isOlder);
    if (saysMore || saysLess || isGone(ended)) return store.revive(event.coId);
    store.updateClosed(event.coId, event.transactAt, event.orderId);
    return undefined;
  }

  #end(order: Order, event: OrderEvent, rule: StatusRule, state: OrderState): void {
    const orderManager = this.#orderManager;
    if (event.lacksFilled !== true) this.#trades.provisionalFills.contest(order, event.cumUnits);
    if (isGone(order)) this.#wake(order, event, rule);
    if (order.isTerminal) {
      // A late fill may complete the order.
      if (state === 'FILLED' && order.state !== 'FILLED') changeState(order, 'FILLED');
      if (order.isUnexplained && state === 'FAILED') this.#explain(order, event, rule);
      orderManager.removeIfClosed(order);
      return;
    }
    // The reason is evaluated before the order ends; its actions are applied after the end.
    const actions = this.#evaluator.reason(order, rule, event.reason);
    order.endAt = event.transactAt === 0 ? this.#ports.now : event.transactAt;
    orderManager.end(order, state, event.reason);
    if (state === 'CANCELED') this.#reportCancel(order);
    this.#evaluator.status(order, rule, event.status);
    this.#evaluator.applyActions(actions);
    if (state === 'REJECTED') this.#evaluator.rejected(order, order.rejection.rule);
  }

  /** Alerts that a resting order was cancelled by the venue or by another party. */
  #reportCancel({ cancelAt, isCancelExternal, coId, cumUnits, reason, terms }: Order): void {
    const isOurs = cancelAt > 0 && !isCancelExternal;
    if (isOurs || terms.timeInForce === 'IOC' || terms.timeInForce === 'FOK') return;
    const { base, baseDecimals, symbol } = terms.symbol.instrument;
    const [filled, size] = [cumUnits, terms.units].map((one) => formatShortest(one, baseDecimals));
    const why = reason === '' ? '' : `: ${reason}`;
    const text = `order ${coId} was cancelled at the venue, not by this bot`;
    const part = `${filled ?? ''} of ${size ?? ''} ${base} filled`;
    this.#ports.warn('RC48', symbol, `${text}, ${part}${why}`);
  }

  /** The venue reports the reason of a failure after the status FAILED. */
  #explain(order: Order, { reason }: OrderEvent, rule: StatusRule): void {
    if (reason === '') return;
    const actions = this.#evaluator.reason(order, rule, reason);
    order.reason = reason;
    this.#orderManager.publish(order);
    this.#evaluator.applyActions(actions);
  }

  #live(order: Order, event: OrderEvent, rule: StatusRule): void {
    const { cancels } = this.#orders;
    const next = findLiveState(order, rule);
    const wasInDoubt = isOutcomeUnknown(order.state);
    this.#expiryMonitor.begin(order);
    if (rule.word === 'PENDING_CANCEL') cancels.onCancelPending(order, this.#ports.now);
    else cancels.onCancelGone(order);
    if (next !== order.state || rule.state === 'PARTIAL') {
      changeState(order, next);
      this.#orderManager.publish(order);
    }
    if (wasInDoubt) cancels.resendAfterFound(order);
    this.#evaluator.status(order, rule, event.status);
  }

  /**
   * A closed order is alive: it is cancelled and its strategy halts. If it was FILLED, everything
   * halts and the order stays FILLED.
   */
  #wake(order: Order, { status }: OrderEvent, rule: StatusRule): void {
    const { state, coId } = order;
    if (state === 'FILLED') {
      this.#orders.halts.halt(
        'all',
        '',
        'RC48',
        `the venue reports order ${coId} as ${status} although it was ${state}`,
      );
      this.#orderManager.removeIfClosed(order);
      return;
    }
    this.#orders.anomalies.revive(order, `the venue reports ${status} after ${state}`);
    if (!isTerminalStatus(rule.state)) this.#evaluator.status(order, rule, status);
  }

  /** The report says that its order replaces one of ours. */
  #succeed(originalCoId: string): void {
    const original = this.#orderManager.store.findByCoId(originalCoId);
    if (original?.state === 'REPLACED') this.#orderManager.markAccounted(original);
  }
}

/** True for an order that the venue should not have: any report about it counts, however old. */
function isGone({ state }: Order): boolean {
  return state === 'LOST' || state === 'ABANDONED';
}

function findLiveState(order: Order, { state: word }: StatusRule): OrderState {
  const { state } = order;
  if (state === 'ZOMBIE') return state;
  const isNew = state === 'SENDING' || state === 'UNKNOWN' || state === 'QUARANTINED';
  const working = order.cumUnits > 0 ? 'PARTIAL' : 'WORKING';
  switch (word) {
    case 'PENDING_VENUE':
      return isNew ? 'PENDING_VENUE' : state;
    case 'unchanged':
      return isNew || state === 'PENDING_VENUE' ? working : state;
    case 'WORKING':
      return working;
    case 'PARTIAL':
      return 'PARTIAL';
    case 'WORKING_PAUSED':
      return 'WORKING_PAUSED';
    default:
      return 'STATUS_UNKNOWN';
  }
}

/**
 * Describes how the reported terms differ from those sent; undefined when they agree. A difference
 * is a fault of the venue or of the mapping.
 */
function findMismatch({ terms }: Order, event: OrderEvent): string | undefined {
  const name = `order ${terms.coId}`;
  const differs =
    event.symbol !== terms.symbol.instrument.symbol ||
    event.side !== terms.side ||
    (event.orderType ?? terms.type) !== terms.type ||
    (event.timeInForce ?? terms.timeInForce) !== terms.timeInForce ||
    event.dealtCurrency !== undefined ||
    event.units !== terms.units ||
    (event.priceTicks !== 0 && event.priceTicks !== terms.priceTicks);
  if (differs) {
    return `${name} differs at the venue from what was sent: ${describeDifference(terms, event)}`;
  }
  if (event.isLate !== true && event.status === 'FILLED' && event.cumUnits < terms.units) {
    return `${name} has the status FILLED but a filled quantity below its size`;
  }
  return undefined;
}

/** The first field that differs. */
function describeDifference(terms: Order['terms'], event: OrderEvent): string | undefined {
  const { instrument } = terms.symbol;
  const units = (value: number) => formatShortest(value, instrument.baseDecimals);
  const price = (ticks: number) => formatShortest(ticks, instrument.ratePrecision);
  const fields: readonly (readonly [string, string, string])[] = [
    ['symbol', instrument.symbol, event.symbol],
    ['side', terms.side, event.side],
    ['type', terms.type, event.orderType ?? terms.type],
    ['time in force', terms.timeInForce, event.timeInForce ?? terms.timeInForce],
    ['dealt currency', instrument.base, event.dealtCurrency ?? instrument.base],
    ['size', units(terms.units), units(event.units)],
    ['price', price(terms.priceTicks), price(event.priceTicks)],
  ];
  const differing = fields.find(([, sent, found]) => sent !== found);
  return differing && `${differing[0]}: expected ${differing[1]}, found ${differing[2]}`;
}
