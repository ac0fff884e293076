// Closed orders, packed into numbers: some thousand of the latest, so that late reports about them
// are processed correctly. If they were kept as objects, V8 would allocate all orders in its old
// space.
import type { OrderState } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import {
  ORDER_TYPE_CODES,
  ORDER_TYPES,
  type OrderType,
  type Side,
  TIME_IN_FORCE_CODES,
  TIMES_IN_FORCE,
  type TimeInForce,
  toSign,
} from '../../domain/orders/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import type { ClientOrderIds } from './client-order-ids.js';
import { ORDER_STATES, STATE_NAMES } from './order-states.js';
import { Order, type SentOrderTerms } from './order.js';
import type { ParentOrder } from '../parents/parent-order.js';
import type { ClosedOrderSnapshot } from '../state/snapshot.js';
import type { StrategyHost } from '../strategies/strategy-host.js';
import { fingerprint, SeenTrades } from './seen-trades.js';

/** Slots of the table, about the number of closed orders that are remembered. */
const PLACES = 8_192;

/** Columns of one order in the table. */
const INTENT = 0;
const RUN = 1;
const UNITS = 2;
const PRICE = 3;
const ARRIVAL = 4;
const CUM = 5;
const TRANSACT_AT = 6;
const EXPIRY = 7;
const WORDS = 8;
const ORDER_ID = 9;
const END_AT = 10;
const CASH = 11;
const WIDTH = 12;

export class ClosedOrders {
  readonly #coIds: ClientOrderIds;
  /** Indexed by intent id modulo PLACES; a later order overwrites an older one. */
  readonly #numbers = new Float64Array(PLACES * WIDTH);
  /** Slots from here on were never used. */
  #end = 0;
  readonly #symbols: (SymbolState | undefined)[] = [];
  readonly #registry: (StrategyHost | undefined)[] = [];
  readonly #parents: (ParentOrder | undefined)[] = [];
  readonly trades: SeenTrades;

  /** Calls `forgotten` with an intent of which some trade ids are no longer remembered. */
  constructor(coIds: ClientOrderIds, forgotten: (intentId: number) => void) {
    this.#coIds = coIds;
    this.trades = new SeenTrades((intentId) => {
      // A known trade of the order could be taken for a new one, so the order is forgotten as well.
      const place = intentId % PLACES;
      if (this.#holds(place, intentId)) this.#numbers[place * WIDTH] = 0;
      forgotten(intentId);
    });
  }

  add(order: Order): void {
    const { terms } = order;
    const place = terms.intentId % PLACES;
    const numbers = this.#numbers;
    const at = place * WIDTH;
    this.#end = Math.max(this.#end, place + 1);
    numbers[at + INTENT] = terms.intentId;
    const { run } = this.#coIds;
    numbers[at + RUN] = order.isAdopted ? this.#coIds.parseRun(terms.coId) : run;
    numbers[at + UNITS] = terms.units;
    numbers[at + PRICE] = terms.priceTicks;
    numbers[at + ARRIVAL] = terms.arrivalTicks2;
    numbers[at + CUM] = order.cumUnits;
    numbers[at + TRANSACT_AT] = order.transactAt;
    numbers[at + END_AT] = order.endAt;
    numbers[at + CASH] = order.bookedCash;
    numbers[at + EXPIRY] = terms.expirySeconds;
    numbers[at + WORDS] = packWords(terms, order.state);
    numbers[at + ORDER_ID] = order.orderId === '' ? order.orderHash : fingerprint(order.orderId);
    this.#symbols[place] = terms.symbol;
    this.#registry[place] = terms.host;
    this.#parents[place] = terms.parent;
    for (const tradeId of order.tradeIds) this.trades.add(terms.intentId, tradeId);
  }

  /** The closed order in its last state; undefined when it is no longer remembered. */
  find(coId: string): Order | undefined {
    const intentId = this.#coIds.parse(coId);
    const place = intentId % PLACES;
    if (!this.#holds(place, intentId)) return undefined;
    const isSameRun = this.#numbers[place * WIDTH + RUN] === this.#coIds.parseRun(coId);
    return isSameRun ? this.#read(place, coId) : undefined;
  }

  /** Records the venue's time and order id of a report about a closed order. */
  see(coId: string, transactAt: Instant, orderId: string): void {
    const settled = this.find(coId);
    // unreached: the caller has found the closed order of this coId
    if (settled === undefined) return;
    const at = (this.#coIds.parse(coId) % PLACES) * WIDTH;
    this.#numbers[at + TRANSACT_AT] = Math.max(settled.transactAt, transactAt);
    const isNamed = settled.orderHash !== 0 || orderId === '';
    if (!isNamed) this.#numbers[at + ORDER_ID] = fingerprint(orderId);
  }

  /** True when the venue used another order id for this closed order. */
  isOther(coId: string, orderId: string): boolean {
    const intentId = this.#coIds.parse(coId);
    const place = intentId % PLACES;
    if (orderId === '' || !this.#holds(place, intentId)) return false;
    // unreached: in range
    const hash = this.#numbers[place * WIDTH + ORDER_ID] ?? 0;
    return hash !== 0 && hash !== fingerprint(orderId);
  }

  /** Forgets an order that is open again. */
  remove(order: Order): void {
    this.#numbers[(order.terms.intentId % PLACES) * WIDTH] = 0;
  }

  /** The coIds of orders that the venue changed since then, the latest last. */
  listSince(since: Instant): readonly string[] {
    return this.snapshot()
      .filter(({ transactAt }) => transactAt >= since)
      .sort((a, b) => a.transactAt - b.transactAt)
      .map(({ run, intentId }) => this.#coIds.formatRun(run, intentId));
  }

  /** Sorted by intent id. */
  snapshot(): readonly ClosedOrderSnapshot[] {
    const settled: ClosedOrderSnapshot[] = [];
    for (let place = 0; place < this.#end; place++) {
      // unreached: in range
      if ((this.#numbers[place * WIDTH] ?? 0) === 0) continue;
      const order = this.#read(place, '');
      const { intentId, host, symbol, side, type, timeInForce, units } = order.terms;
      settled.push({
        intentId,
        // unreached: in range
        run: this.#numbers[place * WIDTH + RUN] ?? 0,
        strategy: host.name,
        parent: order.parent,
        symbol: symbol.instrument.symbol,
        side,
        type,
        timeInForce,
        units,
        priceTicks: order.priceTicks,
        expirySeconds: order.terms.expirySeconds,
        arrivalTicks2: order.arrivalTicks2,
        state: order.state,
        cumUnits: order.cumUnits,
        bookedCash: order.bookedCash,
        transactAt: order.transactAt,
        endAt: order.endAt,
        orderHash: order.orderHash,
      });
    }
    return settled.sort((a, b) => a.intentId - b.intentId);
  }

  #holds(place: number, intentId: number): boolean {
    return intentId > 0 && this.#numbers[place * WIDTH + INTENT] === intentId;
  }

  #read(place: number, coId: string): Order {
    // unreached: in range
    const read = (column: number): number => this.#numbers[place * WIDTH + column] ?? 0;
    const cumUnits = read(CUM);
    const transactAt = read(TRANSACT_AT);
    const symbol = this.#symbols[place];
    const host = this.#registry[place];
    // unreached: set with the numbers
    if (symbol === undefined || host === undefined) throw new RangeError(`no order at ${place}`);
    const { side, type, timeInForce, state } = unpackWords(read(WORDS));
    const terms: SentOrderTerms = {
      intentId: read(INTENT),
      coId,
      host,
      parent: this.#parents[place],
      symbol,
      side,
      sign: toSign(side),
      type,
      timeInForce,
      units: read(UNITS),
      priceTicks: read(PRICE),
      expirySeconds: read(EXPIRY),
      arrivalTicks2: read(ARRIVAL),
      details: undefined,
    };
    const order = new Order(terms, transactAt, state);
    order.cumUnits = cumUnits;
    order.bookedUnits = cumUnits;
    order.bookedCash = read(CASH);
    order.transactAt = transactAt;
    order.orderHash = read(ORDER_ID);
    order.endAt = read(END_AT);
    order.isAccounted = true;
    order.isAdopted = true;
    return order;
  }
}

interface Words {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly state: OrderState;
}

function packWords({ sign, type, timeInForce }: SentOrderTerms, state: OrderState): number {
  const order = ORDER_TYPE_CODES[type] * TIMES_IN_FORCE.length;
  const kind = order + TIME_IN_FORCE_CODES[timeInForce];
  return (kind * STATE_NAMES.length + ORDER_STATES[state].code) * 2 + (sign > 0 ? 0 : 1);
}

function unpackWords(words: number): Words {
  const rest = words >> 1;
  const kind = Math.floor(rest / STATE_NAMES.length);
  return {
    side: words % 2 === 0 ? 'Buy' : 'Sell',
    // unreached: packed from these words
    type: ORDER_TYPES[Math.floor(kind / TIMES_IN_FORCE.length)] ?? 'Limit',
    // unreached: packed from these words
    timeInForce: TIMES_IN_FORCE[kind % TIMES_IN_FORCE.length] ?? 'IOC',
    // unreached: packed from these words
    state: STATE_NAMES[rest % STATE_NAMES.length] ?? 'CANCELED',
  };
}
