// RateIds where several providers stream: the market's rateId such as
// `2026-01-06-EURUSD-SPOT-5c01aa97be`, then the positions of the providers with the best bid and
// the best offer, such as `-1.3_2`.
import type { Instant } from '../../domain/index.js';
import type { PriceLevel } from '../../domain/numbers/index.js';
import type { VenueBook } from '../book.js';
import type { ProviderSettings } from '../models/providers.js';
import { toLevels } from './ladder.js';
import { createQuoters, quoteRate } from './provider-rates.js';
import { formatRateId, type NamedRate } from './rate-id.js';
import type { OpenSize, QuotedRate, RateLookup, RateSource } from './rate-registry.js';

const SUFFIX = /^(.+)-(\d+(?:\.\d+)*)?_(\d+(?:\.\d+)*)?$/;

export class LevelNames implements RateSource {
  readonly #recent: RateSource;
  readonly #providers: readonly ProviderSettings[];
  readonly #books: readonly VenueBook[];

  /** `recent` finds the market's own rates by rateId; `books` is indexed by instrument id. */
  constructor(
    recent: RateSource,
    providers: readonly ProviderSettings[],
    books: readonly VenueBook[],
  ) {
    this.#recent = recent;
    this.#providers = providers;
    this.#books = books;
  }

  find(rateId: string, at: Instant): RateLookup {
    const [, base = '', bids = '', offers = ''] = SUFFIX.exec(rateId) ?? [];
    const market = this.#recent.find(base, at);
    if (typeof market === 'string') return market;
    const bid = this.#findLevel(bids, 'bid', market);
    const offer = this.#findLevel(offers, 'offer', market);
    if (bid === 'unknown' || offer === 'unknown') return 'unknown';
    const [bidProvider] = bid?.providers ?? [];
    const [offerProvider] = offer?.providers ?? [];
    return {
      instrument: market.instrument,
      bidTicks: bid?.ticks ?? 0,
      offerTicks: offer?.ticks ?? 0,
      rateCount: 0,
      bidLeft: 0,
      offerLeft: 0,
      open: { bids: this.#listOpen(bid, -1, market), offers: this.#listOpen(offer, 1, market) },
      ...(bidProvider === undefined ? {} : { provider: bidProvider }),
      ...(offerProvider === undefined ? {} : { offerProvider }),
    };
  }

  /** Remaining sizes of the providers of a level, shared with all other orders. */
  #listOpen(level: PriceLevel | undefined, sign: number, market: QuotedRate): readonly OpenSize[] {
    const levels = this.#books[market.instrument.id]?.levels;
    const { bidLeft: bidUnits, offerLeft: offerUnits } = market;
    const rate = { ...market, bidUnits, offerUnits };
    return (level?.providers ?? []).flatMap((id) => levels?.findOf(rate, id, sign) ?? []);
  }

  /**
   * The joint level of the providers at these positions; undefined: no provider quotes this side.
   */
  #findLevel(
    places: string,
    side: 'bid' | 'offer',
    market: QuotedRate,
  ): PriceLevel | 'unknown' | undefined {
    if (places === '') return undefined;
    const providers = places.split('.').map((place) => this.#providers[Number(place) - 1]);
    const known = providers.flatMap((one) => one ?? []);
    const { bidLeft, offerLeft, instrument } = market;
    const top = { ...market, bidUnits: bidLeft, offerUnits: offerLeft };
    const rates = createQuoters(instrument, known).map((quoter) => quoteRate(top, quoter));
    const levels = toLevels(rates, side, 'FULL');
    const isOne = levels.length === 1 && rates.length === providers.length;
    return isOne ? levels[0] : 'unknown';
  }
}

/** RateId of the best bid and best offer that some providers derive from a market rate. */
export function nameLevels(
  rate: NamedRate,
  bid: PriceLevel | undefined,
  offer: PriceLevel | undefined,
  providers: readonly ProviderSettings[],
): string {
  const places = (level: PriceLevel | undefined) =>
    (level?.providers ?? [])
      .map((id) => String(providers.findIndex((one) => one.id === id) + 1))
      .join('.');
  return `${formatRateId(rate)}-${places(bid)}_${places(offer)}`;
}
