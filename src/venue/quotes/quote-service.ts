// Handles quote requests: accepts and withdraws them, handles acceptances, creates the trades.
import { findTradeDate } from '../../domain/dates/index.js';
import { type Instant, MILLISECOND } from '../../domain/index.js';
import type { QuoteAcceptance, VenueQuoteRequest } from '../../domain/venue/index.js';
import { createRandom, type Random } from '../../determinism/index.js';
import type { UserOrders } from '../orders/user-orders.js';
import { findMove, decideLastLook, type Touch } from '../models/last-look.js';
import { toPipTicks } from '../models/providers.js';
import { type Accepted, readAcceptance } from './acceptance.js';
import { findExposure } from './exposure.js';
import { type EndRequest, QuoteMaker, type RfsContext } from './quote-maker.js';
import { RequestList } from './request-list.js';
import { RfsRequest } from './rfs-request.js';
import { toRfsTrade } from './rfs-trade.js';
import { refuse, type RfsRefusal, type RfsTerms, toTerms } from './terms.js';

/** Result of a call: unknown request, rejection, or the request. */
export type RfsAnswer = 'unknown' | { readonly refused: RfsRefusal } | RfsRequest;

export class QuoteService {
  readonly #context: RfsContext;
  readonly #quotes: QuoteMaker;
  /** By the user's full name. */
  readonly #lists = new Map<string, RequestList>();
  readonly #ids: Random;
  readonly #lastLooks: Random;
  readonly #dealt: { readonly channel: string; readonly maker: boolean };
  #requestNumber = 1;
  #listener: ((request: RfsRequest) => void) | undefined;

  /** `channel` is the workflow name of trades whose request has none. */
  constructor(context: RfsContext, seed: number, channel: string, maker = true) {
    this.#context = context;
    this.#dealt = { channel, maker };
    this.#quotes = new QuoteMaker(context, this.#end, (request) => this.#listener?.(request));
    this.#ids = createRandom(seed, 'venue/rfs/ids');
    this.#lastLooks = createRandom(seed, 'venue/rfs/last-looks');
  }

  /** Calls `listener` for each quote and each event of a request. */
  watch(listener: (request: RfsRequest) => void): void {
    this.#listener = listener;
  }

  /** Accepts a request; quotes follow later. */
  request(
    at: Instant,
    account: UserOrders,
    asked: VenueQuoteRequest,
  ): Exclude<RfsAnswer, 'unknown'> {
    const { venue, settings } = this.#context;
    const { user } = account;
    if (user.trading === false) {
      return { refused: refuse('tradingDisabled', 'trading is disabled') };
    }
    const { directory } = venue;
    const findInstrument = venue.findInstrument.bind(venue);
    const terms = toTerms(asked, { user, directory, settings, findInstrument });
    if ('code' in terms) return { refused: terms };
    const list = this.#listOf(account);
    if (list.findByClientId(asked.clOrderId) !== undefined) {
      return {
        refused: refuse(
          'DuplicateRequest',
          'clOrderId: a request with this clOrderId exists already',
        ),
      };
    }
    if (list.openCount >= settings.maxOpen) {
      const message = `expected at most ${String(settings.maxOpen)} open requests at a time`;
      return { refused: refuse('TooManyRequests', message) };
    }
    venue.scheduler.moveTo(at);
    const request = new RfsRequest(this.#drawId(at), account, terms, at + terms.life);
    list.add(request);
    this.#schedule(request, terms);
    return request;
  }

  findById(account: UserOrders, requestId: string): RfsRequest | undefined {
    return this.#listOf(account).findById(requestId);
  }

  findByClientId(account: UserOrders, clOrderId: string): RfsRequest | undefined {
    return this.#listOf(account).findByClientId(clOrderId);
  }

  /** Accepts a quote, once per request; the provider decides after its last look. */
  accept(at: Instant, account: UserOrders, id: string, acceptance: QuoteAcceptance): RfsAnswer {
    const request = this.findById(account, id);
    if (request === undefined) return 'unknown';
    const accepted = readAcceptance(at, request, acceptance);
    if ('code' in accepted) return { refused: accepted };
    const { scheduler, requests } = this.#context.venue;
    request.stop();
    request.event = 'QUOTE_ACCEPTED';
    this.#listener?.(request);
    scheduler.moveTo(at);
    if (requests.isInstant) this.#hold(at, request, accepted);
    else {
      scheduler.at(requests.arriveAt(at), () => {
        this.#hold(scheduler.now, request, accepted);
      });
    }
    return request;
  }

  /** The acceptance reaches the provider, which rejects it if the quote has expired meanwhile. */
  #hold(at: Instant, request: RfsRequest, accepted: Accepted): void {
    const { venue } = this.#context;
    const { view, provider } = accepted.quote;
    if (at >= view.expiresAt) {
      const message = 'the quote expired before the acceptance reached the provider';
      this.#end(request, 'TRADE_REJECTED', 'QuoteExpired', message);
      return;
    }
    const { bidTicks, offerTicks } = venue.findBook(request.terms.instrument);
    venue.scheduler.at(at + provider.quotes.hold, () => {
      this.#answer(venue.scheduler.now, request, accepted, { bidTicks, offerTicks });
    });
  }

  /** Ends a request that has no quote accepted. */
  withdraw(account: UserOrders, requestId: string): RfsAnswer {
    const request = this.findById(account, requestId);
    if (request === undefined) return 'unknown';
    if (!request.isQuoting) {
      const text = request.hasEnded ? 'the request has ended' : 'a quote has been accepted';
      return { refused: refuse('RequestNotActive', `requestId: ${text}`) };
    }
    this.#end(request, 'REQUEST_WITHDRAWN');
    return request;
  }

  /** Schedules the request's arrival and its expiry. */
  #schedule(request: RfsRequest, { life }: RfsTerms): void {
    const { scheduler, requests } = this.#context.venue;
    const at = scheduler.now;
    const arriveAt = requests.arriveAt(at);
    const open = () => {
      this.#quotes.open(arriveAt, request);
    };
    const expire = () => {
      this.#end(request, 'REQUEST_EXPIRED');
    };
    request.setTimer('open', scheduler.at(arriveAt, open));
    request.setTimer('end', scheduler.at(at + life, expire));
  }

  /** Decides by last look and creates the trade or the rejection. */
  #answer(at: Instant, request: RfsRequest, accepted: Accepted, before: Touch): void {
    const { terms, legs } = request;
    const { instrument } = terms;
    const { hold, maxMove, rejectShare } = accepted.quote.provider.quotes;
    const exposure = findExposure(terms, accepted.buysBase);
    const move = findMove(exposure, before, this.#context.venue.findBook(instrument));
    const check = { hold, maxMove: toPipTicks(maxMove, instrument), rejectShare };
    const reason = decideLastLook(check, move, this.#lastLooks);
    if (reason !== undefined || legs === undefined) {
      const message = reason === 'PriceMoved' ? 'the market moved during last look' : 'last look';
      this.#end(request, 'TRADE_REJECTED', reason, `the provider rejected the trade: ${message}`);
      return;
    }
    const tradeDate = findTradeDate(at, instrument);
    const known = { executedAt: at, tradeDate, ...this.#dealt };
    request.trade = toRfsTrade({ request, legs, ...accepted, ...known });
    this.#end(request, 'TRADE_VERIFIED');
    this.#context.trades.put(request.trade);
    this.#context.onDeal?.(request.trade);
  }

  readonly #end: EndRequest = (request, event, reason = '', message = '') => {
    request.stop();
    request.event = event;
    request.reason = reason;
    request.message = message;
    this.#listOf(request.account).end(request);
    this.#listener?.(request);
  };

  #listOf({ fullName }: UserOrders): RequestList {
    const known = this.#lists.get(fullName);
    if (known !== undefined) return known;
    const list = new RequestList(this.#context.settings.maxEnded);
    this.#lists.set(fullName, list);
    return list;
  }

  /** `G` and hexadecimal digits, the form of the venue's own ids. */
  #drawId(at: Instant): string {
    const toHex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
    const random = toHex(Math.floor(this.#ids() * 0x1_0000_0000), 8);
    const time = toHex(Math.floor(at / MILLISECOND), 11);
    return `G${random}${time}${toHex(this.#requestNumber++, 5)}`;
  }
}
