// The simulated venue: takes rates and orders, publishes responses; deterministic, on virtual time.
import { type Calendars, createBuiltInCalendars } from '../domain/dates/index.js';
import { type Instant, type Instrument, NEVER } from '../domain/index.js';
import { isTerminalStatus, type OrderRequest } from '../domain/orders/index.js';
import type { VenueOrderView } from '../domain/venue/index.js';
import { NextDue, Scheduler, SerialTexts } from '../determinism/index.js';
import { UserOrders } from './orders/user-orders.js';
import { VenueBook } from './book.js';
import { Counterparties, type Counterparty } from './counterparties.js';
import { Directory } from './directory.js';
import { Logins } from './logins.js';
import { ForwardCurves } from './market/forward-curves.js';
import { LevelNames } from './market/level-names.js';
import { RateRegistry } from './market/rate-registry.js';
import { RecentRates } from './market/recent-rates.js';
import { SpotProviders } from './market/spot-providers.js';
import { MatchingEngine } from './matching.js';
import type { MatchingRules } from './matching-rules.js';
import { Transit } from './models/latency.js';
import { DEFAULT_PROVIDERS, type ProviderSettings } from './models/providers.js';
import { VenueOrder } from './order.js';
import { findSign, type OrderTerms } from './order-terms.js';
import { scheduleExpiry } from './orders/schedule-expiry.js';
import { Interventions } from './orders/interventions.js';
import { OrderLimits } from './orders/limits.js';
import { readOrder } from './orders/reading/read-order.js';
import { addQuote } from './orders/reading/read-quote.js';
import type { Rejection } from './orders/rejection.js';
import { DEFAULT_ORDER_RULES, type OrderRules } from './orders/rules.js';
import { RateDelay, type VisibleRate } from './rate-delay.js';
import { type VenueResponse, ResponseQueue, type VenueListener } from './response-queue.js';
import type { VenueSettings } from './settings.js';

const FIRST_ORDER_NUMBER = 5_120_000_001;

/** Immediate result of a place request. */
export type PlaceAnswer = { readonly accepted: VenueOrder } | { readonly rejected: Rejection };

/** Immediate result of a cancel request. */
export type CancelAnswer = 'unknown' | 'ended' | { readonly pending: VenueOrderView };

/**
 * The simulated exchange. The host advances time: at each instant it calls `fireTimers`, then
 * `rate`, then `deliverReplies`; requests follow after everything due at their instant.
 */
export class Venue {
  readonly instruments: readonly Instrument[];
  readonly logins: Logins;
  readonly directory: Directory;
  readonly orderRules: OrderRules;
  readonly providers: readonly ProviderSettings[];
  readonly spot: SpotProviders;
  readonly forwards: ForwardCurves;
  readonly calendars: Calendars;
  /** Finds rates by the rateId that an order names. */
  readonly rates = new RateRegistry();
  /** Scripted actions of the venue on orders. */
  readonly interventions: Interventions;
  /** Timers, class 1 of an instant; other services of the venue also use it. */
  readonly scheduler: Scheduler;
  readonly settings: VenueSettings;
  readonly #books: readonly VenueBook[];
  readonly #bySymbol: ReadonlyMap<string, Instrument>;
  readonly accounts: readonly UserOrders[];
  readonly #engine: MatchingEngine;
  readonly #counterparties: Counterparties;
  readonly #replies: ResponseQueue;
  /** Latency of requests to the matching engine. */
  readonly requests: Transit;
  readonly #delay: RateDelay | undefined;
  readonly #recent: RecentRates | undefined;
  #listener: VenueListener | undefined;
  readonly #orderIds = new SerialTexts('');
  #orderNumber = FIRST_ORDER_NUMBER;

  /** `horizon` is lowered whenever something becomes due. */
  constructor(settings: VenueSettings, horizon = new NextDue()) {
    this.scheduler = new Scheduler(0, horizon);
    this.settings = settings;
    this.orderRules = settings.orderRules ?? DEFAULT_ORDER_RULES;
    this.instruments = settings.instruments;
    this.#books = settings.instruments.map((instrument) => new VenueBook(instrument));
    this.#bySymbol = new Map(settings.instruments.map((one) => [one.symbol, one]));
    this.providers = settings.providers ?? DEFAULT_PROVIDERS;
    this.directory = new Directory(settings.orgs ?? [], settings.users, settings.amendments);
    this.spot = new SpotProviders(this.instruments, this.providers, this.directory);
    for (const book of this.#books) book.levels = this.spot.createLevels(book);
    this.#counterparties = new Counterparties(this.providers, this.directory);
    this.accounts = settings.users.map((user) => {
      const find = (one: Instrument) => this.#counterparties.find(user.org, 'spot', one);
      return new UserOrders(user, settings, this.instruments.map(find));
    });
    this.logins = new Logins(settings.tokenLife, settings.seed);
    const { latency, seed } = settings;
    this.requests = new Transit(latency.orders, seed, 'orders');
    const rates = new Transit(latency.rates, seed, 'rates');
    this.#delay = rates.isInstant ? undefined : new RateDelay(rates, horizon);
    if (settings.rateLife !== undefined) {
      this.#recent = new RecentRates(settings.instruments, settings.rateLife);
      const names = new LevelNames(this.#recent, this.providers, this.#books);
      // With several providers no query shows the market's own rate, so its rateId is not accepted.
      this.rates.add(this.spot.isPlain ? this.#recent : names);
    }
    const replies = new Transit(latency.replies, seed, 'replies');
    this.#replies = new ResponseQueue(replies, this.#publish.bind(this), horizon);
    this.calendars = settings.calendars ?? createBuiltInCalendars();
    this.forwards = new ForwardCurves(settings.forwards ?? {}, this.calendars);
    this.#engine = new MatchingEngine(this.#books, this.#toRules(settings), {
      changed: (at, order, view) => {
        this.#replies.add(at, { order, view, trade: undefined });
      },
      traded: (at, order, trade) => {
        this.#replies.add(at, { order, view: undefined, trade });
      },
    });
    const take = this.#take.bind(this);
    this.interventions = new Interventions(this.accounts, this.scheduler, this.#engine, take);
  }

  #toRules(models: VenueSettings): MatchingRules {
    const { fillTiming: timing, seed, limits: terms } = models;
    const { calendars, scheduler, forwards } = this;
    const limits = terms && new OrderLimits(terms);
    return { models, timing, seed, calendars, scheduler, forwards, limits };
  }

  /** Calls `listener` for every response that becomes visible. */
  listen(listener: VenueListener): void {
    this.#listener = listener;
  }

  findAccount(user: string, org: string): UserOrders | undefined {
    return this.accounts.find((one) => one.user.user === user && one.user.org === org);
  }

  findInstrument(symbol: string): Instrument | undefined {
    return this.#bySymbol.get(symbol);
  }

  findBook(instrument: Instrument): VenueBook {
    const book = this.#books[instrument.id];
    if (book === undefined) throw new RangeError(`no instrument ${instrument.symbol}`);
    return book;
  }

  get nextTimerAt(): Instant {
    return this.scheduler.nextDueAt;
  }

  get nextReplyAt(): Instant {
    return this.#replies.nextDueAt;
  }

  /** Whether rates are visible in their own instant (no rate latency, no queue). */
  get seesRatesAtOnce(): boolean {
    return this.#delay === undefined;
  }

  /** When the next delayed rate becomes visible; NEVER without rate latency. */
  get nextVisibleRateAt(): Instant {
    return this.#delay?.nextDueAt ?? NEVER;
  }

  /** Class 1 of an instant: runs timers due at or before `to`, each at its own time. */
  fireTimers(to: Instant): void {
    this.scheduler.fireUpTo(to);
  }

  /** Class 2 of an instant: a symbol's new top of book. Ticks and minor units. */
  rate(
    at: Instant,
    instrument: number,
    bidTicks: number,
    offerTicks: number,
    bidUnits: number,
    offerUnits: number,
  ): void {
    const book = this.#books[instrument];
    if (book === undefined) throw new RangeError(`no instrument ${String(instrument)}`);
    this.scheduler.moveTo(at);
    this.#recent?.close(book);
    book.update(at, bidTicks, offerTicks, bidUnits, offerUnits);
    if (book.hasOrders) this.#engine.matchRate(book);
    this.#recent?.add(book);
    this.#delay?.add(book);
  }

  /** Class 3 of an instant: publishes responses due at or before `to`, oldest first. */
  deliverReplies(to: Instant): void {
    while (this.#replies.deliverNext(to));
  }

  /** Takes the next delayed rate due at or before `to` from the queue. */
  takeVisibleRate(to: Instant): VisibleRate | undefined {
    return this.#delay?.takeNext(to);
  }

  /** Newest rate that queries may show; undefined before the first. */
  visibleRate(instrument: Instrument): VisibleRate | undefined {
    if (this.#delay !== undefined) return this.#delay.newest(instrument.id);
    const book = this.#books[instrument.id];
    return book === undefined || book.rateCount === 0 ? undefined : book;
  }

  /** Accepts an order, or rejects it at once with a reason code. */
  place(at: Instant, account: UserOrders, request: OrderRequest): PlaceAnswer {
    if (!account.mayTrade) {
      return { rejected: { code: 'tradingDisabled', message: 'Trading is disabled.' } };
    }
    const asked = readOrder(request, this, account.user, at);
    if ('message' in asked) return { rejected: asked };
    if (account.hasCoId(asked.coId)) {
      const message = 'An order already exists for the client order ID.';
      return { rejected: { code: 'DuplicateOrder', message } };
    }
    // Checked last, so that a repeated place is rejected as a duplicate even if its rate has
    // expired.
    const terms = asked.type === 'PQ' ? addQuote(asked, this.rates, at) : asked;
    if ('message' in terms) return { rejected: terms };
    return { accepted: this.#take(at, account, terms) };
  }

  #take(at: Instant, account: UserOrders, terms: OrderTerms): VenueOrder {
    this.scheduler.moveTo(at);
    const number = this.#orderNumber++;
    const order = new VenueOrder(
      number,
      this.#orderIds.format(number),
      account,
      terms,
      at,
      this.#findCounterparty(account, terms),
    );
    account.add(order);
    if (this.requests.isInstant) this.#engine.arrive(this.scheduler.now, order);
    else this.#after(at, () => this.#engine.arrive(this.scheduler.now, order));
    scheduleExpiry(this.#engine, order);
    return order;
  }

  /** Requests the cancel of one order; an earlier fill wins. */
  cancel(at: Instant, account: UserOrders, orderId: string): CancelAnswer {
    const order = account.findByOrderId(orderId);
    if (order === undefined) return 'unknown';
    if (order.hasEnded) return 'ended';
    this.scheduler.moveTo(at);
    const pending = this.#engine.announceCancel(at, order);
    this.#after(at, () => {
      this.#engine.end(this.scheduler.now, order, 'CANCELED');
    });
    return { pending };
  }

  /** Requests the cancel of every active order of the account. */
  cancelAll(at: Instant, account: UserOrders): readonly VenueOrderView[] {
    const pending: VenueOrderView[] = [];
    for (const order of account.listActive()) {
      const answer = this.cancel(at, account, order.orderId);
      if (typeof answer === 'object') pending.push(answer.pending);
    }
    return pending;
  }

  /** Counterparty of an order; a plain order always has the same. */
  #findCounterparty(account: UserOrders, terms: OrderTerms): Counterparty | undefined {
    const { instrument, type, details, quote } = terms;
    if (details === undefined) return account.counterparties[instrument.id];
    const org = details.owner?.org ?? account.user.org;
    const party = this.#counterparties.find(org, type === 'AtBest' ? 'rfs' : 'spot', instrument);
    const atOffer = findSign(terms) > 0 ? quote?.offerProvider : undefined;
    const named = atOffer ?? quote?.provider;
    return party === undefined || named === undefined ? party : this.#counterparties.named(named);
  }

  /** Runs `action` after the order latency; at once without latency, as nothing earlier is due. */
  #after(at: Instant, action: () => void): void {
    if (this.requests.isInstant) action();
    else this.scheduler.at(this.requests.arriveAt(at), action);
  }

  #publish({ order, view, trade }: VenueResponse): void {
    if (trade !== undefined) {
      if (order.trades.length === 0) order.trades = [trade];
      else order.trades.push(trade);
      this.#listener?.trade(trade);
      return;
    }
    order.view = view;
    if (isTerminalStatus(view.status)) order.account.end(order);
    this.#listener?.order(view);
  }
}
