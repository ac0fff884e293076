// Creates the quote of a provider for a request.
import { powerOfTen } from '../../domain/numbers/index.js';
import type { QuoteSide, VenueQuoteView } from '../../domain/venue/index.js';
import type { VenueBook } from '../book.js';
import type { ProviderSettings } from '../models/providers.js';
import { type BothWays, findSpotSides, isPriced, type LegPoints, priceLegs } from './pricing.js';
import { toBaseUnits } from './rfs-trade.js';
import type { RfsTerms } from './terms.js';

/**
 * Both sides; `wait` before the market's first rate; `declined` if the provider does not quote
 * this.
 */
export function priceQuote(
  terms: RfsTerms,
  points: LegPoints,
  provider: ProviderSettings,
  book: VenueBook,
): BothWays | 'wait' | 'declined' {
  if (book.rateCount === 0) return 'wait';
  const ways = priceLegs(terms, findSpotSides(book, provider, terms.instrument), points);
  return isPriced(ways) && isWithinSize(terms, provider, ways) ? ways : 'declined';
}

function isWithinSize(terms: RfsTerms, provider: ProviderSettings, { offer }: BothWays): boolean {
  const { maxSize } = provider.quotes;
  if (maxSize === undefined) return true;
  const { instrument, isBaseDealt, nearUnits, farUnits = 0 } = terms;
  const dealt = Math.max(nearUnits, farUnits);
  const units = isBaseDealt ? dealt : toBaseUnits(instrument, dealt, offer.spotRate);
  return units <= Math.round(maxSize * powerOfTen(instrument.baseDecimals));
}

/** Builds the quote with the requested sides. */
export function toQuote(
  { side }: RfsTerms,
  { bid, offer }: BothWays,
  names: Pick<VenueQuoteView, 'quoteId' | 'provider'>,
  times: Pick<VenueQuoteView, 'quotedAt' | 'activeAt' | 'expiresAt'>,
): VenueQuoteView {
  return {
    ...names,
    ...(side === 'BUY' ? {} : { bid }),
    ...(side === 'SELL' ? {} : { offer }),
    ...times,
  };
}

/** Side of a quote that an acceptance deals on: the offer to buy the base, the bid to sell it. */
export function findWay(quote: VenueQuoteView, buysBase: boolean): QuoteSide | undefined {
  return buysBase ? quote.offer : quote.bid;
}
