// The totals of a session, found by strategy and instrument.
import { assert, type Instrument } from '../../domain/index.js';
import type { FeeMeter } from '../figures/fees.js';
import type { PriceTrack } from './price-track.js';
import type { SessionInfo } from '../figures/results.js';
import { sortTallies, StrategyTotals } from './totals.js';

export class Tallies {
  /** In the order in which they first appeared. */
  readonly list: StrategyTotals[] = [];
  private readonly tracks: readonly PriceTrack[];
  private readonly fees: FeeMeter | undefined;
  /** By instrument id, then by strategy. */
  private readonly byInstrument: Map<string, StrategyTotals>[] = [];

  /** `tracks` is indexed by instrument id, one for each instrument of the session. */
  constructor(tracks: readonly PriceTrack[], fees: FeeMeter | undefined) {
    this.tracks = tracks;
    this.fees = fees;
  }

  trackOf(instrument: Instrument): PriceTrack {
    const track = this.tracks[instrument.id];
    assert(track !== undefined, `${instrument.symbol} is not an instrument of the session`);
    return track;
  }

  of(strategy: string, instrument: Instrument): StrategyTotals {
    const byStrategy = (this.byInstrument[instrument.id] ??= new Map<string, StrategyTotals>());
    let tally = byStrategy.get(strategy);
    if (tally === undefined) {
      tally = new StrategyTotals(strategy, instrument, this.trackOf(instrument), this.fees);
      byStrategy.set(strategy, tally);
      this.list.push(tally);
    }
    return tally;
  }

  find(strategy: string, symbol: string): StrategyTotals | undefined {
    return this.list.find((one) => one.strategy === strategy && one.instrument.symbol === symbol);
  }

  /**
   * Takes over positions of previous runs in instruments of the session; false if there are none.
   */
  carry({ carried, instruments }: SessionInfo): boolean {
    for (const { strategy, symbol, units } of carried?.positions ?? []) {
      const instrument = instruments.find((one) => one.symbol === symbol);
      if (instrument !== undefined) this.of(strategy, instrument).carry(units);
    }
    return this.list.length > 0;
  }

  sort(info: SessionInfo): readonly StrategyTotals[] {
    return sortTallies(this.list, info);
  }
}
