// Validates the acceptance of a quote against its request, quote and side.
import type { Instant } from '../../domain/index.js';
import type { RfsSide } from '../../domain/quotes/index.js';
import type { QuoteAcceptance, QuoteSide } from '../../domain/venue/index.js';
import { findWay } from './quoting.js';
import { splitQuoteId } from './ranking.js';
import type { QuoteRecord, RfsRequest } from './rfs-request.js';
import { refuse, type RfsRefusal } from './terms.js';

export interface Accepted {
  readonly quote: QuoteRecord;
  readonly price: QuoteSide;
  readonly buysBase: boolean;
}

/** The accepted quote and side, or the reason why the acceptance is rejected. */
export function readAcceptance(
  at: Instant,
  request: RfsRequest,
  acceptance: QuoteAcceptance,
): Accepted | RfsRefusal {
  const refusal = refuseState(request) ?? refuseNames(request, acceptance);
  if (refusal !== undefined) return refusal;
  const side = readSide(request.terms.side, acceptance.side);
  if (side === undefined) {
    const asked = request.terms.side;
    const expected = asked === 'TWO_WAY' ? 'BUY or SELL' : asked;
    return refuse('BuySellMismatch', `side: expected ${expected}`);
  }
  const buysBase = side === 'BUY';
  const quote = findQuote(request, acceptance.quoteId, buysBase);
  if (quote === undefined) {
    return refuse('InvalidQuoteID', 'quoteId: expected a quote of this request');
  }
  const { view } = quote;
  if (at >= view.expiresAt) return refuse('QuoteExpired', 'quoteId: the quote has expired');
  if (at < view.activeAt) return refuse('QuoteNotActive', 'quoteId: the quote is not active yet');
  const price = findWay(view, buysBase);
  return price === undefined
    ? refuse('BuySellMismatch', 'side: expected a side that is quoted')
    : { quote, price, buysBase };
}

function refuseState({ event }: RfsRequest): RfsRefusal | undefined {
  if (event === 'QUOTE') return undefined;
  if (event === 'REQUEST_RECEIVED') {
    return refuse('InvalidQuoteID', 'quoteId: there is no quote of this request yet');
  }
  const message =
    event === 'QUOTE_ACCEPTED' ? 'a quote has been accepted' : 'the request has ended';
  return refuse('RequestNotActive', `requestId: ${message}`);
}

function refuseNames(
  { terms, transactionId }: RfsRequest,
  acceptance: QuoteAcceptance,
): RfsRefusal | undefined {
  const { clOrderId, transactionId: named, quoteId } = acceptance;
  if (clOrderId !== undefined && clOrderId !== terms.request.clOrderId) {
    return refuse('RequestMismatch', 'clOrderId: expected the clOrderId of the request');
  }
  if (named === undefined && terms.isRfq) {
    return refuse(
      'RequestMismatch',
      'transactionId: expected the transactionId of the request, found none',
    );
  }
  if (named !== undefined && named !== transactionId) {
    return refuse('RequestMismatch', 'transactionId: expected the transactionId of the request');
  }
  if (quoteId !== undefined || terms.isRfq) return undefined;
  return refuse('InvalidQuoteID', 'quoteId: expected a quote of this request, found none');
}

function readSide(asked: RfsSide, accepted: 'BUY' | 'SELL' | undefined) {
  if (asked === 'TWO_WAY') return accepted;
  return accepted === undefined || accepted === asked ? asked : undefined;
}

/** The named quote; without a quoteId the newest one, which is the only quote of an RFQ. */
function findQuote(
  request: RfsRequest,
  quoteId: string | undefined,
  buysBase: boolean,
): QuoteRecord | undefined {
  return quoteId === undefined
    ? request.newestQuote
    : request.findQuote(splitQuoteId(quoteId, buysBase ? 'offer' : 'bid'));
}
