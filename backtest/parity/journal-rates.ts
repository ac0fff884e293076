// Rates of a session's journal, with the time for which polls prove each to be in force.
import type { RateEvent } from '../../src/domain/events/index.js';
import { type Instant, type Micros, NEVER, ok, type Result } from '../../src/domain/index.js';
import type { Recording, RateColumns } from '../../src/recordings/index.js';

/** One rate as a poll brought it, in ticks and minor units. */
export interface TapeRate {
  readonly instrument: number;
  readonly venueAt: Instant;
  readonly receivedAt: Instant;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
  /** Time of the last poll before it, which did not show it; -1 for the first rate. */
  readonly unseenAt: Instant;
  /** Time of the last poll that showed it. */
  seenAt: Instant;
}

/** Rate in force at an instant as far as polls show. */
export interface Standing {
  readonly rate: TapeRate;
  /** A later poll still showed the rate, so no other was in force then. */
  readonly isProven: boolean;
  /** The next rate; undefined for the last. */
  readonly next: TapeRate | undefined;
}

export class TapeRates {
  private readonly symbols: readonly string[];
  /** By instrument, in order of venue time. */
  private readonly bySymbol: TapeRate[][];
  count = 0;

  constructor(symbols: readonly string[]) {
    this.symbols = symbols;
    this.bySymbol = symbols.map(() => []);
  }

  add(receivedAt: Instant, { symbol, venueAt, ...told }: RateEvent): void {
    const instrument = this.symbols.indexOf(symbol);
    const list = this.bySymbol[instrument];
    const last = list?.at(-1);
    // Skips a rate whose venue time went back: the bot saw it, but the market cannot be rebuilt
    // from it.
    if (list === undefined || (last !== undefined && venueAt < last.venueAt)) return;
    const { bidTicks, offerTicks, bidUnits, offerUnits } = told;
    const sizes = { bidTicks, offerTicks, bidUnits, offerUnits };
    const unseenAt = last?.seenAt ?? -1;
    list.push({ instrument, venueAt, receivedAt, ...sizes, unseenAt, seenAt: receivedAt });
    this.count++;
  }

  seeAgain(at: Instant, symbol: string): void {
    const last = this.bySymbol[this.symbols.indexOf(symbol)]?.at(-1);
    if (last !== undefined) last.seenAt = at;
  }

  /** All rates by venue time, then by instrument. */
  list(): readonly TapeRate[] {
    const all = this.bySymbol.flat();
    return all.sort((a, b) => a.venueAt - b.venueAt || a.instrument - b.instrument);
  }

  /** Rate in force at an instant of the venue's clock; polls show it `lag` later. */
  findStanding(instrument: number, venueAt: Instant, lag: Micros): Standing | undefined {
    const list = this.bySymbol[instrument] ?? [];
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle]?.venueAt ?? NEVER) <= venueAt) low = middle + 1;
      else high = middle;
    }
    const rate = list[low - 1];
    if (rate === undefined) return undefined;
    return { rate, isProven: rate.seenAt - lag >= venueAt, next: list[low] };
  }
}

/** Rates of a journal as a recording, shifted from the venue's clock to session time. */
export class TapeRecording implements Recording {
  readonly file = 'journal';
  readonly format = 'journal';
  readonly rowName = 'row';
  readonly instruments: Recording['instruments'];
  readonly skipped = [];
  readonly skippedCount = 0;
  readonly skippedByFlaw = { shape: 0, order: 0, zero: 0, crossed: 0 };
  private readonly rates: readonly TapeRate[];
  private readonly offset: number;
  private row = 0;

  constructor(rates: TapeRates, instruments: Recording['instruments'], offset: number) {
    this.rates = rates.list();
    this.instruments = instruments;
    this.offset = offset;
  }

  read(into: RateColumns): Result<number> {
    const count = Math.min(into.at.length, this.rates.length - this.row);
    for (let i = 0; i < count; i++) {
      const rate = this.rates[this.row + i];
      if (rate === undefined) break;
      into.at[i] = rate.venueAt + this.offset;
      into.instrument[i] = rate.instrument;
      into.bidTicks[i] = rate.bidTicks;
      into.offerTicks[i] = rate.offerTicks;
      into.bidUnits[i] = rate.bidUnits;
      into.offerUnits[i] = rate.offerUnits;
    }
    this.row += count;
    into.count = count;
    return ok(count);
  }

  rewind(): void {
    this.row = 0;
  }

  close(): void {
    this.rewind();
  }
}
