// Trades of own orders: each booked once, and taken back when busted.
import type { BustEvent, Instant, TradeEvent } from '../../domain/index.js';
import type { BustKind } from '../../risk/index.js';
import type { ClientOrderIds } from '../orders/client-order-ids.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { ExpiryMonitor } from '../orders/expiry-monitor.js';
import { movePosition, changeState, setContest } from '../orders/exposure.js';
import { applyReportedFill } from '../orders/reported-fill.js';
import type { ResponseEvaluator } from '../policy/response-evaluator.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Outputs } from '../outputs.js';
import type { Order } from '../orders/order.js';
import { ProvisionalFills, type TradeTerms } from './provisional-fills.js';

/** Trade ids remembered per unsettled order, to book each trade once. */
const MAX_TRADES_PER_ORDER = 10_000;

export interface TradeWordsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  readonly coIds: Pick<ClientOrderIds, 'isOfTwin'>;
  /** Hears of orders that are found to be at the venue. */
  readonly expiryMonitor: Pick<ExpiryMonitor, 'begin'>;
  /** Hears of trades that could be read, and of those that are missing for long. */
  readonly evaluator: Pick<
    ResponseEvaluator,
    'reportsTradesAfter' | 'tradesMissing' | 'onReadSucceeded'
  >;
}

export class TradeReportHandler {
  readonly #orderManager: OrderManager;
  readonly #outputs: Outputs;
  readonly #ports: TradeWordsPorts;
  readonly provisionalFills: ProvisionalFills;

  constructor(orderManager: OrderManager, outputs: Outputs, ports: TradeWordsPorts) {
    this.#orderManager = orderManager;
    this.#outputs = outputs;
    this.#ports = ports;
    this.provisionalFills = new ProvisionalFills(orderManager, outputs, {
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
    const order = this.#orderManager.odd.find(event.coId, event.orderId) ?? this.#findEnded(event);
    this.#ports.evaluator.onReadSucceeded('trades', event.coId);
    if (order === undefined) this.#judgeUnknown(event);
    else this.#take(order, event);
  }

  #take(order: Order, event: TradeEvent): void {
    const orderManager = this.#orderManager;
    const { terms, tradeIds } = order;
    if (event.units <= 0 || event.priceTicks <= 0) {
      orderManager.halt('all', '', 'RC46', `trade ${event.tradeId} has no quantity or no price`);
      return;
    }
    if (event.dealtCurrency !== undefined) {
      const { tradeId, dealtCurrency } = event;
      const reason = `trade ${tradeId} is dealt in ${dealtCurrency}, not in the base`;
      orderManager.halt('all', '', 'RC46', reason);
      return;
    }
    if (differs(order, event)) {
      const reason = `trade ${event.tradeId} is not of the symbol and side of order ${terms.coId}`;
      orderManager.halt('all', '', 'RC46', reason);
      return;
    }
    const { trades } = orderManager.store.settled;
    const wasBooked = order.isRevived && trades.has(terms.intentId, event.tradeId);
    if (wasBooked || tradeIds.includes(event.tradeId)) {
      this.#repeat(order, event);
      return;
    }
    // What was booked is all that it filled, and this is one of the trades that were it.
    const isRepeat = event.isResent === true && order.bookedUnits >= order.cumUnits;
    if (order.hasLostTradeIds && isRepeat) {
      this.#settle(order);
      return;
    }
    if (order.hasLostTradeIds || tradeIds.length >= MAX_TRADES_PER_ORDER) {
      const reason = `trade ${event.tradeId} of order ${terms.coId} may have been booked before`;
      orderManager.halt('all', '', 'RC46', `${reason}: it has too many trades`);
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
      orderManager.odd.revive(order, `trade ${event.tradeId} of it after all`);
    this.#settle(order);
  }

  /** No journal of ours can know the order of a twin: what it holds is not in our positions. */
  #judgeUnknown({ coId, tradeId }: TradeEvent): void {
    if (!this.#ports.coIds.isOfTwin(coId)) return;
    const whose = `trade ${tradeId} of order ${coId}, which has our tag and is not in our journal`;
    const why = 'another bot goes on from a copy of this state, or this one is an old copy';
    this.#orderManager.halt('all', '', 'RC48', `${whose}: ${why}`);
  }

  /** Booked once, whatever the venue makes of it now: positions show which record is true. */
  #repeat(order: Order, { orderId, tradeId, units, priceTicks, isChanged }: TradeEvent): void {
    this.#adopt(order, orderId);
    if (isChanged !== true) return;
    this.#orderManager.gate.hooks.bust(order, tradeId, 'changed');
    this.provisionalFills.note(order, 'the venue changed a trade', { tradeId, units, priceTicks });
  }

  /** A trade proves that the venue has the order: nothing of that is in doubt any more. */
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

  /** Of an ended order that was filled, but not as records say: what they miss was none. */
  takeBack(order: Order): boolean {
    const { isTerminal, isRestUnknown, provisional } = order;
    if (!isTerminal || isRestUnknown || provisional === undefined) return false;
    setContest(order, undefined);
    this.#takeBack(order, provisional.units, 'took back');
    return true;
  }

  #takeBack(order: Order, units: number, deed: BustKind): void {
    const { coId, intentId, orderId, provisional } = order;
    const { trades } = this.#orderManager.store.settled;
    const name = `unrecorded-${coId}`;
    let tradeId = name;
    // What the order's word said once more may be taken back once more.
    for (let time = 2; trades.has(intentId, `bust ${tradeId}`); time++) {
      tradeId = `${name}-${String(time)}`;
    }
    const priceTicks = provisional?.priceTicks ?? 0;
    this.bust({ type: 'bust', coId, orderId, tradeId, units, priceTicks }, deed);
  }

  /** The venue takes a trade back: the position follows, the order's own figures stay. */
  bust(event: BustEvent, deed: BustKind = 'took back'): void {
    const { coId, orderId = '', tradeId, units, priceTicks, isEarly = false } = event;
    const { store } = this.#orderManager;
    const { trades } = store.settled;
    const booked = store.listDoubles(coId).find(({ tradeIds }) => tradeIds.includes(tradeId));
    const double = booked ?? store.findDuplicate(coId, orderId);
    const known = double ?? store.findByCoId(coId) ?? store.findEnded(coId);
    if (known === undefined) return;
    const { intentId, host, symbol, parent } = known.terms;
    const isBooked = known.tradeIds.includes(tradeId) || trades.has(intentId, tradeId);
    if (!isBooked && known.hasOtherId(orderId)) {
      this.#orderManager.odd.addDuplicate(known, orderId);
      return;
    }
    // A provisional fill stands for the fills of the same answer first.
    const isUnseen = !isBooked && !isEarly;
    const isStoodIn = isUnseen && (known.provisional?.units ?? 0) >= units;
    const mark = `bust ${tradeId}`;
    if ((!isBooked && !isStoodIn) || trades.has(intentId, mark)) return;
    // unreached: what has ended is taken back
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
    this.#orderManager.gate.hooks.bust(order, tradeId, deed);
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
    const text = deed === 'denied' ? 'the venue denies a fill' : 'the venue took a trade back';
    this.provisionalFills.note(order, text, { tradeId, units, priceTicks });
    this.#outputs.busted(bust);
    this.#settle(order);
  }

  /** A trade of an order that had ended: it is looked after again unless the trade is known. */
  #findEnded({ coId, orderId, tradeId }: TradeEvent): Order | undefined {
    const { store } = this.#orderManager;
    const ended = store.findEnded(coId);
    const other =
      ended === undefined ? undefined : this.#orderManager.odd.findBeside(ended, orderId);
    if (other !== undefined) return other;
    if (ended === undefined || store.settled.trades.has(ended.terms.intentId, tradeId)) {
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
      applyReportedFill(this.#orderManager, order, order.bookedUnits);
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
   * What a changed trade is called now comes after the old one was taken back: the order is not
   * filled by more than it was, unless its word says so. Gives how many of the units that is. What
   * was dealt after the end of an order that had a rest is no such trade.
   */
  #standFor(order: Order, units: number, executedAt: Instant): number {
    const { bookedUnits, bustedUnits, cumUnits, isTerminal, state } = order;
    if (bustedUnits === 0) return 0;
    if (isTerminal && state !== 'FILLED' && executedAt > order.endAt) return 0;
    const changed = Math.min(bustedUnits, Math.max(0, bookedUnits + units - cumUnits));
    this.#amend(order, changed);
    return changed;
  }

  /** The venue counts more as filled: what was held for changed trades may be that. */
  onFilledQuantity(order: Order, cumUnits: number): void {
    const units = Math.min(order.amendedUnits, cumUnits - order.cumUnits);
    if (units === 0) return;
    this.#amend(order, -units);
    order.bookedUnits += units;
  }

  /** So many units stand in the place of those that were taken back. */
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

/** A trade under the coId of an order that it cannot be of: a fault of venue or mapping. */
function differs({ terms }: Order, { symbol, side }: TradeEvent): boolean {
  if (symbol === undefined) return false;
  return symbol !== terms.symbol.instrument.symbol || (side ?? terms.side) !== terms.side;
}
