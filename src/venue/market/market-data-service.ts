// Market data of the simulated venue: rates by provider, benchmark of each second, last trade.
import { type Instant, type Instrument, MILLISECOND, SECOND } from '../../domain/index.js';
import type { PriceLadder, PriceLevel } from '../../domain/numbers/index.js';
import type { Side } from '../../domain/orders/index.js';
import { FINE_TICKS, type VenueTrade, type VenueTradeView } from '../../domain/venue/index.js';
import type { VisibleRate } from '../rate-delay.js';
import type { Venue } from '../venue.js';
import { type RateType, toLevels } from './ladder.js';
import { nameLevels } from './level-names.js';
import { formatRateId } from './rate-id.js';

/** One mid rate of a symbol and second. */
export interface Fixing {
  readonly instrument: Instrument;
  /** Bid plus offer in ticks: twice the mid. */
  readonly sumTicks: number;
  readonly uid: string;
  /** Begin of the second. */
  readonly at: Instant;
}

/** Latest fill or accepted quote of a symbol. */
export interface LastDeal {
  /** Spot rate: the all-in rate of a forward is not a price of the symbol. */
  readonly spotTicks: number;
  /** Units of the base. */
  readonly units: number;
  /** Side in the dealt currency. */
  readonly side: Side;
  readonly at: Instant;
}

/** A ladder with the rateId of its best prices. */
export interface SpotLadder extends PriceLadder {
  readonly rateId: string;
  /**
   * Contributing providers in the order of the configuration, with the rateIds of their own rates.
   */
  readonly parts: readonly { readonly provider: string; readonly rateId: string }[];
}

export class MarketDataService {
  readonly #venue: Venue;
  /** By instrument id; empty until the first benchmark query. */
  readonly #fixings: (Omit<Fixing, 'uid'> | undefined)[] = [];
  readonly #lastTrades: (LastDeal | undefined)[] = [];
  #isFixing = false;

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  /** Records a fill as the last trade. */
  addTrade({ instrument, spotTicks, units, side, executedAt: at }: VenueTradeView): void {
    this.#lastTrades[instrument.id] = { spotTicks, units, side, at };
  }

  /**
   * Records an accepted quote as the last trade: spot rate and near leg. Swaps of equal amounts are
   * skipped: no spot is dealt, and their spot rate is a mid, possibly of half a tick.
   */
  addDeal({ instrument, spotRate, near, far, executedAt: at }: VenueTrade): void {
    if (far?.dealtUnits === near.dealtUnits) return;
    const { side, baseUnits: units } = near;
    this.#lastTrades[instrument.id] = { spotTicks: spotRate / FINE_TICKS, units, side, at };
  }

  lastTrade(instrument: Instrument): LastDeal | undefined {
    return this.#lastTrades[instrument.id];
  }

  /**
   * Levels that an organization's providers show of a symbol. `no-provider`: no provider streams
   * the symbol to the organization; `no-rate`: the symbol has no visible rate yet.
   */
  listLevels(
    org: string,
    instrument: Instrument,
    type: RateType,
  ): SpotLadder | 'no-provider' | 'no-rate' {
    const { spot } = this.#venue;
    if (spot.quotersOf(org, instrument).length === 0) return 'no-provider';
    const rate = this.#venue.visibleRate(instrument);
    if (rate === undefined) return 'no-rate';
    const rates = spot.listRates(org, instrument, rate);
    const [bids, offers] = [toLevels(rates, 'bid', type), toLevels(rates, 'offer', type)];
    const rateId = this.#nameOf(rate, bids[0], offers[0]);
    const parts = rates.map((one) => {
      const [bid, offer] = [toLevels([one], 'bid', 'RAW')[0], toLevels([one], 'offer', 'RAW')[0]];
      return { provider: one.provider, rateId: this.#nameOf(rate, bid, offer) };
    });
    return { instrument, at: rate.at, bids, offers, rateId, parts };
  }

  /**
   * Mid rate at the begin of the current second. The first query starts the benchmark and gets the
   * newest rate; undefined before the first rate.
   */
  benchmark(at: Instant, instrument: Instrument): Fixing | undefined {
    this.#startFixing(at);
    const fixing = (this.#fixings[instrument.id] ??= this.#fix(at, instrument));
    return fixing && { ...fixing, uid: nameFixing(instrument.id, fixing.at) };
  }

  #nameOf(rate: VisibleRate, bid?: PriceLevel, offer?: PriceLevel): string {
    const { spot, providers } = this.#venue;
    return spot.isPlain ? formatRateId(rate) : nameLevels(rate, bid, offer, providers);
  }

  #startFixing(at: Instant): void {
    if (this.#isFixing) return;
    this.#isFixing = true;
    const next = at - (at % SECOND) + SECOND;
    this.#venue.scheduler.at(next, () => {
      this.#fixAll(next);
    });
  }

  /**
   * Fixes every second from the first query on, so that no result depends on when a query comes.
   */
  #fixAll(at: Instant): void {
    for (const one of this.#venue.instruments) this.#fixings[one.id] = this.#fix(at, one);
    this.#venue.scheduler.at(at + SECOND, () => {
      this.#fixAll(at + SECOND);
    });
  }

  /** Leaves out the uid, which a query creates: most fixings are never queried. */
  #fix(now: Instant, instrument: Instrument): Omit<Fixing, 'uid'> | undefined {
    const rate = this.#venue.visibleRate(instrument);
    if (rate === undefined) return undefined;
    const at = now - (now % SECOND);
    const sumTicks = rate.bidTicks + rate.offerTicks;
    return { instrument, sumTicks, at };
  }
}

/** Uid in the form of the published sample: `G-1a2b3c4d5-19b9021aa10-FXB-01`. */
function nameFixing(instrument: number, at: Instant): string {
  const second = (at / SECOND) % 0x1_0000_0000;
  const mixed = Math.imul(second ^ Math.imul(instrument + 1, 0x9e3779b1), 0x21f0aaad) >>> 0;
  const head = (mixed * 16 + (instrument & 15)).toString(16).padStart(9, '0');
  return `G-${head}-${(at / MILLISECOND).toString(16)}-FXB-01`;
}
