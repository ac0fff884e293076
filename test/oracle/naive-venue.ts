// The venue's matching rules written down as plainly as possible: the oracle of the venue machine.
import type { Micros } from '../../src/domain/index.js';
import type { Side, TimeInForce } from '../../src/domain/orders/index.js';
import {
  UNLIMITED,
  type CancelStep,
  type PlaceStep,
  type RateStep,
  type Script,
  type Step,
} from './script.js';

export interface NaiveFill {
  readonly coId: string;
  readonly units: number;
  readonly ticks: number;
  readonly at: Micros;
  /** Whether the order rested. */
  readonly maker: boolean;
}

export interface NaiveOrder {
  readonly coId: string;
  /** ALIVE: not ended when the script is at its end. */
  readonly status: 'FILLED' | 'EXPIRED' | 'CANCELED' | 'ALIVE';
  readonly cumUnits: number;
  /** Sum of units x ticks over the fills. */
  readonly cumCash: bigint;
}

export interface NaiveResult {
  /** In order of happening; within one rate resting buys stand before resting sells. */
  readonly fills: readonly NaiveFill[];
  /** Accepted orders in order of acceptance. */
  readonly orders: readonly NaiveOrder[];
  /** The coIds of places turned down, in order; a coId may stand here twice. */
  readonly rejected: readonly string[];
}

/** Plays the script to the time of its last step, all that is due by then included. */
export function runNaive(script: Script): NaiveResult {
  const venue = new NaiveVenue(script);
  const endAt = Math.max(...script.steps.map((step) => step.at));
  for (let next = venue.takeNext(endAt); next; next = venue.takeNext(endAt)) next.happen();
  const orders = venue.orders.map(({ coId, status, cumUnits, cumCash }) => {
    return { coId, status, cumUnits, cumCash };
  });
  return { fills: venue.fills, orders, rejected: venue.rejected };
}

interface Order {
  readonly coId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly priceTicks: number;
  readonly units: number;
  status: NaiveOrder['status'];
  place: 'on its way' | 'waiting' | 'resting';
  cumUnits: number;
  cumCash: bigint;
}

interface Book {
  readonly bidTicks: number;
  readonly offerTicks: number;
  bidUnits: number;
  offerUnits: number;
}

interface Happening {
  readonly at: Micros;
  /** At one instant: what was scheduled before, then the rates, then what is asked. */
  readonly turn: 'scheduled' | 'rate' | 'asked';
  readonly happen: () => void;
}

const TURNS = ['scheduled', 'rate', 'asked'];

class NaiveVenue {
  readonly fills: NaiveFill[] = [];
  readonly orders: Order[] = [];
  readonly rejected: string[] = [];
  readonly #script: Script;
  readonly #books = new Map<string, Book>();
  /** All orders that ever waited or rested, in the order in which they began to. */
  readonly #waiting: Order[] = [];
  readonly #resting: Order[] = [];
  #happenings: Happening[];

  constructor(script: Script) {
    this.#script = script;
    this.#happenings = script.steps.map((step) => ({
      at: step.at,
      turn: step.kind === 'rate' ? 'rate' : 'asked',
      happen: () => this.#doStep(step),
    }));
  }

  /** The earliest happening; the sort is stable, so equal ones keep the order of scheduling. */
  takeNext(endAt: Micros): Happening | undefined {
    this.#happenings.sort((a, b) => a.at - b.at || TURNS.indexOf(a.turn) - TURNS.indexOf(b.turn));
    const next = this.#happenings[0];
    if (next === undefined || next.at > endAt) return undefined;
    this.#happenings = this.#happenings.slice(1);
    return next;
  }

  #doStep(step: Step): void {
    if (step.kind === 'rate') this.#applyRate(step);
    else if (step.kind === 'place') this.#place(step);
    else this.#cancel(step);
  }

  #place(step: PlaceStep): void {
    if (this.#find(step.coId) !== undefined || !this.#isValid(step)) {
      this.rejected.push(step.coId);
      return;
    }
    const { coId, symbol, side, timeInForce, priceTicks, units } = step;
    const order: Order = {
      ...{ coId, symbol, side, timeInForce, priceTicks, units },
      ...{ status: 'ALIVE', place: 'on its way', cumUnits: 0, cumCash: 0n },
    };
    this.orders.push(order);
    this.#afterLatency(step.at, (at) => this.#arrive(order, at));
    if (timeInForce === 'GTT') {
      this.#schedule(step.at + step.expirySeconds * 1_000_000, () => end(order, 'EXPIRED'));
    } else if (timeInForce === 'DAY') {
      this.#schedule(findDayEnd(step.at), () => end(order, 'EXPIRED'));
    }
  }

  #cancel(step: CancelStep): void {
    const order = this.#find(step.coId);
    if (order?.status !== 'ALIVE') return;
    this.#afterLatency(step.at, () => end(order, 'CANCELED'));
  }

  #arrive(order: Order, at: Micros): void {
    if (order.status !== 'ALIVE') return;
    if (this.#script.settings.fillTiming === 'arrival') {
      this.#meetBook(order, at);
    } else {
      order.place = 'waiting';
      this.#waiting.push(order);
    }
  }

  #applyRate(step: RateStep): void {
    const { at, symbol, bidTicks, offerTicks, bidUnits, offerUnits } = step;
    const book = { bidTicks, offerTicks, bidUnits, offerUnits };
    this.#books.set(symbol, book);
    const isHere = (order: Order) => order.symbol === symbol && order.status === 'ALIVE';
    const resting = this.#resting.filter((order) => isHere(order) && isTouched(order, book));
    const buys = resting.filter((order) => order.side === 'Buy');
    const sells = resting.filter((order) => order.side === 'Sell');
    // Stable sorts: at one price the order that began to rest first stays first.
    buys.sort((a, b) => b.priceTicks - a.priceTicks);
    sells.sort((a, b) => a.priceTicks - b.priceTicks);
    for (const order of [...buys, ...sells]) {
      this.#fill(order, Math.min(toLeaves(order), toShown(order, book)), order.priceTicks, at);
    }
    for (const order of this.#waiting) {
      if (isHere(order) && order.place === 'waiting') this.#meetBook(order, at);
    }
  }

  #meetBook(order: Order, at: Micros): void {
    const book = this.#books.get(order.symbol);
    if (book !== undefined && isTouched(order, book)) {
      const units = Math.min(toLeaves(order), toShown(order, book));
      const touch = order.side === 'Buy' ? book.offerTicks : book.bidTicks;
      const isEnough = units === toLeaves(order);
      if (isEnough || order.timeInForce !== 'FOK') this.#fill(order, units, touch, at);
    }
    if (order.timeInForce === 'IOC' || order.timeInForce === 'FOK') {
      end(order, 'EXPIRED');
    } else if (order.status === 'ALIVE') {
      order.place = 'resting';
      this.#resting.push(order);
    }
  }

  #fill(order: Order, units: number, ticks: number, at: Micros): void {
    if (units === 0) return;
    const { coId } = order;
    this.fills.push({ coId, units, ticks, at, maker: order.place === 'resting' });
    order.cumUnits += units;
    order.cumCash += BigInt(units) * BigInt(ticks);
    if (toLeaves(order) === 0) end(order, 'FILLED');
    const book = this.#books.get(order.symbol)!;
    if (toShown(order, book) === UNLIMITED) return;
    if (order.side === 'Buy') book.offerUnits -= units;
    else book.bidUnits -= units;
  }

  #afterLatency(askedAt: Micros, act: (at: Micros) => void): void {
    const at = askedAt + this.#script.settings.latencyOrders;
    if (at === askedAt) act(at);
    else this.#schedule(at, () => act(at));
  }

  #schedule(at: Micros, happen: () => void): void {
    this.#happenings.push({ at, turn: 'scheduled', happen });
  }

  #find(coId: string): Order | undefined {
    return this.orders.find((order) => order.coId === coId);
  }

  #isValid({ symbol, units, priceTicks, type, timeInForce }: PlaceStep): boolean {
    const instrument = this.#script.instruments.find((entry) => entry.symbol === symbol);
    if (instrument === undefined) throw new Error(`expected a symbol of the script: ${symbol}`);
    if (type === 'Market' && timeInForce !== 'IOC') {
      throw new Error(`expected a Market order to be IOC, found ${timeInForce}`);
    }
    const isMultiple = units % instrument.sizeIncrement === 0;
    return isMultiple && units >= instrument.minSize && priceTicks > 0;
  }
}

/** Ends the order unless it has ended. */
function end(order: Order, status: 'FILLED' | 'EXPIRED' | 'CANCELED'): void {
  if (order.status === 'ALIVE') order.status = status;
}

function toLeaves(order: Order): number {
  return order.units - order.cumUnits;
}

/** What is left of the displayed size on the side that the order takes from. */
function toShown(order: Order, book: Book): number {
  return order.side === 'Buy' ? book.offerUnits : book.bidUnits;
}

function isTouched(order: Order, book: Book): boolean {
  return order.side === 'Buy'
    ? book.offerTicks <= order.priceTicks
    : book.bidTicks >= order.priceTicks;
}

const HOUR = 3_600_000_000;
const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' },
});

/** The next 17:00 New York strictly after `at`: every full hour is asked for its hour there. */
function findDayEnd(at: Micros): Micros {
  let hour = Math.floor(at / HOUR) + 1;
  while (NEW_YORK.format((hour * HOUR) / 1000) !== '17') hour += 1;
  return hour * HOUR;
}
