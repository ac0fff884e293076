// Trade and spot dates, computed once per FX day: they change at 17:00 New York and 07:00 Auckland
// only.
import {
  type Calendars,
  findNextRoll,
  findSpotDate,
  findTradeDate,
  type Instant,
  type Instrument,
} from '../domain/index.js';

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
