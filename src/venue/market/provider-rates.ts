// Derives each provider's rate of a symbol from the market's top of book.
import type { Instrument } from '../../domain/index.js';
import {
  accountOfProvider,
  makesRatesOf,
  type ProviderSettings,
  scaleUnits,
  toPipTicks,
} from '../models/providers.js';

/** Top of book: ticks, and minor units of the base. */
export interface TopOfBook {
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/** A provider's rate; a side without units is not quoted. */
export interface ProviderRate extends TopOfBook {
  readonly provider: string;
}

/** How a provider derives the rates of one symbol. */
export interface Quoter {
  readonly provider: string;
  /** Legal entity of the provider. */
  readonly account: string;
  /** Ticks from the market's bid (offer) to the provider's. */
  readonly bidShift: number;
  readonly offerShift: number;
  readonly sizeFactor: number;
}

/**
 * Quoters of the providers that stream spot rates of a symbol, in the order of the configuration.
 */
export function createQuoters(
  instrument: Instrument,
  providers: readonly ProviderSettings[],
): readonly Quoter[] {
  return providers
    .filter((one) => one.spot && makesRatesOf(one, instrument.symbol))
    .map((one) => {
      const { id, widen, skew, sizeFactor } = one;
      const account = accountOfProvider(one);
      const [off, up] = [toPipTicks(widen, instrument), toPipTicks(skew, instrument)];
      return { provider: id, account, bidShift: up - off, offerShift: up + off, sizeFactor };
    });
}

/** Whether a provider shows the market's rate unchanged. */
export function isPlain({ bidShift, offerShift, sizeFactor }: Quoter): boolean {
  return bidShift === 0 && offerShift === 0 && sizeFactor === 1;
}

/** Derives a provider's rate from the market's; a side below one tick is not quoted. */
export function quoteRate(top: TopOfBook, quoter: Quoter): ProviderRate {
  const bidTicks = top.bidTicks + quoter.bidShift;
  const offerTicks = top.offerTicks + quoter.offerShift;
  return {
    provider: quoter.provider,
    bidTicks,
    offerTicks,
    bidUnits: bidTicks > 0 ? scaleUnits(top.bidUnits, quoter.sizeFactor) : 0,
    offerUnits: offerTicks > 0 ? scaleUnits(top.offerUnits, quoter.sizeFactor) : 0,
  };
}
