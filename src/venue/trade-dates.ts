// Trade date and spot dates, computed once per FX day: they change at 17:00 New York only.
import {
  findNextClose,
  findSpotDate,
  findTradeDate,
  type Instant,
  type Instrument,
} from '../domain/index.js';

export class TradeDates {
  #from: Instant = 0;
  #until: Instant = 0;
  #tradeDate = '';
  readonly #spotDates: string[] = [];

  tradeDate(at: Instant): string {
    this.#turn(at);
    return this.#tradeDate;
  }

  spotDate(at: Instant, instrument: Instrument): string {
    this.#turn(at);
    return (this.#spotDates[instrument.id] ??= findSpotDate(at, instrument));
  }

  #turn(at: Instant): void {
    if (at >= this.#from && at < this.#until) return;
    this.#from = at;
    this.#until = findNextClose(at);
    this.#tradeDate = findTradeDate(at);
    this.#spotDates.length = 0;
  }
}
