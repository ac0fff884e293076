// The rules of docs/venue-orders.md for all types of orders, as plainly as possible: an oracle.
import type { Instant } from '../../src/domain/index.js';
import { findFault, type Asked } from './naive-checks.js';
import { findRejection } from './naive-limits.js';
import { takeAtBest, takeQuote, type Whole } from './naive-whole.js';
import { findDayEnd } from './naive-hours.js';
import {
  drawSliceInterval,
  drawSliceSize,
  findRateFault,
  isTaker,
  isTriggered,
  toBase,
  toPassive,
  toPegLimit,
  toSliceLimit,
  toTerms,
  toWorth,
  type Book,
  type Level,
  type NamedRate,
  type Terms,
} from './naive-terms.js';
import {
  consume,
  createBook,
  findBest,
  listLevels,
  sumWorth,
  toLeft,
  toPrice,
} from './naive-levels.js';
import {
  addFill,
  createOrder,
  findProviders,
  isTooLittle,
  toLine,
  toOpen,
  toRest,
  type Order,
} from './naive-order.js';
import {
  USERS,
  type AskStep,
  type NamedStep,
  type OrderLine,
  type OrderScript,
  type OrderStep,
  type QuotedStep,
} from './order-script.js';

/** The stream of an algo's random numbers, by user and coId. */
export type AlgoStreams = (user: string, coId: string) => () => number;

/** Plays the script to the time of its last step, all that is due by then included. */
export function runNaiveOrders(script: OrderScript, streams: AlgoStreams): readonly OrderLine[] {
  const venue = new NaiveOrders(script, streams);
  const endAt = Math.max(...script.steps.map((step) => step.at));
  for (let next = venue.takeNext(endAt); next; next = venue.takeNext(endAt)) next.happen(next.at);
  return venue.lines;
}

interface Happening {
  readonly at: Instant;
  readonly turn: 'scheduled' | 'step';
  readonly happen: (at: Instant) => void;
}

class NaiveOrders {
  readonly lines: OrderLine[] = [];
  readonly #script: OrderScript;
  readonly #streams: AlgoStreams;
  readonly #books = new Map<string, Book>();
  /** The rates by their names, with their books. */
  readonly #quoted = new Map<string, QuotedStep & { readonly book: Book }>();
  /** In order of acceptance. */
  readonly #orders: Order[] = [];
  /** In order of arrival. */
  #arrived: Order[] = [];
  /** Net base units by organization and symbol. */
  readonly #net = new Map<string, bigint>();
  #happenings: Happening[];
  #turns = 0;

  constructor(script: OrderScript, streams: AlgoStreams) {
    this.#script = script;
    this.#streams = streams;
    this.#happenings = script.steps.map((step) => ({
      ...{ at: step.at, turn: 'step', happen: () => this.#doStep(step) },
    }));
  }

  /** The earliest happening; at one instant what is scheduled, in that order, then the steps. */
  takeNext(endAt: Instant): Happening | undefined {
    const rank = (one: Happening) => (one.turn === 'scheduled' ? 0 : 1);
    this.#happenings.sort((a, b) => a.at - b.at || rank(a) - rank(b));
    const next = this.#happenings[0];
    if (next === undefined || next.at > endAt) return undefined;
    this.#happenings = this.#happenings.slice(1);
    return next;
  }

  #schedule(at: Instant, happen: (at: Instant) => void): void {
    this.#happenings.push({ at, turn: 'scheduled', happen });
  }

  #afterLatency(at: Instant, happen: (at: Instant) => void): void {
    if (this.#script.settings.latencyOrders === 0) happen(at);
    else this.#schedule(at + this.#script.settings.latencyOrders, happen);
  }

  #doStep(step: OrderStep): void {
    if (step.kind === 'rate') this.#applyRate(step);
    else if (step.kind === 'place') this.#place(step);
    else if (step.kind === 'cancel-all') this.#cancelAll(step.at, step.user);
    else this.#doNamed(step);
  }

  #place({ request, user: userName, at }: AskStep): void {
    const user = USERS.find((one) => one.user === userName)!;
    const asked: Asked = {
      ...{ request, details: request.details ?? {}, user, at },
      instruments: this.#script.instruments,
    };
    const coId = request.coId ?? '';
    const isKnown = this.#find(userName, coId) !== undefined;
    const rate = this.#findQuoted(asked.details.rateId, user.org);
    const { rateLife } = this.#script.settings;
    const fault =
      findFault(asked) ??
      (isKnown ? 'DuplicateOrder' : findRateFault(toTerms(asked), rate, rateLife));
    if (fault !== undefined) {
      this.#answer(at, userName, coId, 'refused', fault);
      return;
    }
    const order = createOrder(toTerms(asked), this.#streams(userName, coId), rate);
    this.#orders.push(order);
    this.#tell(order, at);
    this.#afterLatency(at, (then) => this.#arrive(order, then));
    const { timeInForce, expirySeconds, endAt, type } = order.terms;
    if (timeInForce === 'GTT') {
      this.#schedule(at + expirySeconds * 1_000_000, (then) => this.#expire(order, then));
    }
    if (timeInForce === 'DAY') {
      this.#schedule(findDayEnd(at), (then) => this.#expire(order, then));
    }
    if (type === 'Algo' && endAt !== undefined) {
      this.#schedule(endAt, (then) => this.#endExecution(order, then));
    }
  }

  /** The rate of that name as an organization sees it, of its own user where it names none. */
  #findQuoted(rateId: string | undefined, own: string): NamedRate | undefined {
    const [name = '', org = own] = (rateId ?? '').split('/');
    const quoted = this.#quoted.get(name);
    if (quoted === undefined) return undefined;
    const { at, symbol, book } = quoted;
    const providers = findProviders(this.#script, org, 'spotProviders', symbol);
    const best = findBest(book, providers);
    return best === undefined ? undefined : { at, symbol, ...best, book, providers };
  }

  #doNamed({ kind, user, coId, at }: NamedStep): void {
    const order = this.#find(user, coId);
    if (order === undefined) this.#answer(at, user, coId, 'no such order', '');
    else if (kind === 'query') this.lines.push({ ...toLine(order, at), what: 'shown' });
    else if (order.ended !== '') this.#answer(at, user, coId, 'not active', '');
    else if (kind === 'cancel') this.#cancel(order, at);
    else if (kind === 'suspend') this.#suspend(order, at);
    else this.#resume(order, at);
  }

  #cancelAll(at: Instant, user: string): void {
    for (const order of this.#orders) {
      if (order.terms.user === user && order.ended === '') this.#cancel(order, at);
    }
  }

  #cancel(order: Order, at: Instant): void {
    if (order.isCancelAsked) return;
    order.isCancelAsked = true;
    this.#tell(order, at);
    this.#afterLatency(at, (then) => this.#end(order, 'CANCELED', then));
  }

  #suspend(order: Order, at: Instant): void {
    if (!order.isArrived || order.isCancelAsked || order.isSuspended) return;
    order.isSuspended = true;
    this.#leaveBook(order);
    this.#tell(order, at);
  }

  #resume(order: Order, at: Instant): void {
    if (!order.isSuspended || order.isCancelAsked) return;
    order.isSuspended = false;
    this.#tell(order, at);
    this.#comeToMarket(order, at);
  }

  #arrive(order: Order, at: Instant): void {
    if (order.ended !== '') return;
    order.isArrived = true;
    const { terms } = order;
    const net = this.#net.get(`${terms.org} ${terms.instrument.symbol}`) ?? 0n;
    const book = this.#books.get(terms.instrument.symbol);
    const reason = findRejection(this.#script, terms, book, net, at);
    if (reason !== undefined) {
      order.reason = reason;
      this.#end(order, 'REJECTED', at);
      return;
    }
    this.#tell(order, at);
    this.#comeToMarket(order, at);
  }

  #comeToMarket(order: Order, at: Instant): void {
    this.#arrived = [...this.#arrived.filter((one) => one !== order), order];
    if (this.#script.settings.fillTiming === 'arrival') this.#meet(order, at);
    else order.place = 'waits for a rate';
  }

  #end(order: Order, status: string, at: Instant): void {
    if (order.ended !== '') return;
    order.ended = status;
    this.#leaveBook(order);
    this.#tell(order, at);
  }

  #leaveBook(order: Order): void {
    order.place = 'idle';
    order.slice = 0n;
  }

  /** The end of the time in force (rules 35 and 36). */
  #expire(order: Order, at: Instant): void {
    const { type, details } = order.terms;
    if (type === 'Algo' && details.actionOnExpiry === 'FillAtMarket') this.#takeRest(order, at);
    this.#end(order, 'EXPIRED', at);
  }

  #applyRate(step: QuotedStep): void {
    const { at, symbol, rateId } = step;
    const instrument = this.#script.instruments.find((one) => one.symbol === symbol)!;
    const book = createBook(step, this.#script.providers, instrument);
    this.#books.set(symbol, book);
    this.#quoted.set(rateId, { ...step, book });
    for (const order of this.#listAt(symbol, 'rests')) {
      if (order.terms.type === 'Pegged') this.#reprice(order, book);
    }
    this.#fillResting(symbol, true, at);
    this.#fillResting(symbol, false, at);
    for (const order of this.#listAt(symbol, 'waits for its stop')) {
      if (isTriggered(order.terms, book)) this.#meet(order, at);
    }
    for (const order of this.#listAt(symbol, 'waits for a rate')) this.#meet(order, at);
  }

  /** Orders of a symbol at a place, by arrival. */
  #listAt(symbol: string, place: Order['place']): readonly Order[] {
    return this.#arrived.filter(
      (order) => order.terms.instrument.symbol === symbol && order.place === place,
    );
  }

  #reprice(order: Order, book: Book): void {
    const limit = toPegLimit(order.terms, book);
    if (limit === order.limit) return;
    order.limit = limit;
    order.turn = this.#nextTurn();
  }

  /** Rule 13: the best of those that have not had their turn, until none is left. */
  #fillResting(symbol: string, buysBase: boolean, at: Instant): void {
    let waiting = this.#orders.filter(
      ({ terms, place, limit }) =>
        terms.instrument.symbol === symbol &&
        terms.buysBase === buysBase &&
        place === 'rests' &&
        this.#listLevels(terms, limit).length > 0,
    );
    while (waiting.length > 0) {
      const better = (a: Order, b: Order) => (buysBase ? a.limit > b.limit : a.limit < b.limit);
      const first = waiting.reduce((best, one) => {
        if (one.limit === best.limit) return one.turn < best.turn ? one : best;
        return better(one, best) ? one : best;
      });
      const isNextShown = this.#fillPiece(first, at);
      if (!isNextShown) waiting = waiting.filter((one) => one !== first);
    }
  }

  /** Fills what is shown of a resting order; whether another piece of it is shown now. */
  #fillPiece(order: Order, at: Instant): boolean {
    const { terms } = order;
    const levels = this.#listLevels(terms, order.limit);
    const there = sumWorth(terms, levels, isTaker(terms) ? 0n : order.limit);
    if (isTooLittle(order, order.piece < there ? order.piece : there)) return false;
    for (const level of levels) {
      const ticks = isTaker(terms) ? toPrice(terms, level) : order.limit;
      order.piece -= this.#fill(order, order.piece, level, ticks, at);
    }
    if (order.piece > 0n || order.ended !== '' || toOpen(order) === 0n) return false;
    this.#showPiece(order);
    return true;
  }

  #showPiece(order: Order): void {
    const open = toOpen(order);
    order.piece = order.terms.piece < open ? order.terms.piece : open;
    order.turn = this.#nextTurn();
  }

  #rest(order: Order, limit: bigint): void {
    order.place = 'rests';
    order.limit = limit;
    this.#showPiece(order);
  }

  #meet(order: Order, at: Instant): void {
    const { terms } = order;
    const book = this.#books.get(terms.instrument.symbol);
    if (terms.type === 'Stop' || terms.type === 'StopLimit') {
      order.isTriggered ||= book !== undefined && isTriggered(terms, book);
      if (!order.isTriggered) {
        order.place = 'waits for its stop';
        return;
      }
    }
    order.place = 'idle';
    if (terms.type === 'PQ') {
      this.#bookWhole(order, takeQuote(terms, order.rate!), at);
      this.#end(order, 'EXPIRED', at);
    } else if (terms.type === 'Algo') this.#startAlgo(order, at);
    else this.#meetTouch(order, book, at);
  }

  #meetTouch(order: Order, book: Book | undefined, at: Instant): void {
    const { terms } = order;
    let limit = terms.price;
    if (terms.type === 'AtBest') limit = 0n;
    if (terms.type === 'Pegged') limit = book === undefined ? 0n : toPegLimit(terms, book);
    if (terms.type === 'AtBest') this.#bookWhole(order, takeAtBest(terms, book, this.#script), at);
    else if (terms.timeInForce === 'FOK') this.#takeAll(order, limit, at);
    else this.#takeUpTo(order, toRest(order), limit, at);
    if (terms.timeInForce === 'IOC' || terms.timeInForce === 'FOK') {
      this.#end(order, 'EXPIRED', at);
    } else if (order.ended === '') {
      this.#rest(order, limit);
    }
  }

  /** The levels of the order's organization in the newest rate, within a limit. */
  #listLevels(terms: Terms, limit: bigint): readonly Level[] {
    const { symbol } = terms.instrument;
    const book = this.#books.get(symbol);
    const own = findProviders(this.#script, terms.org, 'spotProviders', symbol);
    return book === undefined ? [] : listLevels(terms, book, own, limit);
  }

  /** Takes level by level, the best first. */
  #takeUpTo(order: Order, most: bigint, limit: bigint, at: Instant): void {
    const { terms } = order;
    const levels = this.#listLevels(terms, limit);
    const there = sumWorth(terms, levels, 0n);
    if (isTooLittle(order, most < there ? most : there)) return;
    let open = most;
    for (const level of levels) {
      open -= this.#fill(order, open, level, toPrice(terms, level), at);
    }
  }

  #takeAll(order: Order, limit: bigint, at: Instant): void {
    const there = sumWorth(order.terms, this.#listLevels(order.terms, limit), 0n);
    if (there >= toRest(order)) this.#takeUpTo(order, toRest(order), limit, at);
  }

  #bookWhole(order: Order, whole: Whole | undefined, at: Instant): void {
    if (whole === undefined) return;
    const { base, ticks, provider } = whole;
    this.#book(order, order.terms.size, base, ticks, provider, at);
  }

  /** Fills at most `most` and what is left of a level; how much. */
  #fill(order: Order, most: bigint, level: Level, ticks: bigint, at: Instant): bigint {
    const { terms } = order;
    const worth = toWorth(terms, toLeft(terms, level), ticks);
    const units = most < worth ? most : worth;
    if (units === 0n) return 0n;
    const base = toBase(terms, units, ticks);
    consume(terms, level, base);
    this.#book(order, units, base, ticks, level.provider, at);
    return units;
  }

  #book(
    order: Order,
    units: bigint,
    base: bigint,
    ticks: bigint,
    provider: string,
    at: Instant,
  ): void {
    const { terms } = order;
    addFill(order, units, base, ticks, provider);
    const key = `${terms.org} ${terms.instrument.symbol}`;
    const before = this.#net.get(key) ?? 0n;
    this.#net.set(key, terms.buysBase ? before + base : before - base);
    const how = order.place === 'rests' && !isTaker(terms) ? 'fills as maker' : 'fills as taker';
    this.lines.push({ ...toLine(order, at), what: how });
    const isAtOnce = terms.timeInForce === 'IOC' || terms.timeInForce === 'FOK';
    if (toRest(order) === 0n) this.#end(order, 'FILLED', at);
    else if (!isAtOnce) this.#tell(order, at);
  }

  #startAlgo(order: Order, at: Instant): void {
    if (order.isStarted) return;
    order.isStarted = true;
    if (order.terms.startAt <= at) this.#makeSlice(order, at);
    else this.#schedule(order.terms.startAt, (then) => this.#makeSlice(order, then));
  }

  #makeSlice(order: Order, at: Instant): void {
    if (order.ended !== '' || order.isStopped) return;
    const { terms } = order;
    this.#leaveBook(order);
    const book = this.#books.get(terms.instrument.symbol);
    const size = drawSliceSize(terms, toRest(order), book, order.random);
    const interval = drawSliceInterval(terms, order.random);
    order.sliceNumber += 1;
    if (book !== undefined && !order.isSuspended) {
      order.slice = size;
      this.#startSlice(order, toPassive(terms, interval), book, at);
    }
    this.#schedule(at + Number(interval), (then) => this.#makeSlice(order, then));
  }

  #startSlice(order: Order, passive: bigint, book: Book, at: Instant): void {
    if (passive === 0n) {
      this.#takeSlice(order, at);
      return;
    }
    this.#rest(order, toSliceLimit(order.terms, book));
    const number = order.sliceNumber;
    this.#schedule(at + Number(passive), (then) => {
      if (order.sliceNumber === number) this.#takeSlice(order, then);
    });
  }

  #takeSlice(order: Order, at: Instant): void {
    order.place = 'idle';
    if (order.ended === '' && order.slice > 0n) {
      this.#takeUpTo(order, order.slice, order.terms.price, at);
    }
    this.#leaveBook(order);
  }

  #takeRest(order: Order, at: Instant): void {
    if (order.ended !== '' || !order.isStarted || order.isSuspended) return;
    this.#leaveBook(order);
    this.#takeUpTo(order, toRest(order), order.terms.price, at);
  }

  /** Rule 35. */
  #endExecution(order: Order, at: Instant): void {
    const action = order.terms.details.actionOnExpiry;
    if (order.ended !== '' || action === 'Twap') return;
    if (action === 'NoAction') {
      order.isStopped = true;
      this.#leaveBook(order);
      return;
    }
    if (action === 'FillAtMarket') this.#takeRest(order, at);
    this.#end(order, 'EXPIRED', at);
  }

  #find(user: string, coId: string): Order | undefined {
    return this.#orders.find(({ terms }) => terms.user === user && terms.coId === coId);
  }

  #tell(order: Order, at: Instant): void {
    const line = toLine(order, at);
    const text = `${line.what} ${line.cumUnits}`;
    if (text !== order.told) this.lines.push(line);
    order.told = text;
  }

  #answer(at: Instant, user: string, coId: string, what: string, reason: string): void {
    const none = { cumUnits: 0n, lastTicks: 0n, lastUnits: 0n, counterparty: '' };
    this.lines.push({ at, user, coId, what, ...none, reason });
  }

  #nextTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }
}
