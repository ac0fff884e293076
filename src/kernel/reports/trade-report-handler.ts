// Books trades of own orders, each once, and reverses them when the venue busts them.
import type { BustEvent, TradeEvent } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { BustKind } from '../../risk/index.js';
import type { ClientOrderIds } from '../orders/client-order-ids.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { OrderParts } from '../orders/order-parts.js';
import type { TradingHalts } from '../orders/trading-halts.js';
import type { ExpiryMonitor } from '../orders/expiry-monitor.js';
import { applyReportedFill, movePosition, changeState, setContest } from '../orders/exposure.js';
import type { ResponseEvaluator } from '../policy/response-evaluator.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Outputs } from '../outputs.js';
import type { Order } from '../orders/order.js';
import { ProvisionalFills, type TradeTerms } from './provisional-fills.js';

/** Maximum of trade ids remembered per open order, to book each trade once. */
const MAX_TRADES_PER_ORDER = 10_000;

export interface TradeReportPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  readonly coIds: Pick<ClientOrderIds, 'isOfTwin'>;
  /** Watches the expiry of orders that a trade proves to be at the venue. */
  readonly expiryMonitor: Pick<ExpiryMonitor, 'begin'>;
  /** Gets successful reads of trades, and trades that are missing for long. */
  readonly evaluator: Pick<
    ResponseEvaluator,
    'reportsTradesAfter' | 'tradesMissing' | 'onReadSucceeded'
  >;
}

export class TradeReportHandler {
  readonly #orderManager: OrderManager;
  readonly #orders: OrderParts;
  readonly #halts: TradingHalts;
  readonly #outputs: Outputs;
  readonly #ports: TradeReportPorts;
  readonly provisionalFills: ProvisionalFills;

  constructor(orders: OrderParts, outputs: Outputs, ports: TradeReportPorts) {
    this.#orders = orders;
    this.#halts = orders.halts;
    this.#orderManager = orders.orderManager;
    this.#outputs = outputs;
    this.#ports = ports;
    this.provisionalFills = new ProvisionalFills(orders.orderManager, outputs, {
      now: () => ports.now(),
      at: (dueAt, action) => ports.at(dueAt, action),
      evaluator: ports.evaluator,
      book: (order, trade) => {
        this.#book(order, trade, ports.now());
      },
      takeBack: (order, units) => {
        this.#takeBack(order, units, 'denied');
      },
    });
  }

  trade(event: TradeEvent): void {
    const order = this.#orders.anomalies.find(event.coId, event.orderId) ?? this.#findEnded(event);
    this.#ports.evaluator.onReadSucceeded('trades', event.coId);
    if (order === undefined) this.#checkUnknownTrade(event);
    else this.#take(order, event);
  }

  #take(order: Order, event: TradeEvent): void {
    const orderManager = this.#orderManager;
    const { terms, tradeIds } = order;
    if (event.units <= 0 || event.priceTicks <= 0) {
      this.#halts.halt('all', '', 'RC46', `trade ${event.tradeId} has no quantity or no price`);
      return;
    }
    if (event.dealtCurrency !== undefined) {
      const { tradeId, dealtCurrency } = event;
      const reason = `trade ${tradeId} is dealt in ${dealtCurrency}, not in the base currency`;
      this.#halts.halt('all', '', 'RC46', reason);
      return;
    }
    if (differs(order, event)) {
      const reason = `trade ${event.tradeId} has another symbol or side than order ${terms.coId}`;
      this.#halts.halt('all', '', 'RC46', reason);
      return;
    }
    const { trades } = orderManager.store.closed;
    const wasBooked = order.isRevived && trades.has(terms.intentId, event.tradeId);
    if (wasBooked || tradeIds.includes(event.tradeId)) {
      this.#repeat(order, event);
      return;
    }
    // All fills are booked already, so this repeated trade is one of them.
    const isRepeat = event.isResent === true && order.bookedUnits >= order.cumUnits;
    if (order.hasLostTradeIds && isRepeat) {
      this.#settle(order);
      return;
    }
    if (order.hasLostTradeIds || tradeIds.length >= MAX_TRADES_PER_ORDER) {
      const reason = `trade ${event.tradeId} of order ${terms.coId} may have been booked before`;
      this.#halts.halt('all', '', 'RC46', `${reason}: the order has too many trades to compare`);
      return;
    }
    order.tradeIds = tradeIds.length === 0 ? [event.tradeId] : [...tradeIds, event.tradeId];
    const units = event.units - this.provisionalFills.replace(order, event);
    const { cumUnits } = order;
    if (units > 0) this.#book(order, { ...event, units }, event.executedAt);
    if (order.orderId === '' && order.orderHash === 0) order.orderId = event.orderId;
    this.#adopt(order, event.orderId);
    const isAfterCancel = order.cumUnits > cumUnits && order.isCanceledBefore(event.executedAt);
    const hadNone = order.state === 'LOST' || order.state === 'ABANDONED';
    if (hadNone || isAfterCancel)
      this.#orders.anomalies.revive(order, `the venue reports its trade ${event.tradeId}`);
    this.#settle(order);
  }

  /** Halts on a trade of a twin, a bot on a copy of this state: our positions lack its fills. */
  #checkUnknownTrade({ coId, tradeId }: TradeEvent): void {
    if (!this.#ports.coIds.isOfTwin(coId)) return;
    const trade = `trade ${tradeId} of order ${coId}`;
    const reason =
      `the journal lacks ${trade}, which has this bot's tag: ` +
      'another bot runs on a copy of this state directory, or this directory is an old copy';
    this.#halts.halt('all', '', 'RC48', reason);
  }

  /** A booked trade stays booked when the venue changes it; positions (RC49) show which is true. */
  #repeat(order: Order, { orderId, tradeId, units, priceTicks, isChanged }: TradeEvent): void {
    this.#adopt(order, orderId);
    if (isChanged !== true) return;
    this.#orderManager.gate.hooks.bust(order, tradeId, 'changed');
    this.provisionalFills.note(order, 'the venue changed a trade', { tradeId, units, priceTicks });
  }

  /** A trade proves that the venue has the order: its outcome is no longer unknown. */
  #adopt(order: Order, orderId: string): void {
    const { state, terms } = order;
    if (state !== 'SENDING' && !isOutcomeUnknown(state)) return;
    if (order.orderId === '') order.orderId = orderId;
    order.withdrawLikelyRejection();
    if (order.cumUnits >= terms.units) {
      this.#orderManager.end(order, 'FILLED', '');
      return;
    }
    changeState(order, 'PARTIAL');
    this.#ports.expiryMonitor.begin(order);
    this.#orderManager.publish(order);
  }

  /**
   * Takes back the provisional fill of an ended order, because the operator states that it was no
   * fill. Returns false when there is none.
   */
  takeBack(order: Order): boolean {
    const { isTerminal, isRestUnknown, provisional } = order;
    if (!isTerminal || isRestUnknown || provisional === undefined) return false;
    setContest(order, undefined);
    this.#takeBack(order, provisional.units, 'resolved');
    return true;
  }

  #takeBack(order: Order, units: number, bustKind: BustKind): void {
    const { coId, intentId, orderId, provisional } = order;
    const { trades } = this.#orderManager.store.closed;
    const name = `unrecorded-${coId}`;
    let tradeId = name;
    // The order may be filled provisionally and taken back more than once: each gets an id.
    for (let time = 2; trades.has(intentId, `bust ${tradeId}`); time++) {
      tradeId = `${name}-${String(time)}`;
    }
    const priceTicks = provisional?.priceTicks ?? 0;
    this.bust({ type: 'bust', coId, orderId, tradeId, units, priceTicks }, bustKind);
  }

  /** The venue busts a trade: the position follows, the order's own filled quantity stays. */
  bust(event: BustEvent, bustKind: BustKind = 'took back'): void {
    const { coId, orderId = '', tradeId, units, priceTicks, isEarly = false } = event;
    const { store } = this.#orderManager;
    const { trades } = store.closed;
    const booked = store.listDoubles(coId).find(({ tradeIds }) => tradeIds.includes(tradeId));
    const double = booked ?? store.findDuplicate(coId, orderId);
    const known = double ?? store.findByCoId(coId) ?? store.findEnded(coId);
    if (known === undefined) return;
    const { intentId, host, symbol, parent } = known.terms;
    const isBooked = known.tradeIds.includes(tradeId) || trades.has(intentId, tradeId);
    if (!isBooked && known.hasOtherId(orderId)) {
      this.#orders.anomalies.addDuplicate(known, orderId);
      return;
    }
    // An early bust takes no provisional fill back: that fill may stand for trades of this
    // response.
    const isUnseen = !isBooked && !isEarly;
    const isStoodIn = isUnseen && (known.provisional?.units ?? 0) >= units;
    const mark = `bust ${tradeId}`;
    if ((!isBooked && !isStoodIn) || trades.has(intentId, mark)) return;
    // unreached: `revive` reopens every ended order that was found above
    const order = double ?? store.findByCoId(coId) ?? store.revive(coId) ?? known;
    if (isStoodIn) {
      this.provisionalFills.replace(order, { tradeId, units, priceTicks });
      order.tradeIds = [...order.tradeIds, tradeId];
    }
    trades.add(intentId, mark);
    order.bustedUnits += units;
    movePosition(order, -units);
    const valueDate = isBooked ? event.valueDate : undefined;
    const taken = { at: this.#ports.now(), units, priceTicks, valueDate };
    this.#orderManager.gate.hooks.unbook(order, taken);
    this.#orderManager.gate.hooks.bust(order, tradeId, bustKind);
    parent?.book(-units, priceTicks);
    const bust = {
      at: this.#ports.now(),
      strategy: host.name,
      intentId,
      coId,
      tradeId,
      instrument: symbol.instrument,
      side: known.terms.side,
      units,
      priceTicks,
      ...(valueDate === undefined ? {} : { valueDate }),
    };
    host.busts.emit({ ...bust });
    host.showPosition(symbol.instrument);
    const text = bustKind === 'denied' ? 'the venue denies a fill' : 'the venue busted a trade';
    this.provisionalFills.note(order, text, { tradeId, units, priceTicks });
    this.#outputs.busted(bust);
    this.#settle(order);
  }

  /** Reopens an ended order for a trade that is not booked yet. */
  #findEnded({ coId, orderId, tradeId }: TradeEvent): Order | undefined {
    const { store } = this.#orderManager;
    const ended = store.findEnded(coId);
    const other =
      ended === undefined ? undefined : this.#orders.anomalies.findBeside(ended, orderId);
    if (other !== undefined) return other;
    if (ended === undefined || store.closed.trades.has(ended.terms.intentId, tradeId)) {
      return undefined;
    }
    return ended.tradeIds.includes(tradeId) ? undefined : store.revive(coId);
  }

  #book(order: Order, trade: TradeTerms, executedAt: Instant): void {
    const { tradeId, units, priceTicks, valueDate, counterparty } = trade;
    const { terms } = order;
    const replaces = this.#standFor(order, units, executedAt);
    order.bookedUnits += units - replaces;
    order.bookedCash += units * priceTicks;
    if (order.bookedUnits > order.cumUnits)
      applyReportedFill(this.#halts, order, order.bookedUnits);
    if (order.bookedUnits === order.cumUnits) order.unbookedSince = 0;
    this.provisionalFills.recount(order);
    terms.parent?.book(units, priceTicks);
    const fill = Object.freeze({
      at: this.#ports.now(),
      strategy: terms.host.name,
      intentId: terms.intentId,
      coId: terms.coId,
      tradeId,
      instrument: terms.symbol.instrument,
      side: terms.side,
      units,
      priceTicks,
      executedAt,
      valueDate,
      counterparty,
      ...(replaces > 0 ? { replaces } : {}),
    });
    this.#outputs.fill(fill);
    terms.host.fills.emit(fill);
    terms.host.showPosition(terms.symbol.instrument);
    this.#orderManager.gate.hooks.fill(order, fill);
  }

  /**
   * An amended trade arrives as a bust followed by a new trade. Returns how many of `units` replace
   * busted units and so are no new fill; 0 for a trade executed after an end that left a rest.
   */
  #standFor(order: Order, units: number, executedAt: Instant): number {
    const { bookedUnits, bustedUnits, cumUnits, isTerminal, state } = order;
    if (bustedUnits === 0) return 0;
    if (isTerminal && state !== 'FILLED' && executedAt > order.endAt) return 0;
    const changed = Math.min(bustedUnits, Math.max(0, bookedUnits + units - cumUnits));
    this.#amend(order, changed);
    return changed;
  }

  /**
   * The venue counts more filled: trades that were taken for replacements of busted ones were new.
   */
  onFilledQuantity(order: Order, cumUnits: number): void {
    const units = Math.min(order.amendedUnits, cumUnits - order.cumUnits);
    if (units === 0) return;
    this.#amend(order, -units);
    order.bookedUnits += units;
  }

  /** Moves units from busted to amended. */
  #amend(order: Order, units: number): void {
    order.bustedUnits -= units;
    order.amendedUnits += units;
    movePosition(order, units);
  }

  #settle(order: Order): void {
    const isWhole = order.bookedUnits >= order.cumUnits && order.provisional === undefined;
    if (isWhole) order.missingSince = 0;
    this.#orderManager.removeIfClosed(order);
  }
}

/** True when a trade cannot belong to the order of its coId: a fault of venue or mapping. */
function differs({ terms }: Order, { symbol, side }: TradeEvent): boolean {
  if (symbol === undefined) return false;
  return symbol !== terms.symbol.instrument.symbol || (side ?? terms.side) !== terms.side;
}
