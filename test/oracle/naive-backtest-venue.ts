// The venue of the naive reference backtest: one book per symbol and a plain list of orders.
import type {
  NaiveCase,
  NaiveEndState,
  NaiveInstrument,
  NaivePlace,
  NaiveRate,
} from './naive-backtest-types.js';

/** What stands at the touch; `left` is what nobody took since the symbol's last rate. */
interface Touch {
  readonly ticks: number;
  left: number | null;
}

interface Book {
  readonly bid: Touch;
  readonly offer: Touch;
}

interface Order {
  readonly place: NaivePlace;
  stage: 'travelling' | 'waiting' | 'resting' | 'ended';
  left: number;
}

/** What the venue says, at the instant at which it happens. */
export interface Tape {
  readonly fill: (at: number, place: NaivePlace, units: number, priceTicks: number) => void;
  readonly end: (at: number, id: string, state: NaiveEndState, filledUnits: number) => void;
}

export interface Venue {
  readonly instruments: readonly NaiveInstrument[];
  readonly fillTiming: NaiveCase['fillTiming'];
  readonly tape: Tape;
  readonly books: Map<string, Book>;
  /** Orders that have not ended, oldest first. */
  orders: Order[];
}

export function createVenue(input: NaiveCase, tape: Tape): Venue {
  const { instruments, fillTiming } = input;
  return { instruments, fillTiming, tape, books: new Map(), orders: [] };
}

/** Takes an order on its way to the market; false where its size is none that may be traded. */
export function acceptOrder(venue: Venue, place: NaivePlace): boolean {
  const terms = venue.instruments.find((one) => one.symbol === place.symbol);
  if (!terms || place.units < terms.minSize || place.units % terms.sizeStep !== 0) return false;
  venue.orders.push({ place, stage: 'travelling', left: place.units });
  return true;
}

/** The order reaches the market, unless it ended on its way. */
export function arriveOrder(venue: Venue, at: number, id: string): void {
  const order = findOrder(venue, id);
  if (!order) return;
  if (venue.fillTiming === 'next-rate') order.stage = 'waiting';
  else meetMarket(venue, at, order);
}

/** Ends an order that has not ended; nothing happens to one that has. */
export function endOrder(
  venue: Venue,
  at: number,
  id: string,
  state: 'CANCELED' | 'EXPIRED',
): void {
  const order = findOrder(venue, id);
  if (order) finish(venue, at, order, state);
}

/** A new rate: first what rests, best price first and then oldest, then what waited for it. */
export function applyRate(venue: Venue, rate: NaiveRate): void {
  venue.books.set(rate.symbol, {
    bid: { ticks: rate.bidTicks, left: rate.bidUnits },
    offer: { ticks: rate.offerTicks, left: rate.offerUnits },
  });
  const orders = venue.orders.filter((order) => order.place.symbol === rate.symbol);
  const resting = orders.filter((order) => order.stage === 'resting');
  const waiting = orders.filter((order) => order.stage === 'waiting');
  // Sorting is stable: equal prices stay in the order of their age.
  const buys = resting
    .filter((order) => order.place.side === 'Buy')
    .sort((a, b) => b.place.priceTicks - a.place.priceTicks);
  const sells = resting
    .filter((order) => order.place.side === 'Sell')
    .sort((a, b) => a.place.priceTicks - b.place.priceTicks);
  for (const order of [...buys, ...sells]) {
    const touch = touchedBy(venue, order.place);
    if (touch) take(venue, rate.at, order, touch, order.place.priceTicks);
  }
  for (const order of waiting) meetMarket(venue, rate.at, order);
}

/** An order meets the rate that stands: it takes at the touch, then rests or ends. */
function meetMarket(venue: Venue, at: number, order: Order): void {
  const { timeInForce } = order.place;
  const touch = touchedBy(venue, order.place);
  if (touch && (timeInForce !== 'FOK' || touch.left === null || touch.left >= order.left)) {
    take(venue, at, order, touch, touch.ticks);
  }
  if (order.left === 0) return;
  if (timeInForce === 'IOC' || timeInForce === 'FOK') finish(venue, at, order, 'EXPIRED');
  else order.stage = 'resting';
}

/** The side of the market that this order could take, if its price reaches it. */
function touchedBy(venue: Venue, place: NaivePlace): Touch | undefined {
  const book = venue.books.get(place.symbol);
  if (!book) return undefined;
  if (place.side === 'Buy') return book.offer.ticks <= place.priceTicks ? book.offer : undefined;
  return book.bid.ticks >= place.priceTicks ? book.bid : undefined;
}

function take(venue: Venue, at: number, order: Order, touch: Touch, priceTicks: number): void {
  const units = touch.left === null ? order.left : Math.min(touch.left, order.left);
  if (units === 0) return;
  if (touch.left !== null) touch.left -= units;
  order.left -= units;
  venue.tape.fill(at, order.place, units, priceTicks);
  if (order.left === 0) finish(venue, at, order, 'FILLED');
}

function finish(venue: Venue, at: number, order: Order, state: NaiveEndState): void {
  order.stage = 'ended';
  venue.orders = venue.orders.filter((other) => other !== order);
  venue.tape.end(at, order.place.id, state, order.place.units - order.left);
}

function findOrder(venue: Venue, id: string): Order | undefined {
  return venue.orders.find((order) => order.place.id === id);
}
