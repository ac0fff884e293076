// Prices of a symbol in several levels, as the venue shows them.
import type { Instrument } from '../instrument.js';
import type { Instant } from '../time.js';

/** One price of a side. */
export interface PriceLevel {
  /** Ticks of 10^-ratePrecision. */
  readonly ticks: number;
  /** Displayed size in minor units of the base, or UNLIMITED. */
  readonly units: number;
  /** Providers of this price; empty when unknown. */
  readonly providers: readonly string[];
}

/** Both sides of a symbol, best price first; either may be empty. */
export interface PriceLadder {
  readonly instrument: Instrument;
  /** When the venue made it; epoch microseconds. */
  readonly at: Instant;
  readonly bids: readonly PriceLevel[];
  readonly offers: readonly PriceLevel[];
}
