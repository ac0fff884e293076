// Market data sets (regular, end of day, fixed period) and their rateIds, which previously quoted
// orders may name.
import { formatDay, formatTenor, isWeekend, parseTenor } from '../../domain/dates/index.js';
import {
  DAY,
  HOUR,
  type Instant,
  type Instrument,
  type Micros,
  SECOND,
} from '../../domain/index.js';
import type { Venue } from '../venue.js';
import { makeSetRates, type SetRate } from './data-set-rates.js';
import { type DataSetSettings, type SetKind, toTimeOfDay } from './data-set-schema.js';
import { formatRateId } from './rate-id.js';
import type { QuotedRate, RateLookup, RateSource } from './rate-registry.js';

/** Days for which daily sets are kept, for each set id. */
const KEPT_DAYS = 60;
/** RateIds of regular sets that are kept; older ones count as expired. */
const KEPT_QUOTES = 10_000;
const REGULAR_LIFE: Micros = 5 * SECOND;
const END_OF_DAY_LIFE: Micros = HOUR;

/** A rate with its rateId. */
export interface NamedRate extends SetRate {
  readonly rateId: string;
}

/** A created data set; times that its kind does not have are undefined. */
export interface DataSet {
  readonly settings: DataSetSettings;
  /** Business date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly createdAt: Instant;
  readonly activeAt: Instant | undefined;
  readonly validUntil: Instant | undefined;
  readonly nextCreationAt: Instant | undefined;
  readonly rates: readonly NamedRate[];
}

/** Filters of a data set query; all filters that are present apply. */
export interface SetQuery {
  readonly id?: string | undefined;
  /** Selects all fixed-period sets of this organization. */
  readonly org?: string | undefined;
  readonly symbols: readonly string[];
  readonly date?: string | undefined;
  /** Tenor code in any of its spellings. */
  readonly tenor?: string | undefined;
  readonly timeWindow?: string | undefined;
}

/** One creation of a set that is created every weekday. */
interface Occasion {
  readonly day: number;
  readonly makeAt: Instant;
  readonly activeAt: Instant;
  readonly endAt: Instant;
}

interface Quote extends QuotedRate {
  readonly from: Instant;
  until: Instant;
}

export class DataSets implements RateSource {
  readonly #venue: Venue;
  readonly #settings: readonly DataSetSettings[];
  /** Daily sets by id, oldest first. */
  readonly #made = new Map<string, DataSet[]>();
  /** Rates by rateId: those of daily sets, and those of regular sets in order of creation. */
  readonly #daily = new Map<string, Quote>();
  readonly #quotes = new Map<string, Quote>();

  constructor(venue: Venue, settings: readonly DataSetSettings[]) {
    this.#venue = venue;
    this.#settings = settings.filter((one) => this.#findProvider(one) !== undefined);
    venue.rates.add(this);
  }

  /** Schedules the daily sets; an occasion that is already due is created with the first rates. */
  open(at: Instant): void {
    for (const set of this.#settings) {
      if (set.kind === 'regular') continue;
      this.#made.set(set.id, []);
      this.#wait(set, findOccasion(set, at), at);
    }
  }

  /** Kind of a set; undefined for an unknown id. */
  kindOf(id: string): SetKind | undefined {
    return this.#settings.find((one) => one.id === id)?.kind;
  }

  /** Sets that match a query, with their matching rates; sets without such rates are left out. */
  list(at: Instant, query: SetQuery): readonly DataSet[] {
    const { id, org, date, timeWindow, symbols } = query;
    const tenor = query.tenor === undefined ? undefined : normalTenor(query.tenor);
    return this.#settings
      .filter((set) => (org === undefined ? set.id === id : set.org === org))
      .filter((set) => timeWindow === undefined || set.window === timeWindow)
      .flatMap((set) => this.#find(set, at, date) ?? [])
      .filter((set) => date === undefined || set.date === date)
      .map((set) => {
        const rates = set.rates.filter(
          (rate) =>
            symbols.includes(rate.instrument.symbol) &&
            (tenor === undefined || rate.tenor === tenor),
        );
        return { ...set, rates };
      })
      .filter((set) => set.rates.length > 0);
  }

  find(rateId: string, at: Instant): RateLookup {
    const quote = this.#daily.get(rateId) ?? this.#quotes.get(rateId);
    if (quote !== undefined) return at >= quote.from && at < quote.until ? quote : 'expired';
    const [id = '', ...rest] = rateId.split('|');
    return rest.length === 4 && this.kindOf(id) !== undefined ? 'expired' : 'unknown';
  }

  #find(set: DataSetSettings, at: Instant, date: string | undefined): DataSet | undefined {
    if (set.kind === 'regular') return this.#makeRegular(set, at);
    const made = this.#made.get(set.id) ?? [];
    return made.findLast(
      (one) =>
        (date === undefined || one.date === date) &&
        (set.kind === 'end-of-day' || at < (one.validUntil ?? at)),
    );
  }

  #makeRegular(set: DataSetSettings, at: Instant): DataSet {
    const date = formatDay(Math.floor(at / DAY));
    const validUntil = at + (set.life ?? REGULAR_LIFE);
    const rates = this.#price(set, at).map((rate) => {
      const rateId = nameRate(set, date, rate, rate.rateCount.toString(16).padStart(8, '0'));
      const known = this.#quotes.get(rateId);
      // An unchanged market rate keeps its rateId and the size that orders have not yet traded.
      if (known !== undefined) known.until = validUntil;
      else this.#quotes.set(rateId, this.#toQuote(set, rate, at, validUntil));
      return { ...rate, rateId };
    });
    for (const oldest of this.#quotes.keys()) {
      if (this.#quotes.size <= KEPT_QUOTES) break;
      this.#quotes.delete(oldest);
    }
    const none = { activeAt: undefined, nextCreationAt: undefined };
    return { settings: set, date, createdAt: at, validUntil, rates, ...none };
  }

  /** Creates a daily set once it is due and all its symbols have a rate; retries every second. */
  #wait(set: DataSetSettings, occasion: Occasion, at: Instant): void {
    const now = Math.max(occasion.makeAt, at);
    this.#venue.scheduler.at(now, () => {
      if (now >= occasion.endAt) {
        this.#wait(set, findOccasion(set, now), now);
      } else if (this.#hasRates(set)) {
        this.#make(set, occasion, now);
        this.#wait(set, findOccasion(set, occasion.endAt), now);
      } else {
        this.#wait(set, occasion, now + SECOND);
      }
    });
  }

  #make(set: DataSetSettings, occasion: Occasion, at: Instant): void {
    const date = formatDay(occasion.day);
    const isFixed = set.kind === 'fixed-period';
    const until = isFixed ? occasion.endAt : occasion.activeAt + (set.life ?? END_OF_DAY_LIFE);
    const rates = this.#price(set, at).map((rate) => {
      const rateId = nameRate(set, date, rate, set.window ?? '');
      this.#daily.set(rateId, this.#toQuote(set, rate, occasion.activeAt, until));
      return { ...rate, rateId };
    });
    const made = this.#made.get(set.id) ?? [];
    made.push({
      settings: set,
      date,
      createdAt: at,
      activeAt: occasion.activeAt,
      rates,
      validUntil: isFixed ? occasion.endAt : undefined,
      nextCreationAt: findOccasion(set, occasion.endAt).makeAt,
    });
    const forgotten = made.length > KEPT_DAYS ? made.shift() : undefined;
    for (const { rateId } of forgotten?.rates ?? []) this.#daily.delete(rateId);
  }

  #price(set: DataSetSettings, at: Instant): readonly SetRate[] {
    return makeSetRates(this.#venue, set, this.#symbolsOf(set), at);
  }

  #toQuote(set: DataSetSettings, rate: SetRate, from: Instant, until: Instant): Quote {
    const { instrument, tenor, valueDate, bidTicks, offerTicks, bidUnits, offerUnits } = rate;
    const { spotBidTicks, spotOfferTicks } = rate;
    const provider = this.#findProvider(set);
    return {
      instrument,
      bidTicks,
      offerTicks,
      bidLeft: bidUnits,
      offerLeft: offerUnits,
      spotBidTicks,
      spotOfferTicks,
      rateCount: 0,
      from,
      until,
      ...(provider === undefined ? {} : { provider }),
      ...(tenor === 'SPOT' ? {} : { valueDate }),
      ...(set.kind === 'regular' ? this.#findShared(rate, provider ?? '') : {}),
    };
  }

  /** Displayed sizes of the market rate behind a regular set: all tenors and orders share them. */
  #findShared(rate: SetRate, provider: string): Pick<QuotedRate, 'open' | 'source'> {
    const levels = this.#venue.findBook(rate.instrument).levels;
    if (levels === undefined) {
      const source = this.#venue.rates.find(formatRateId(rate), rate.at);
      return typeof source === 'string' ? {} : { source };
    }
    const [bid, offer] = [-1, 1].map((sign) => levels.findOf(rate, provider, sign));
    return bid === undefined || offer === undefined
      ? {}
      : { open: { bids: [bid], offers: [offer] } };
  }

  #findProvider({ kind, provider }: DataSetSettings): string | undefined {
    const can = this.#venue.providers.filter((one) =>
      kind === 'fixed-period' ? one.fixedPeriod : one.spot,
    );
    return can.find(({ id }) => provider === undefined || id === provider)?.id;
  }

  #symbolsOf(set: DataSetSettings): readonly Instrument[] {
    return set.symbols.flatMap((symbol) => this.#venue.findInstrument(symbol) ?? []);
  }

  #hasRates(set: DataSetSettings): boolean {
    return this.#symbolsOf(set).every((one) => this.#venue.visibleRate(one) !== undefined);
  }
}

/** The first weekday occasion that has not ended at `at`. */
function findOccasion(set: DataSetSettings, at: Instant): Occasion {
  const [from = '', to = from] = (set.window ?? set.activeAt ?? '').split('-');
  const [start, end] = [toTimeOfDay(from), toTimeOfDay(to)];
  const lead = set.kind === 'fixed-period' ? set.lead : 0;
  for (let day = Math.floor(at / DAY) - 1; ; day++) {
    const activeAt = day * DAY + start;
    // A window whose end is before its start ends on the next day; a reference rate is valid for a
    // day.
    const endAt = end > start ? day * DAY + end : (day + 1) * DAY + end;
    if (endAt > at && !isWeekend(day)) return { day, makeAt: activeAt - lead, activeAt, endAt };
  }
}

/** Such as `FourHourEU|2026-01-06|0800-1200|EURUSD|SPOT`. */
function nameRate(set: DataSetSettings, date: string, rate: SetRate, third: string): string {
  const { base, term } = rate.instrument;
  return [set.id, date, third, base + term, rate.tenor].join('|');
}

function normalTenor(text: string): string {
  const tenor = parseTenor(text);
  return tenor.ok ? formatTenor(tenor.value) : text;
}
