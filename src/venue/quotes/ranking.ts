// Sorts quotes by price: tiers of the ranked view, and the best quote for an RFQ.
import type { QuoteSide, VenueQuoteView } from '../../domain/venue/index.js';
import type { RfsTerms } from './terms.js';

/** Joins the two ids of a tier whose bid and offer come from different quotes. */
const JOINT = '+';

type Way = 'bid' | 'offer';

/** Tiers, best first: the nth best bid with the nth best offer. */
export function rankQuotes(
  quotes: readonly VenueQuoteView[],
  terms: RfsTerms,
  depth = Infinity,
): readonly VenueQuoteView[] {
  const bids = sortBy(quotes, 'bid', terms);
  const offers = sortBy(quotes, 'offer', terms);
  const tiers: VenueQuoteView[] = [];
  for (let i = 0; i < Math.max(bids.length, offers.length) && i < depth; i++) {
    const [bid, offer] = [bids[i], offers[i]];
    const only = bid === undefined || bid === offer ? offer : offer === undefined ? bid : undefined;
    if (only !== undefined) tiers.push(only);
    else if (bid !== undefined && offer !== undefined) tiers.push(join(bid, offer));
  }
  return tiers;
}

/** Cheapest quote for the requester; for a two-way request the one with the smallest spread. */
export function findBest(
  quotes: readonly VenueQuoteView[],
  terms: RfsTerms,
): VenueQuoteView | undefined {
  const ways: readonly Way[] =
    terms.side === 'TWO_WAY' ? ['bid', 'offer'] : [terms.side === 'BUY' ? 'offer' : 'bid'];
  const costOf = (quote: VenueQuoteView) =>
    ways.reduce((sum, way) => sum + findCost(quote[way], way, terms), 0n);
  const ranked = quotes.map((quote) => ({ quote, cost: costOf(quote) }));
  // The sort is stable: among equal quotes the first configured provider wins.
  return ranked.sort((a, b) => compare(a.cost, b.cost))[0]?.quote;
}

/** Quote id of one side of a tier. */
export function splitQuoteId(quoteId: string, way: Way): string {
  const [bid = quoteId, offer = bid] = quoteId.split(JOINT);
  return way === 'bid' ? bid : offer;
}

function sortBy(
  quotes: readonly VenueQuoteView[],
  way: Way,
  terms: RfsTerms,
): readonly VenueQuoteView[] {
  return quotes
    .filter((quote) => quote[way] !== undefined)
    .map((quote) => ({ quote, cost: findCost(quote[way], way, terms) }))
    .sort((a, b) => compare(a.cost, b.cost))
    .map(({ quote }) => quote);
}

/** Total cost of the legs: near amount x rate, less far amount x far rate. */
function findCost(
  side: QuoteSide | undefined,
  way: Way,
  { nearUnits, farUnits = 0 }: RfsTerms,
): bigint {
  if (side === undefined) return 0n;
  const far = BigInt(farUnits) * BigInt(side.farRate ?? 0);
  const cost = BigInt(nearUnits) * BigInt(side.rate) - far;
  return way === 'offer' ? cost : -cost;
}

function join(bid: VenueQuoteView, offer: VenueQuoteView): VenueQuoteView {
  const { bid: sell } = bid;
  const { offer: buy } = offer;
  return {
    quoteId: `${bid.quoteId}${JOINT}${offer.quoteId}`,
    provider: '',
    ...(sell === undefined ? {} : { bid: sell }),
    ...(buy === undefined ? {} : { offer: buy }),
    quotedAt: Math.max(bid.quotedAt, offer.quotedAt),
    activeAt: Math.max(bid.activeAt, offer.activeAt),
    expiresAt: Math.min(bid.expiresAt, offer.expiresAt),
  };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
