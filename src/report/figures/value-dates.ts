// Tracks a session's positions by value date and its cash per currency after settlement.
import {
  type Cash,
  createBuiltInCalendars,
  type DatedPosition,
  Settlement,
  TradeDates,
} from '../../domain/dates/index.js';
import type { Bust, Fill } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import { toSign } from '../../domain/orders/index.js';
import type { SessionInfo } from './results.js';

type Dealt = Pick<Fill, 'at' | 'instrument' | 'priceTicks' | 'side' | 'units' | 'valueDate'>;

export class ValueDates {
  private readonly settlement: Settlement;

  constructor({ carried, instruments }: SessionInfo) {
    this.settlement = new Settlement(instruments, new TradeDates(createBuiltInCalendars()));
    const before = carried?.gate?.ledger?.settlement;
    if (before !== undefined) this.settlement.restore(before);
  }

  fill(dealt: Dealt): void {
    this.settlement.book(dealt.instrument, toSign(dealt.side) * dealt.units, dealt);
  }

  busted(bust: Bust): void {
    this.settlement.book(bust.instrument, -toSign(bust.side) * bust.units, bust);
  }

  notify(at: Instant): {
    readonly dated: readonly DatedPosition[];
    readonly cash: readonly Cash[];
  } {
    return { dated: this.settlement.list(at), cash: this.settlement.listCash(at) };
  }
}
