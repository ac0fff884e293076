// What a session holds by value date, and as cash of each currency once it has settled.
import {
  type Bust,
  type Cash,
  createBuiltInCalendars,
  type DatedPosition,
  type Fill,
  type Instant,
  Settlement,
  toSign,
  TradeDates,
} from '../domain/index.js';
import type { SessionInfo } from './results.js';

type Dealt = Pick<Fill, 'at' | 'instrument' | 'priceTicks' | 'side' | 'units' | 'valueDate'>;

export class ValueDates {
  private readonly settlement: Settlement;

  constructor({ carried, instruments }: SessionInfo) {
    this.settlement = new Settlement(instruments, new TradeDates(createBuiltInCalendars()));
    const before = carried?.gate?.ledger?.settlement;
    if (before !== undefined) this.settlement.restore(before);
  }

  /** One without a value date stands in for a record that is still to come. */
  fill(dealt: Dealt): void {
    const { at, instrument, priceTicks, side, units, valueDate } = dealt;
    if (valueDate === undefined) return;
    this.settlement.book(instrument, { at, priceTicks, units: toSign(side) * units, valueDate });
  }

  busted(bust: Bust): void {
    this.fill({ ...bust, units: -bust.units });
  }

  tell(at: Instant): { readonly dated: readonly DatedPosition[]; readonly cash: readonly Cash[] } {
    return { dated: this.settlement.list(at), cash: this.settlement.listCash(at) };
  }
}
