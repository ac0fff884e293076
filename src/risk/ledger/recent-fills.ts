// Own fills of one symbol within a time span, in typed arrays so that a fill allocates nothing.
import type { Instant, Micros } from '../../domain/index.js';

export class RecentFills {
  readonly #span: Micros;
  /** Ring buffer. */
  readonly #at: Float64Array;
  readonly #units: Float64Array;
  readonly #ticks: Float64Array;
  #first = 0;
  #count = 0;

  /** When the span has more than `most` fills, the latest count. */
  constructor(span: Micros, most: number) {
    this.#span = span;
    this.#at = new Float64Array(most);
    this.#units = new Float64Array(most);
    this.#ticks = new Float64Array(most);
  }

  add(at: Instant, units: number, priceTicks: number): void {
    if (this.#count === this.#at.length) this.#drop();
    // unreached: in range
    while (this.#count > 0 && (this.#at[this.#first] ?? 0) <= at - this.#span) this.#drop();
    const place = this.#placeOf(this.#count++);
    this.#at[place] = at;
    this.#units[place] = units;
    this.#ticks[place] = priceTicks;
  }

  /** Twice the average price by quantity in the span; undefined with fewer than `least` fills. */
  findAverage2(at: Instant, least: number): number | undefined {
    if (this.#count < least) return undefined;
    let fills = 0;
    let units = 0;
    let cash = 0;
    for (let i = 0; i < this.#count; i++) {
      const place = this.#placeOf(i);
      // unreached: in range
      if ((this.#at[place] ?? 0) <= at - this.#span) continue;
      fills++;
      // unreached: in range
      units += this.#units[place] ?? 0;
      // unreached: in range
      cash += (this.#units[place] ?? 0) * (this.#ticks[place] ?? 0);
    }
    return fills < least ? undefined : (2 * cash) / units;
  }

  /** Index of the fill that is `after` places after the oldest. */
  #placeOf(after: number): number {
    const place = this.#first + after;
    return place < this.#at.length ? place : place - this.#at.length;
  }

  #drop(): void {
    this.#first = this.#placeOf(1);
    this.#count--;
  }
}
