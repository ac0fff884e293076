// Fills whose records are late: booked by their order's word, and replaced when the record comes.
import {
  formatDuration,
  formatShortest,
  type Instant,
  NEVER,
  SECOND,
  type TradeEvent,
} from '../domain/index.js';
import type { Desk } from './desk.js';
import { EarliestTimer } from './earliest-timer.js';
import type { Judge } from './judge.js';
import type { Outputs } from './outputs.js';
import type { OwnOrder } from './own-order.js';

/** A fill whose record is missing for so long is booked by the order's word. */
const STAND_IN_AFTER = 2 * SECOND;

/** What a record of a trade says of it. */
export type TradeTerms = Pick<TradeEvent, 'tradeId' | 'units' | 'priceTicks' | 'counterparty'> &
  Partial<Pick<TradeEvent, 'executedAt'>>;

export interface StandInsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  readonly judge: Pick<Judge, 'reportsTradesAfter' | 'tradesMissing'>;
  /** Books a fill of the order now. */
  book(order: OwnOrder, trade: TradeTerms): void;
}

export class StandIns {
  readonly #desk: Desk;
  readonly #outputs: Outputs;
  readonly #ports: StandInsPorts;
  /** One timer for all orders whose trades are missing. */
  readonly #timer: EarliestTimer;

  constructor(desk: Desk, outputs: Outputs, ports: StandInsPorts) {
    this.#desk = desk;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#timer = new EarliestTimer(ports, () => {
      this.#look();
    });
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

  /** Takes from what was stood in for: these units are booked already. Gives how many they are. */
  replace(order: OwnOrder, trade: TradeTerms): number {
    const { tradeId, units, priceTicks, executedAt = 0, counterparty } = trade;
    const { provisional, terms } = order;
    if (provisional === undefined) return 0;
    const replaced = Math.min(units, provisional.units);
    const rest = provisional.units - replaced;
    order.provisional = rest === 0 ? undefined : { ...provisional, units: rest };
    const change = replaced * (priceTicks - provisional.priceTicks);
    const { hooks } = this.#desk.gate;
    const at = this.#ports.now();
    hooks.replace(order, { at, tradeId, units: replaced, priceTicks }, provisional.priceTicks);
    order.bookedCash += change;
    terms.parent?.correct(replaced, priceTicks, provisional.priceTicks);
    this.note(order, 'a trade takes the place of a provisional fill', {
      ...{ tradeId, units: replaced, priceTicks, provisionalTicks: provisional.priceTicks },
    });
    const { coId, host, intentId, side, symbol } = terms;
    this.#outputs.recorded({
      at,
      strategy: host.name,
      intentId,
      coId,
      tradeId,
      instrument: symbol.instrument,
      side,
      units: replaced,
      priceTicks,
      executedAt,
      counterparty,
      bookedTicks: provisional.priceTicks,
    });
    return replaced;
  }

  note(order: OwnOrder, text: string, fields: Record<string, string | number>): void {
    const { coId, host } = order.terms;
    this.#outputs.note({
      ...{ at: this.#ports.now(), strategy: host.name, text, fields: { coId, ...fields } },
    });
  }

  /** Looks after all orders whose trades are missing. */
  #look(): void {
    const now = this.#ports.now();
    const { reportsTradesAfter } = this.#ports.judge;
    let nextAt = NEVER;
    for (const order of [...this.#desk.store.values()]) {
      if (order.missingSince === 0) continue;
      const { missingSince, unbookedSince } = order;
      const isLate = unbookedSince > 0 && now - unbookedSince >= STAND_IN_AFTER;
      if (isLate) this.#book(order);
      if (now - missingSince >= reportsTradesAfter) this.#report(order);
      const rest = order.missingSince;
      if (rest === 0) continue;
      const bookAt = order.unbookedSince === 0 ? NEVER : unbookedSince + STAND_IN_AFTER;
      nextAt = Math.min(nextAt, bookAt, rest + reportsTradesAfter);
    }
    this.#timer.arm(nextAt);
  }

  /** At what the venue's average price leaves for these units, or at the limit without one. */
  #book(order: OwnOrder): void {
    const { averageTicks, cumUnits, bookedCash, provisional, terms } = order;
    const units = cumUnits - order.bookedUnits;
    const left = Math.round((averageTicks * cumUnits - bookedCash) / units);
    const priceTicks = averageTicks > 0 && left > 0 ? left : terms.priceTicks;
    const before = provisional?.units ?? 0;
    const standIn = before * (provisional?.priceTicks ?? 0) + units * priceTicks;
    const average = Math.round(standIn / (before + units));
    order.provisional = { units: before + units, priceTicks: average };
    const name = order.orderId === '' ? terms.coId : order.orderId;
    this.#ports.book(order, {
      ...{ tradeId: `provisional-${name}-${String(cumUnits)}`, units, priceTicks },
    });
  }

  #report(order: OwnOrder): void {
    // What was filled since then is waited for on its own.
    order.missingSince = order.unbookedSince;
    // unreached: what is missing was stood in for before
    const missing = order.provisional?.units ?? 0;
    const since = formatDuration(this.#ports.judge.reportsTradesAfter);
    const { base, baseDecimals } = order.terms.symbol.instrument;
    const filled = formatShortest(missing, baseDecimals);
    const text = `records of ${filled} ${base} that are filled are missing for ${since}`;
    this.#ports.judge.tradesMissing(order, text);
    this.#desk.settle(order);
  }
}
