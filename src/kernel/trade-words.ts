// Trades of own orders: each booked once, stood in for when it is late, taken back when busted.
import {
  type BustEvent,
  formatDuration,
  type Instant,
  NEVER,
  SECOND,
  type TradeEvent,
} from '../domain/index.js';
import type { Desk } from './desk.js';
import { EarliestTimer } from './earliest-timer.js';
import { movePosition, moveTo, raiseFilled } from './exposure.js';
import type { Judge } from './judge.js';
import { isInDoubt } from './order-states.js';
import type { Outputs } from './outputs.js';
import type { OwnOrder } from './own-order.js';

/** Trade ids remembered per unsettled order, to book each trade once. */
const MAX_TRADES_PER_ORDER = 10_000;

/** A fill whose record is missing for so long is booked by the order's word. */
const STAND_IN_AFTER = 2 * SECOND;

export interface TradeWordsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  /** Hears of trades that could be read, and of those that are missing for long. */
  readonly judge: Pick<Judge, 'reportsTradesAfter' | 'tradesMissing' | 'worked'>;
}

export class TradeWords {
  readonly #desk: Desk;
  readonly #outputs: Outputs;
  readonly #ports: TradeWordsPorts;
  /** One timer for all orders whose trades are missing. */
  readonly #timer: EarliestTimer;

  constructor(desk: Desk, outputs: Outputs, ports: TradeWordsPorts) {
    this.#desk = desk;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#timer = new EarliestTimer(ports, () => {
      this.#standIn();
    });
  }

  trade(event: TradeEvent): void {
    const desk = this.#desk;
    const order = desk.odd.find(event.coId, event.orderId) ?? this.#findEnded(event);
    this.#ports.judge.worked('trades', event.coId);
    if (order === undefined) return;
    const { terms, tradeIds } = order;
    if (event.units <= 0 || event.priceTicks <= 0) {
      desk.halt('all', '', 'RC46', `trade ${event.tradeId} has no quantity or no price`);
      return;
    }
    if (event.dealtCurrency !== undefined) {
      const { tradeId, dealtCurrency } = event;
      const reason = `trade ${tradeId} is dealt in ${dealtCurrency}, not in the base`;
      desk.halt('all', '', 'RC46', reason);
      return;
    }
    if (differs(order, event)) {
      const reason = `trade ${event.tradeId} is not of the symbol and side of order ${terms.coId}`;
      desk.halt('all', '', 'RC46', reason);
      return;
    }
    if (tradeIds.includes(event.tradeId)) {
      this.#adopt(order, event.orderId);
      return;
    }
    const { trades } = desk.store.settled;
    if (order.isRevived && trades.has(terms.intentId, event.tradeId)) return;
    // What was booked is all that it filled, and this is one of the trades that were it.
    const isRepeat = event.isResent === true && order.bookedUnits >= order.cumUnits;
    if (order.hasLostMarks && isRepeat) {
      this.#settle(order);
      return;
    }
    if (order.hasLostMarks || tradeIds.length >= MAX_TRADES_PER_ORDER) {
      const reason = `trade ${event.tradeId} of order ${terms.coId} may have been booked before`;
      desk.halt('all', '', 'RC46', `${reason}: it has too many trades`);
      return;
    }
    order.tradeIds = tradeIds.length === 0 ? [event.tradeId] : [...tradeIds, event.tradeId];
    const units = event.units - this.#replace(order, event);
    const { cumUnits } = order;
    if (units > 0) this.#book(order, event.tradeId, units, event.priceTicks, event.executedAt);
    if (order.orderId === '' && order.orderHash === 0) order.orderId = event.orderId;
    this.#adopt(order, event.orderId);
    const isAfterCancel = order.cumUnits > cumUnits && order.isCanceledBefore(event.executedAt);
    const hadNone = order.state === 'LOST' || order.state === 'ABANDONED';
    if (hadNone || isAfterCancel) desk.odd.wake(order, `trade ${event.tradeId} of it after all`);
    this.#settle(order);
  }

  /** A trade proves that the venue has the order: nothing of that is in doubt any more. */
  #adopt(order: OwnOrder, orderId: string): void {
    const { state, terms } = order;
    if (state !== 'SENDING' && !isInDoubt(state)) return;
    if (order.orderId === '') order.orderId = orderId;
    order.weakSince = undefined;
    if (order.cumUnits >= terms.units) {
      this.#desk.end(order, 'FILLED', '');
      return;
    }
    moveTo(order, 'PARTIAL');
    this.#desk.show(order);
  }

  /** The venue takes a trade back: the position follows, the order's own figures stay. */
  bust({ coId, orderId = '', tradeId, units, priceTicks, isEarly = false }: BustEvent): void {
    const { store } = this.#desk;
    const { trades } = store.settled;
    const booked = store.listDoubles(coId).find(({ tradeIds }) => tradeIds.includes(tradeId));
    const double = booked ?? store.findDouble(coId, orderId);
    const known = double ?? store.findByCoId(coId) ?? store.findEnded(coId);
    if (known === undefined) return;
    const { intentId, host, symbol, parent } = known.terms;
    const isBooked = known.tradeIds.includes(tradeId) || trades.has(intentId, tradeId);
    // A provisional fill stands for the fills of the same answer first.
    const isUnseen = !isBooked && !isEarly && !known.isOther(orderId);
    const isStoodIn = isUnseen && (known.provisional?.units ?? 0) >= units;
    const mark = `bust ${tradeId}`;
    if ((!isBooked && !isStoodIn) || trades.has(intentId, mark)) return;
    // unreached: what has ended is taken back
    const order = double ?? store.findByCoId(coId) ?? store.revive(coId) ?? known;
    if (isStoodIn) {
      this.#replace(order, { tradeId, units, priceTicks });
      order.tradeIds = [...order.tradeIds, tradeId];
    }
    trades.add(intentId, mark);
    order.bustedUnits += units;
    movePosition(order, -units);
    this.#desk.gate.hooks.unbook(order, units, priceTicks, this.#ports.now());
    this.#desk.gate.hooks.bust(order, tradeId);
    parent?.book(-units, priceTicks);
    host.showPosition(symbol.instrument);
    this.#note(order, 'the venue took a trade back', { tradeId, units, priceTicks });
    this.#settle(order);
  }

  /** More is filled by the order's word than by its trades: their records should come soon. */
  expect(order: OwnOrder): void {
    if (order.bookedUnits >= order.cumUnits) return;
    const now = this.#ports.now();
    if (order.missingSince === 0) order.missingSince = now;
    if (order.unbookedSince === 0) order.unbookedSince = now;
    this.#timer.arm(now + STAND_IN_AFTER);
  }

  /** Trades that were missing in the run before are waited for as long as before. */
  resume(): void {
    const isMissing = this.#desk.store.values().some(({ missingSince }) => missingSince > 0);
    if (isMissing) this.#timer.arm(this.#ports.now());
  }

  /** A trade of an order that had ended: it is looked after again unless the trade is known. */
  #findEnded({ coId, orderId, tradeId }: TradeEvent): OwnOrder | undefined {
    const { store } = this.#desk;
    const ended = store.findEnded(coId);
    const other = ended === undefined ? undefined : this.#desk.odd.findBeside(ended, orderId);
    if (other !== undefined) return other;
    if (ended === undefined || store.settled.trades.has(ended.terms.intentId, tradeId)) {
      return undefined;
    }
    return ended.tradeIds.includes(tradeId) ? undefined : store.revive(coId);
  }

  /** Takes from what was stood in for: these units are booked already. Gives how many they are. */
  #replace(
    order: OwnOrder,
    { tradeId, units, priceTicks }: Pick<TradeEvent, 'tradeId' | 'units' | 'priceTicks'>,
  ): number {
    const { provisional, terms } = order;
    if (provisional === undefined) return 0;
    const replaced = Math.min(units, provisional.units);
    const rest = provisional.units - replaced;
    order.provisional = rest === 0 ? undefined : { ...provisional, units: rest };
    const change = replaced * (priceTicks - provisional.priceTicks);
    const { hooks } = this.#desk.gate;
    const at = this.#ports.now();
    hooks.unbook(order, replaced, provisional.priceTicks, at);
    hooks.fill(order, { at, tradeId, units: replaced, priceTicks });
    order.bookedCash += change;
    terms.parent?.correct(replaced, priceTicks, provisional.priceTicks);
    this.#note(order, 'a trade takes the place of a provisional fill', {
      ...{ tradeId, units: replaced, priceTicks, provisionalTicks: provisional.priceTicks },
    });
    return replaced;
  }

  #book(
    order: OwnOrder,
    tradeId: string,
    units: number,
    priceTicks: number,
    executedAt: Instant,
  ): void {
    const { terms } = order;
    order.bookedUnits += units - this.#standFor(order, units);
    order.bookedCash += units * priceTicks;
    if (order.bookedUnits > order.cumUnits) raiseFilled(order, order.bookedUnits);
    if (order.bookedUnits === order.cumUnits) order.unbookedSince = 0;
    terms.parent?.book(units, priceTicks);
    const fill = {
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
    };
    this.#outputs.fill(fill);
    terms.host.fills.emit(fill);
    terms.host.showPosition(terms.symbol.instrument);
    this.#desk.gate.hooks.fill(order, fill);
  }

  /**
   * What a changed trade is called now comes after the old one was taken back: the order is not
   * filled by more than it was. Gives how many of the units that is.
   */
  #standFor(order: OwnOrder, units: number): number {
    const { bookedUnits, bustedUnits, cumUnits } = order;
    if (bustedUnits === 0 || !order.isTerminal) return 0;
    const changed = Math.min(bustedUnits, Math.max(0, bookedUnits + units - cumUnits));
    order.bustedUnits -= changed;
    if (changed > 0) movePosition(order, changed);
    return changed;
  }

  #settle(order: OwnOrder): void {
    const isWhole = order.bookedUnits >= order.cumUnits && order.provisional === undefined;
    if (isWhole) order.missingSince = 0;
    this.#desk.settle(order);
  }

  /** Looks after all orders whose trades are missing. */
  #standIn(): void {
    const now = this.#ports.now();
    const { reportsTradesAfter } = this.#ports.judge;
    let nextAt = NEVER;
    for (const order of [...this.#desk.store.values()]) {
      if (order.missingSince === 0) continue;
      const { missingSince, unbookedSince } = order;
      const isLate = unbookedSince > 0 && now - unbookedSince >= STAND_IN_AFTER;
      if (isLate) this.#bookProvisional(order);
      if (now - missingSince >= reportsTradesAfter) this.#report(order);
      const rest = order.missingSince;
      if (rest === 0) continue;
      const bookAt = order.unbookedSince === 0 ? NEVER : unbookedSince + STAND_IN_AFTER;
      nextAt = Math.min(nextAt, bookAt, rest + reportsTradesAfter);
    }
    this.#timer.arm(nextAt);
  }

  /** At what the venue's average price leaves for these units, or at the limit without one. */
  #bookProvisional(order: OwnOrder): void {
    const { averageTicks, cumUnits, bookedCash, provisional, terms } = order;
    const units = cumUnits - order.bookedUnits;
    const left = Math.round((averageTicks * cumUnits - bookedCash) / units);
    const priceTicks = averageTicks > 0 && left > 0 ? left : terms.priceTicks;
    const before = provisional?.units ?? 0;
    const standIn = before * (provisional?.priceTicks ?? 0) + units * priceTicks;
    const average = Math.round(standIn / (before + units));
    order.provisional = { units: before + units, priceTicks: average };
    const name = order.orderId === '' ? terms.coId : order.orderId;
    const id = `provisional-${name}-${String(cumUnits)}`;
    this.#book(order, id, units, priceTicks, this.#ports.now());
  }

  #report(order: OwnOrder): void {
    // What was filled since then is waited for on its own.
    order.missingSince = order.unbookedSince;
    // unreached: what is missing was stood in for before
    const missing = order.provisional?.units ?? 0;
    const since = formatDuration(this.#ports.judge.reportsTradesAfter);
    const text = `records of ${String(missing)} filled minor units are missing for ${since}`;
    this.#ports.judge.tradesMissing(order, text);
    this.#desk.settle(order);
  }

  #note(order: OwnOrder, text: string, fields: Record<string, string | number>): void {
    const { coId, host } = order.terms;
    this.#outputs.note({
      ...{ at: this.#ports.now(), strategy: host.name, text, fields: { coId, ...fields } },
    });
  }
}

/** A trade under the coId of an order that it cannot be of: a fault of venue or mapping. */
function differs({ terms }: OwnOrder, { symbol, side }: TradeEvent): boolean {
  if (symbol === undefined) return false;
  return symbol !== terms.symbol.instrument.symbol || (side ?? terms.side) !== terms.side;
}
