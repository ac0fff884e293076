// Converts a quote request, of the simulated venue or from a response, to an event for the kernel.
import { type Instant, SECOND } from '../domain/index.js';
import type {
  FirmQuote,
  QuoteReportEvent,
  QuoteTrade,
  RfsQuote,
  RfsState,
  RfsTrade,
  RfsView,
} from '../domain/quotes/index.js';
import type { VenueQuoteView, VenueRfsView, VenueTrade } from '../domain/venue/index.js';
import { readDate } from '../protocol/index.js';

const STATES: Readonly<Record<VenueRfsView['event'], RfsState>> = {
  REQUEST_RECEIVED: 'open',
  QUOTE: 'quoted',
  QUOTE_ACCEPTED: 'accepted',
  TRADE_VERIFIED: 'done',
  TRADE_REJECTED: 'ended',
  REQUEST_WITHDRAWN: 'ended',
  REQUEST_EXPIRED: 'ended',
  REQUEST_REJECTED: 'ended',
};

export function toQuotesEvent(view: VenueRfsView): QuoteReportEvent {
  const { clOrderId, requestId, transactionId, event, reason, trade } = view;
  return {
    type: 'quotes',
    clOrderId,
    requestId,
    transactionId,
    state: STATES[event],
    event,
    isKnown: true,
    reason,
    quotes: view.quotes.map(toFirmQuote),
    trades: trade === undefined ? [] : [toQuoteTrade(trade)],
    busts: [],
  };
}

/** Times with the wire's precision: whole seconds, rounded to the safe side. */
function toFirmQuote(quote: VenueQuoteView): FirmQuote {
  const { quoteId, provider, bid, offer, quotedAt, activeAt, expiresAt } = quote;
  return {
    quoteId,
    provider,
    ...(offer === undefined ? {} : { buyRate: offer.rate }),
    ...(bid === undefined ? {} : { sellRate: bid.rate }),
    activeAt: quotedAt + Math.ceil((activeAt - quotedAt) / SECOND) * SECOND,
    validUntil: quotedAt + Math.floor((expiresAt - quotedAt) / SECOND) * SECOND,
  };
}

/** Own requests deal the base currency. */
function toQuoteTrade({ tradeId, near, executedAt, counterparty }: VenueTrade): QuoteTrade {
  const { side, baseUnits, rate, valueDate } = near;
  return { tradeId, side, units: baseUnits, rate, executedAt, valueDate, counterparty };
}

/** Most quotes and trades of a request whose first query is remembered. */
const MAX_SEEN = 1_000;

/**
 * First query time of quotes and trades without a time of their own; later reports do not renew it.
 */
export class FirstQueryTimes {
  readonly #askedAt = new Map<string, Instant>();

  note(id: string, askedAt: Instant): Instant {
    const known = this.#askedAt.get(id);
    if (known !== undefined) return known;
    this.#askedAt.set(id, askedAt);
    const [oldest = ''] = this.#askedAt.keys();
    if (this.#askedAt.size > MAX_SEEN) this.#askedAt.delete(oldest);
    return askedAt;
  }
}

/** Event of a response whose query was sent at `askedAt`. The base is the dealt currency. */
export function toQuotes(
  view: RfsView,
  askedAt: Instant,
  first: FirstQueryTimes,
): QuoteReportEvent {
  const { clOrderId, requestId, transactionId, state, event, isKnown, reason } = view;
  return {
    type: 'quotes',
    clOrderId,
    requestId,
    transactionId,
    state,
    event: view.name ?? event,
    isKnown,
    reason,
    quotes: view.quotes.map((quote) =>
      toToldQuote(quote, quote.quotedAt ?? first.note(`quote ${quote.quoteId}`, askedAt)),
    ),
    trades: view.trades.filter(({ meaning }) => meaning === 'fill').map(toTold),
    busts: view.trades.filter(({ meaning }) => meaning === 'bust').map(toTold),
  };

  function toTold(trade: RfsTrade): QuoteTrade {
    const { tradeId, side, dealtUnits: units, rate, valueDate, counterparty } = trade;
    const executedAt = trade.executedAt ?? first.note(`trade ${tradeId}`, askedAt);
    const date = readDate(valueDate);
    const dated = date === undefined ? {} : { valueDate: date };
    const reported = { tradeId, side, units, rate, executedAt, ...dated };
    return counterparty === undefined ? reported : { ...reported, counterparty };
  }
}

/** A quote without a time of its own counts as old as it can be. */
function toToldQuote(quote: RfsQuote, quotedAt: Instant): FirmQuote {
  const { quoteId, provider, buy, sell, life, activeAfter } = quote;
  return {
    quoteId,
    provider,
    ...(buy === undefined ? {} : { buyRate: buy.rate }),
    ...(sell === undefined ? {} : { sellRate: sell.rate }),
    activeAt: quotedAt + activeAfter,
    validUntil: quotedAt + life,
  };
}
