// Helpers for quotes: intents to accept and withdraw, and the choice of the best quote.
import type { Instant } from '../domain/index.js';
import type { AcceptIntent, Side, WithdrawIntent } from '../domain/orders/index.js';
import type { Quote, QuoteRequestView } from '../domain/quotes/index.js';

/** Accepts a quote: buys the base at its offer, or sells it at its bid. */
export function accept({ requestId, quoteId }: Quote, side: Side): AcceptIntent {
  return { kind: 'accept', requestId, quoteId, side };
}

/** Withdraws a quote request; has no effect once a quote of it is accepted. */
export function withdraw(requestId: number): WithdrawIntent {
  return { kind: 'withdraw', requestId };
}

/**
 * The quote with the best price for the side among those that can be accepted at `at`; the first of
 * equal ones. Undefined without one.
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
