// A quote request with its terms, event, timers and quotes.
import { type Instant, SECOND } from '../../domain/index.js';
import type { RfsEvent } from '../../domain/quotes/index.js';
import type { VenueQuoteView, VenueRfsView, VenueTrade } from '../../domain/venue/index.js';
import type { Timer } from '../../determinism/index.js';
import type { UserOrders } from '../orders/user-orders.js';
import type { ProviderSettings } from '../models/providers.js';
import type { RfsLegs } from './legs.js';
import { rankQuotes } from './ranking.js';
import type { RfsTerms } from './terms.js';

/** Quotes of a request that can still be accepted by id; beyond it the oldest are dropped. */
const MAX_QUOTES = 200;

const ENDED: ReadonlySet<RfsEvent> = new Set([
  'TRADE_VERIFIED',
  'TRADE_REJECTED',
  'REQUEST_WITHDRAWN',
  'REQUEST_EXPIRED',
  'REQUEST_REJECTED',
]);

/** A quote and its provider. */
export interface QuoteRecord {
  readonly view: VenueQuoteView;
  readonly provider: ProviderSettings;
}

export class RfsRequest {
  readonly requestId: string;
  readonly account: UserOrders;
  readonly terms: RfsTerms;
  event: RfsEvent = 'REQUEST_RECEIVED';
  /** Empty until the first quote; then the id of the future trade. */
  transactionId = '';
  /** Undefined until the dates are resolved. */
  legs: RfsLegs | undefined;
  /** Code and text of a rejection. */
  reason = '';
  message = '';
  trade: VenueTrade | undefined;
  /** Number of providers that may still quote. */
  asked = 0;
  /** Expiry of the request; a single quote (RFQ) may end earlier or later. */
  readonly expiresAt: Instant;
  /** By purpose: the request's end and the next quotes. */
  readonly #timers = new Map<string, Timer>();
  readonly #quotes = new Map<string, QuoteRecord>();
  readonly #newest = new Map<string, QuoteRecord>();

  constructor(requestId: string, account: UserOrders, terms: RfsTerms, expiresAt: Instant) {
    this.requestId = requestId;
    this.account = account;
    this.terms = terms;
    this.expiresAt = expiresAt;
  }

  get hasEnded(): boolean {
    return ENDED.has(this.event);
  }

  /** Whether more quotes may follow. */
  get isQuoting(): boolean {
    return this.event === 'REQUEST_RECEIVED' || this.event === 'QUOTE';
  }

  addQuote(record: QuoteRecord): void {
    this.event = 'QUOTE';
    this.#quotes.set(record.view.quoteId, record);
    this.#newest.set(record.provider.id, record);
    if (this.#quotes.size <= MAX_QUOTES) return;
    const [oldest = ''] = this.#quotes.keys();
    this.#quotes.delete(oldest);
  }

  findQuote(quoteId: string): QuoteRecord | undefined {
    return this.#quotes.get(quoteId);
  }

  get newestQuote(): QuoteRecord | undefined {
    return [...this.#quotes.values()].at(-1);
  }

  /** Newest unexpired quote of each provider, in the order of the providers' first quotes. */
  listLive(at: Instant): readonly VenueQuoteView[] {
    const views = [...this.#newest.values()].map((record) => record.view);
    return views.filter((view) => at < view.expiresAt);
  }

  /** Sets a timer by name; cancels the previous one of that name. */
  setTimer(name: string, timer: Timer): void {
    this.#timers.get(name)?.cancel();
    this.#timers.set(name, timer);
  }

  /** Cancels all timers: the request has ended or waits for a provider's last look. */
  stop(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }

  toView(at: Instant): VenueRfsView {
    const { requestId, terms, event, transactionId, legs, reason, message, trade } = this;
    const { request, instrument, priceType, life } = terms;
    const live = event === 'QUOTE' ? this.listLive(at) : [];
    const isRanked = request.priceViewType === 1;
    return {
      clOrderId: request.clOrderId,
      requestId,
      transactionId,
      event,
      instrument,
      priceType,
      dealtCurrency: request.dealtCurrency,
      ttl: life / SECOND,
      ...legs,
      quotes: isRanked ? rankQuotes(live, terms, request.depth) : live,
      reason,
      message,
      ...(trade === undefined ? {} : { trade }),
    };
  }
}
