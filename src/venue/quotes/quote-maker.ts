// Requests quotes from providers: a stream of each (RFS), or the best of all once (RFQ).
import { type Instant, type Instrument, MILLISECOND } from '../../domain/index.js';
import type { RfsEvent } from '../../domain/quotes/index.js';
import type { VenueTrade } from '../../domain/venue/index.js';
import { makesRatesOf, type ProviderSettings } from '../models/providers.js';
import type { TradeBook } from '../trades/trade-book.js';
import type { Venue } from '../venue.js';
import { resolveLegs, type RfsLegs } from './legs.js';
import type { LegPoints } from './pricing.js';
import { priceQuote, toQuote } from './quoting.js';
import { findBest } from './ranking.js';
import type { QuoteRecord, RfsRequest } from './rfs-request.js';
import type { RfsSettings } from './settings.js';

/** Minimum interval between quotes of a provider. */
const MIN_REFRESH = 10 * MILLISECOND;

/** Collaborators of the quote service. */
export interface RfsContext {
  readonly venue: Venue;
  readonly trades: TradeBook;
  readonly settings: RfsSettings;
  /** Called for the trade of each accepted quote. */
  readonly onDeal?: (trade: VenueTrade) => void;
}

/** Ends a request; `reason` is a code, `message` a text. */
export type EndRequest = (
  request: RfsRequest,
  event: RfsEvent,
  reason?: string,
  message?: string,
) => void;

/** A request in the process of being quoted. */
interface Job {
  readonly request: RfsRequest;
  readonly legs: RfsLegs;
  readonly points: LegPoints;
}

export class QuoteMaker {
  readonly #context: RfsContext;
  readonly #end: EndRequest;
  /** Called after each quote. */
  readonly #quoted: (request: RfsRequest) => void;
  #quoteNumber = 1;

  constructor(context: RfsContext, end: EndRequest, quoted: (request: RfsRequest) => void) {
    this.#context = context;
    this.#end = end;
    this.#quoted = quoted;
  }

  /** Starts the quotes of a request, or rejects it by checks that need the arrival time. */
  open(at: Instant, request: RfsRequest): void {
    const reject = (reason: string, message: string) => {
      this.#end(request, 'REQUEST_REJECTED', reason, message);
    };
    const { terms } = request;
    const { venue } = this.#context;
    const legs = resolveLegs(at, terms, venue.calendars);
    if (!legs.ok) {
      reject('InvalidDate', legs.fault.message);
      return;
    }
    request.legs = legs.value;
    const points = this.#findLegPoints(at, terms.instrument, legs.value);
    const providers = this.#findProviders(request);
    if (points === undefined) {
      reject('NoForwardPoints', 'there are no forward points for the value date');
    } else if (!this.#hasCredit(request)) {
      reject('CreditCheckFailed', 'the amount exceeds the available credit');
    } else if (providers.length === 0) {
      reject('NoProvider', 'none of the requested quote providers is configured');
    } else {
      this.#ask(at, { request, legs: legs.value, points }, providers);
    }
  }

  #ask(at: Instant, job: Job, providers: readonly ProviderSettings[]): void {
    const { request } = job;
    request.asked = providers.length;
    if (request.terms.isRfq) {
      const slowest = Math.max(...providers.map(({ quotes }) => quotes.delay));
      this.#after(request, 'quote', at + slowest, (now) => {
        this.#quoteOnce(now, job, providers);
      });
      return;
    }
    for (const provider of providers) {
      this.#after(request, `quote ${provider.id}`, at + provider.quotes.delay, (now) => {
        this.#quote(now, job, provider);
      });
    }
  }

  /** Publishes one quote of a stream and schedules the next. */
  #quote(at: Instant, job: Job, provider: ProviderSettings): void {
    const { request } = job;
    const made = this.#make(at, job, provider);
    if (made === 'declined') {
      request.asked -= 1;
      if (request.asked === 0 && request.event === 'REQUEST_RECEIVED') this.#endDeclined(request);
      return;
    }
    if (made !== 'wait') this.#publish(request, made);
    const next = at + Math.max(provider.quotes.refresh, MIN_REFRESH);
    this.#after(request, `quote ${provider.id}`, next, (now) => {
      this.#quote(now, job, provider);
    });
  }

  /** Publishes the single quote of an RFQ: the best of all providers. */
  #quoteOnce(at: Instant, job: Job, providers: readonly ProviderSettings[]): void {
    const { request } = job;
    const made = providers.map((provider) => this.#make(at, job, provider));
    const records = made.filter((one) => typeof one === 'object');
    const best = findBest(
      records.map(({ view }) => view),
      request.terms,
    );
    const record = records.find(({ view }) => view === best);
    if (record !== undefined) {
      this.#publish(request, record);
      this.#after(request, 'end', record.view.expiresAt, () => {
        this.#end(request, 'REQUEST_EXPIRED');
      });
    } else if (made.includes('wait')) {
      const next = Math.max(MIN_REFRESH, ...providers.map(({ quotes }) => quotes.refresh));
      this.#after(request, 'quote', at + next, (now) => {
        this.#quoteOnce(now, job, providers);
      });
    } else {
      this.#endDeclined(request);
    }
  }

  #make(
    at: Instant,
    { request, points }: Job,
    provider: ProviderSettings,
  ): QuoteRecord | 'wait' | 'declined' {
    const { terms } = request;
    const { venue, settings } = this.#context;
    const ways = priceQuote(terms, points, provider, venue.findBook(terms.instrument));
    if (typeof ways !== 'object') return ways;
    const names = { quoteId: `Q-${String(this.#quoteNumber++)}`, provider: provider.id };
    const expiresAt = terms.isRfq
      ? at + terms.life
      : Math.min(at + provider.quotes.life, request.expiresAt);
    const times = { quotedAt: at, activeAt: at + settings.activation, expiresAt };
    return { view: toQuote(terms, ways, names, times), provider };
  }

  #publish(request: RfsRequest, record: QuoteRecord): void {
    if (request.transactionId === '') request.transactionId = this.#context.trades.drawId();
    request.addQuote(record);
    this.#quoted(request);
  }

  #endDeclined(request: RfsRequest): void {
    this.#end(request, 'REQUEST_REJECTED', 'NoLiquidity', 'every provider declined');
  }

  /**
   * Providers that quote the symbol to the organization and were requested, in the order of the
   * configuration.
   */
  #findProviders({ terms }: RfsRequest): readonly ProviderSettings[] {
    const { customerOrg, providers: asked } = terms.request;
    const { venue } = this.#context;
    const provisioned = venue.directory.providersOf(customerOrg, 'rfs');
    return venue.providers.filter((provider) => {
      const { id, rfs } = provider;
      const isChosen = provisioned?.includes(id) !== false && asked?.includes(id) !== false;
      const isThere = isChosen && !venue.spot.isWithdrawn(id);
      return rfs && isThere && makesRatesOf(provider, terms.instrument.symbol);
    });
  }

  #findLegPoints(
    at: Instant,
    instrument: Instrument,
    { near, far }: RfsLegs,
  ): LegPoints | undefined {
    const { forwards } = this.#context.venue;
    const nearPoints = forwards.points(at, instrument, near.valueDate);
    if (far === undefined) return nearPoints && { near: nearPoints };
    const farPoints = forwards.points(at, instrument, far.valueDate);
    return nearPoints && farPoints && { near: nearPoints, far: farPoints };
  }

  #hasCredit({ terms }: RfsRequest): boolean {
    const { creditLimit } = this.#context.settings;
    if (creditLimit === undefined) return true;
    const { request } = terms;
    return Math.max(request.amount, request.farDealtAmount ?? 0) <= creditLimit;
  }

  /** Sets a timer of the request by name; cancels the previous one of that name. */
  #after(request: RfsRequest, name: string, at: Instant, action: (now: Instant) => void): void {
    const { scheduler } = this.#context.venue;
    request.setTimer(
      name,
      scheduler.at(at, () => {
        action(scheduler.now);
      }),
    );
  }
}
