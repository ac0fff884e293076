// What an acceptance would deal: the quote that it names, as the venue shows it now.
import type { VenueClient } from '../client/index.js';
import { fail, ok, type Result } from '../domain/index.js';

type Input = Readonly<Record<string, unknown>>;

/**
 * The terms of the quote that an acceptance names, in the words of the other calls: symbol, amount,
 * dealt currency, side and the spot rate inside the quote as its price. Fault code
 * `session.no-quote`.
 */
export async function findQuoteTerms(client: VenueClient, input: Input): Promise<Result<Input>> {
  const { requestId, quoteId, side } = input;
  if (typeof requestId !== 'string') return failQuote('a requestId', 'none');
  const read = await client.api.rfs.queryRfs({ requestId });
  if (read.class !== 'data') return failQuote(`request ${requestId} at the venue`, read.class);
  const quotes = read.value.quotes ?? [];
  const quote =
    quoteId === undefined && quotes.length === 1
      ? quotes[0]
      : quotes.find((one) => one.quoteId === quoteId);
  if (quote === undefined) {
    const known = quotes.map((one) => String(one.quoteId)).join(', ');
    return failQuote(`a quoteId that is shown now (${known || 'none is'})`, showId(quoteId));
  }
  const isBuy = toWord(side) === 'BUY' || (side === undefined && quote.bid === undefined);
  const price = isBuy ? (quote.offerSpotRate ?? quote.offer) : (quote.bidSpotRate ?? quote.bid);
  if (price === undefined || price === null) return failQuote('a rate of that side', 'none');
  return ok({
    symbol: quote.symbol,
    amount: quote.dealtAmount,
    dealtCurrency: quote.dealtCurrency,
    side: isBuy ? 'Buy' : 'Sell',
    price,
  });
}

function toWord(side: unknown): string {
  return typeof side === 'string' ? side.toUpperCase() : '';
}

function showId(id: unknown): string {
  return typeof id === 'string' ? `"${id}"` : 'none';
}

function failQuote(expected: string, found: string) {
  return fail('session.no-quote', `the acceptance: expected ${expected}, found ${found}`);
}
