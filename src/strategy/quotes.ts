// Dealing on quotes: intents for them, and which one is the best.
import type {
  AcceptIntent,
  Instant,
  Quote,
  QuoteRequestView,
  Side,
  WithdrawIntent,
} from '../domain/index.js';

/** Deals on a quote: buys the base at its offer, or sells it at its bid. */
export function accept({ requestId, quoteId }: Quote, side: Side): AcceptIntent {
  return { kind: 'accept', requestId, quoteId, side };
}

/** Ends a request; without any effect once a quote of it is accepted. */
export function withdraw(requestId: number): WithdrawIntent {
  return { kind: 'withdraw', requestId };
}

/**
 * The quote that is cheapest to buy on, or dearest to sell on, of those that can be accepted at
 * `at`; the first of equals. Undefined without one.
 */
export function findBestQuote(
  { quotes }: Pick<QuoteRequestView, 'quotes'>,
  side: Side,
  at: Instant,
): Quote | undefined {
  let best: Quote | undefined;
  let bestPrice = side === 'Buy' ? Infinity : 0;
  for (const quote of quotes) {
    const price = side === 'Buy' ? quote.offer : quote.bid;
    if (price === undefined || at < quote.activeAt || at >= quote.validUntil) continue;
    if (side === 'Buy' ? price >= bestPrice : price <= bestPrice) continue;
    best = quote;
    bestPrice = price;
  }
  return best;
}
