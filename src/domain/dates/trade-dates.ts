// Trade and spot dates, cached: they change at 17:00 New York and 07:00 Auckland only.
import type { Instrument } from '../instrument.js';
import type { Instant } from '../time.js';
import type { Calendars } from './calendars.js';
import { findNextRoll, findTradeDate } from './fx-day.js';
import { findSpotDate } from './value-dates.js';

export class TradeDates {
  readonly #calendars: Calendars;
  readonly #tradeDates: string[] = [];
  readonly #spotDates: string[] = [];
  #from: Instant = 0;
  #until: Instant = 0;

  constructor(calendars: Calendars) {
    this.#calendars = calendars;
  }

  tradeDate(at: Instant, instrument: Instrument): string {
    this.#turn(at);
    return (this.#tradeDates[instrument.id] ??= findTradeDate(at, instrument));
  }

  /** A position is open until the end of its value date, as in the venue's positions. */
  hasSettled(valueDate: string, at: Instant, instrument: Instrument): boolean {
    return valueDate < this.tradeDate(at, instrument);
  }

  spotDate(at: Instant, instrument: Instrument): string {
    this.#turn(at);
    return (this.#spotDates[instrument.id] ??= findSpotDate(at, instrument, this.#calendars));
  }

  #turn(at: Instant): void {
    if (at >= this.#from && at < this.#until) return;
    this.#from = at;
    this.#until = Math.min(findNextRoll(at, 'New York'), findNextRoll(at, 'Auckland'));
    this.#tradeDates.length = 0;
    this.#spotDates.length = 0;
  }
}
