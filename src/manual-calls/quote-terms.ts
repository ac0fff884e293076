// Terms of an acceptance: the quote that it names, as the venue shows it now.
import type { VenueClient } from '../client/index.js';
import { fail, ok, type Result } from '../domain/index.js';

type Input = Readonly<Record<string, unknown>>;

/** What an acceptance deals, and the quote's id. */
export interface QuoteTerms {
  /** With the field names of the other calls. */
  readonly terms: Input;
  readonly quoteId: string | undefined;
}

type Found = Awaited<ReturnType<VenueClient['api']['rfs']['queryRfs']>>;
type Quote = NonNullable<Extract<Found, { class: 'data' }>['value']['quotes']>[number];

/**
 * Terms of the quote that an acceptance names, or of the best one on its side: symbol, amount,
 * dealt currency, side, and the quote's spot rate as the price. Fault code `session.no-quote`.
 */
export async function findQuoteTerms(
  client: VenueClient,
  input: Input,
): Promise<Result<QuoteTerms>> {
  const { requestId, quoteId } = input;
  if (typeof requestId !== 'string') return failQuote('a requestId', 'none');
  const read = await client.api.rfs.queryRfs({ requestId });
  if (read.class !== 'data')
    return failQuote(`quote request ${requestId} at the venue`, read.class);
  const quotes = read.value.quotes ?? [];
  const isBuy = findSide(input, quotes);
  if (isBuy === undefined) return failQuote('--side BUY or SELL for two-sided quotes', 'none');
  const named = quoteId === undefined ? pickBest(quotes, isBuy) : findNamed(quotes, quoteId);
  if (named === undefined) {
    const known = quotes.map((one) => String(one.quoteId)).join(', ');
    const hint = quoteId === undefined ? '' : '; leave out --quoteId to accept the best quote';
    return failQuote(`a quoteId in force (${known || 'there is none'})`, showId(quoteId) + hint);
  }
  const price = toSpot(named, isBuy);
  if (price === undefined) return failQuote('a rate of that side', 'none');
  const { dealtAmount: amount, dealtCurrency, symbol } = named;
  const terms = { symbol, amount, dealtCurrency, side: isBuy ? 'Buy' : 'Sell', price };
  return ok({ terms, quoteId: named.quoteId ?? undefined });
}

function findNamed(quotes: readonly Quote[], quoteId: unknown): Quote | undefined {
  return quotes.find((one) => one.quoteId === quoteId);
}

/** Side of the acceptance; undefined where neither the caller nor the quotes determine it. */
function findSide({ quoteId, side }: Input, quotes: readonly Quote[]): boolean | undefined {
  if (side !== undefined) return toWord(side) === 'BUY';
  const meant = quoteId === undefined ? quotes : quotes.filter((one) => one.quoteId === quoteId);
  if (meant.every((one) => toRate(one, false) === undefined)) return true;
  return meant.every((one) => toRate(one, true) === undefined) ? false : undefined;
}

/** Best all-in rate, including forward points; the earlier of two equal quotes. */
function pickBest(quotes: readonly Quote[], isBuy: boolean): Quote | undefined {
  let best: Quote | undefined;
  for (const one of quotes) {
    const [rate, least] = [toRate(one, isBuy), best && toRate(best, isBuy)];
    if (rate === undefined) continue;
    if (least === undefined || (isBuy ? rate < least : rate > least)) best = one;
  }
  return best;
}

function toRate({ bid, offer }: Quote, isBuy: boolean): number | undefined {
  return (isBuy ? offer : bid) ?? undefined;
}

function toSpot(quote: Quote, isBuy: boolean): number | undefined {
  return (isBuy ? quote.offerSpotRate : quote.bidSpotRate) ?? toRate(quote, isBuy);
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
