// Tracks the P&L of all strategies and symbols in the account currency.
import type { Bust } from '../../domain/events/index.js';
import type { Instant, Instrument } from '../../domain/index.js';
import { fromScaled, powerOfTen } from '../../domain/numbers/index.js';
import { toSign } from '../../domain/orders/index.js';
import { type Mid, CurrencyConversion } from '../figures/currency-conversion.js';
import type { PriceTrack } from '../collect/price-track.js';
import type { StrategyTotals } from '../collect/totals.js';
import { Equity, type SeeChange } from './equity.js';
import { TripTotals } from './round-trips.js';

/** Positions and P&L at the newest sample. */
export interface SessionStatus {
  /** Net over all strategies, units of the base; without flat positions. */
  readonly positions: readonly { readonly symbol: string; readonly units: number }[];
  readonly pnl: number;
  readonly currency: string;
  /** Symbols without a rate to value or convert their P&L. */
  readonly leftOut: readonly string[];
}

export class Performance {
  readonly equity: Equity;
  readonly trips = new TripTotals();
  readonly currency: string;
  /**
   * Symbols without a rate to value or convert their P&L at the newest sample: no figure includes
   * them.
   */
  readonly leftOut = new Set<string>();
  private readonly mids: readonly Mid[];
  /** By currency. */
  private readonly worths = new Map<string, CurrencyConversion>();

  /** `tracks` is indexed by instrument id. */
  constructor(
    currency: string,
    instruments: readonly Instrument[],
    tracks: readonly PriceTrack[],
    see?: SeeChange,
  ) {
    this.equity = new Equity(see);
    this.currency = currency;
    this.mids = instruments.map((instrument) => new TrackMid(instrument, tracks[instrument.id]));
  }

  /** Books a fill, and its fee in minor units of the term. */
  fill(tally: StrategyTotals, fill: Bust, fee = 0n): void {
    this.equity.start(fill.at);
    const { units, priceTicks, instrument } = fill;
    const { ratePrecision, baseDecimals, term, termDecimals } = instrument;
    const scale = powerOfTen(ratePrecision) * powerOfTen(baseDecimals);
    const paid = fromScaled(Number(fee), termDecimals) * scale;
    const pnl = tally.trips.fill(toSign(fill.side), units, priceTicks, paid);
    if (pnl === undefined) return;
    const inTerm = fromScaled(fromScaled(pnl, baseDecimals), ratePrecision);
    const converted = this.convert(inTerm, term);
    if (converted !== undefined) this.trips.add(converted);
  }

  /** Books a bust as a closing trade at the same price. */
  bust(tally: StrategyTotals, bust: Bust): void {
    this.fill(tally, { ...bust, side: bust.side === 'Buy' ? 'Sell' : 'Buy' });
  }

  /** Samples the P&L at the present rates. */
  look(at: Instant, tallies: Iterable<StrategyTotals>): void {
    let total = 0;
    let isExposed = false;
    if (this.leftOut.size > 0) this.leftOut.clear();
    for (const tally of tallies) {
      tally.valueCarried();
      const { term, symbol } = tally.instrument;
      const pnl = tally.isMarked ? this.convert(tally.pnl(), term) : undefined;
      if (pnl === undefined) {
        this.leftOut.add(symbol);
        continue;
      }
      total += pnl;
      if (tally.isExposed) isExposed = true;
    }
    this.equity.look(at, total, isExposed);
  }

  describe(tallies: Iterable<StrategyTotals>): SessionStatus {
    const bySymbol = new Map<string, number>();
    for (const { instrument, position } of tallies) {
      const known = bySymbol.get(instrument.symbol) ?? 0;
      bySymbol.set(instrument.symbol, known + position);
    }
    const positions = [...bySymbol].map(([symbol, units]) => ({ symbol, units }));
    return {
      positions: positions.filter(({ units }) => units !== 0),
      pnl: this.equity.pnl,
      currency: this.currency,
      leftOut: [...this.leftOut],
    };
  }

  private convert(amount: number, currency: string): number | undefined {
    if (amount === 0 || currency === this.currency) return amount;
    const worth = this.worthOf(currency).find();
    return worth === undefined ? undefined : amount * worth;
  }

  private worthOf(currency: string): CurrencyConversion {
    let worth = this.worths.get(currency);
    if (worth === undefined) {
      worth = new CurrencyConversion(currency, this.currency, this.mids);
      this.worths.set(currency, worth);
    }
    return worth;
  }
}

/** Newest mid of a track, without creating an object per sample. */
class TrackMid implements Mid {
  readonly instrument: Instrument;
  private readonly track: PriceTrack | undefined;

  constructor(instrument: Instrument, track: PriceTrack | undefined) {
    this.instrument = instrument;
    this.track = track;
  }

  get ticks2(): number {
    return this.track?.mid2 ?? 0;
  }
}
