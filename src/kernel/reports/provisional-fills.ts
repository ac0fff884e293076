// Provisional fills: booked from the order report when the trade report is late, and replaced when
// the trade report comes.
import type { TradeEvent } from '../../domain/events/index.js';
import { formatDuration, type Instant, NEVER, SECOND } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import { EarliestTimer } from '../orders/earliest-timer.js';
import { setContest } from '../orders/exposure.js';
import type { ResponseEvaluator } from '../policy/response-evaluator.js';
import type { Outputs } from '../outputs.js';
import type { Order } from '../orders/order.js';

/** Time after which a fill without a trade report is booked provisionally. */
const STAND_IN_AFTER = 2 * SECOND;
/** Fills are taken back after this many trade queries without a trade, over this time. */
const DENIALS = 5;
const DENIED_FOR = 30 * SECOND;

/** Fields of a trade report that are booked. */
export type TradeTerms = Pick<TradeEvent, 'tradeId' | 'units' | 'priceTicks' | 'counterparty'> &
  Partial<Pick<TradeEvent, 'executedAt' | 'valueDate'>>;

export interface ProvisionalFillsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  readonly evaluator: Pick<ResponseEvaluator, 'reportsTradesAfter' | 'tradesMissing'>;
  /** Books a fill of the order now. */
  book(order: Order, trade: TradeTerms): void;
  /** Takes a provisional fill back. */
  takeBack(order: Order, units: number): void;
}

export class ProvisionalFills {
  readonly #orderManager: OrderManager;
  readonly #outputs: Outputs;
  readonly #ports: ProvisionalFillsPorts;
  /** One timer for all orders with missing trades. */
  readonly #timer: EarliestTimer;

  constructor(orderManager: OrderManager, outputs: Outputs, ports: ProvisionalFillsPorts) {
    this.#orderManager = orderManager;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#timer = new EarliestTimer(ports, () => {
      this.#look();
    });
  }

  /** The filled quantity exceeds the trades: waits for their reports. */
  expect(order: Order): void {
    this.recount(order);
    if (order.bookedUnits >= order.cumUnits) return;
    const now = this.#ports.now();
    if (order.missingSince === 0) order.missingSince = now;
    if (order.unbookedSince === 0) order.unbookedSince = now;
    this.#timer.arm(now + STAND_IN_AFTER);
  }

  /**
   * Handles an end with a lower filled quantity than reported before: the difference is contested.
   * Must run before the end is applied, because a completed order is removed then.
   */
  contest(order: Order, endUnits: number): void {
    const units = countContested(order, endUnits);
    if (units === (order.contest?.units ?? 0)) return;
    setContest(order, units === 0 ? undefined : { endUnits, units, denials: 0, deniedAt: 0 });
    if (units > 0) this.#tell('warn', order, `${describe(order, units)}: ${BOTH_COUNT}`);
  }

  /** A trade was booked: recounts the contested units. */
  recount(order: Order): void {
    const { contest } = order;
    if (contest === undefined) return;
    const units = countContested(order, contest.endUnits);
    setContest(order, units === 0 ? undefined : { ...contest, units });
  }

  /** A trade query was answered without a new trade of the order. */
  deny(order: Order): void {
    const { contest, provisional } = order;
    if (contest === undefined) return;
    const now = this.#ports.now();
    const denials = contest.denials + 1;
    const deniedAt = denials === 1 ? now : contest.deniedAt;
    setContest(order, { ...contest, denials, deniedAt });
    const { units } = contest;
    const isProven = denials >= DENIALS && now - deniedAt >= DENIED_FOR;
    if (!isProven || (provisional?.units ?? 0) < units) return;
    const over = formatDuration(now - deniedAt - ((now - deniedAt) % SECOND));
    const found = `${String(denials)} queries over ${over} found none either`;
    const text = `${describe(order, units)}; ${found}: the provisional fill is taken back`;
    setContest(order, undefined);
    this.#ports.takeBack(order, units);
    this.#tell('page', order, text);
  }

  #tell(level: 'page' | 'warn', order: Order, text: string): void {
    const { instrument } = order.terms.symbol;
    const about = { level, rule: 'RC49', strategy: '', symbol: instrument.symbol } as const;
    this.#outputs.alert({ at: this.#ports.now(), ...about, text });
  }

  /** Re-arms the timer for trades that were missing when the previous run ended. */
  resume(): void {
    const isMissing = this.#orderManager.store
      .values()
      .some(({ missingSince }) => missingSince > 0);
    if (isMissing) this.#timer.arm(this.#ports.now());
  }

  /** Replaces provisional units by a trade; returns how many of its units were booked already. */
  replace(order: Order, trade: TradeTerms): number {
    const { tradeId, units, priceTicks, executedAt = 0, valueDate, counterparty } = trade;
    const { provisional, terms } = order;
    if (provisional === undefined) return 0;
    const replaced = Math.min(units, provisional.units);
    const rest = provisional.units - replaced;
    order.provisional = rest === 0 ? undefined : { ...provisional, units: rest };
    this.recount(order);
    const change = replaced * (priceTicks - provisional.priceTicks);
    const { hooks } = this.#orderManager.gate;
    const at = this.#ports.now();
    const fill = { at, tradeId, units: replaced, priceTicks, valueDate };
    hooks.replace(order, fill, provisional.priceTicks);
    order.bookedCash += change;
    terms.parent?.correct(replaced, priceTicks, provisional.priceTicks);
    this.note(order, 'a trade replaces a provisional fill', {
      tradeId,
      units: replaced,
      priceTicks,
      provisionalTicks: provisional.priceTicks,
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
      ...(valueDate === undefined ? {} : { valueDate }),
      counterparty,
      bookedTicks: provisional.priceTicks,
    });
    return replaced;
  }

  note(order: Order, text: string, fields: Record<string, string | number>): void {
    const { coId, host } = order.terms;
    this.#outputs.note({
      at: this.#ports.now(),
      strategy: host.name,
      text,
      fields: { coId, ...fields },
    });
  }

  /** Books provisional fills and reports missing trades for all orders where that is due. */
  #look(): void {
    const now = this.#ports.now();
    const { reportsTradesAfter } = this.#ports.evaluator;
    let nextAt = NEVER;
    for (const order of [...this.#orderManager.store.values()]) {
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

  /**
   * Price: the part of the venue's average price that these units must have, or the limit price
   * when there is no average.
   */
  #book(order: Order): void {
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
      tradeId: `provisional-${name}-${String(cumUnits)}`,
      units,
      priceTicks,
    });
  }

  #report(order: Order): void {
    // Fills reported since then have a waiting time of their own.
    order.missingSince = order.unbookedSince;
    // unreached: `#look` has booked a provisional fill for the missing trades before
    const missing = order.provisional?.units ?? 0;
    const since = formatDuration(this.#ports.evaluator.reportsTradesAfter);
    const { base, baseDecimals } = order.terms.symbol.instrument;
    const filled = formatShortest(missing, baseDecimals);
    const text = `the trade reports of ${filled} ${base} filled have been missing for ${since}`;
    this.#ports.evaluator.tradesMissing(order, text);
    this.#orderManager.removeIfClosed(order);
  }
}

const BOTH_COUNT =
  'limits count this part both as filled and as not, until trades show which is true';

/** Units that only an earlier report had: neither the last report nor a trade proves them. */
function countContested(order: Order, endUnits: number): number {
  const traded = order.bookedUnits - (order.provisional?.units ?? 0);
  return Math.max(0, order.cumUnits - Math.max(endUnits, traded));
}

function describe({ contest, cumUnits, terms }: Order, units: number): string {
  const { base, baseDecimals } = terms.symbol.instrument;
  const [all = '', end = '', part = ''] = [cumUnits, contest?.endUnits ?? 0, units].map((one) =>
    formatShortest(one, baseDecimals),
  );
  return (
    `order ${terms.coId}: the venue reported ${all} ${base} filled and later only ${end}; ` +
    `no trade shows the other ${part}`
  );
}
