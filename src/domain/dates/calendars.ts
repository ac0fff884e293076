// Holiday calendars of currencies, and the settlement days of a pair that follow from them.
import type { Instrument } from '../instrument.js';
import { type Day, isWeekend, yearOf } from './day.js';
import { listHolidays } from './holiday-rules.js';
import { LISTED_HOLIDAYS } from './listed-holidays.js';
import { RULED_HOLIDAYS } from './ruled-holidays.js';

/** Weekdays on which a currency does not settle. */
export interface Calendar {
  readonly holidays: ReadonlySet<Day>;
  /** First and last year whose holidays are known. */
  readonly firstYear: number;
  readonly lastYear: number;
  /** The public rule that the days follow, or the file that they come from. */
  readonly source: string;
}

/** Calendars by currency; a map is one. */
export type Calendars = Pick<ReadonlyMap<string, Calendar>, 'get'>;

/** Fields of an instrument that its value dates depend on. */
export type DatedPair = Pick<Instrument, 'symbol' | 'base' | 'term' | 'spotLagDays'>;

/** Years of the built-in calendars: days by decree or moon are known less far than days by rule. */
export const CALENDAR_YEARS = { first: 2024, lastListed: 2028, lastRuled: 2038 } as const;

/** A code of three letters is a currency, except these known assets. */
const ASSETS: ReadonlySet<string> = new Set([
  ...['BTC', 'XBT', 'ETH', 'XRP', 'SOL', 'ADA', 'BNB', 'DOT', 'TRX', 'LTC', 'BCH', 'ETC', 'XLM'],
  ...['UNI', 'XMR', 'TON', 'SUI', 'APT', 'ARB', 'FIL', 'EOS', 'XTZ', 'ZEC', 'DAI', 'NEO'],
]);

/** Pairs of these also count a USD holiday between trade and spot date. */
const LATIN_AMERICA: ReadonlySet<string> = new Set(['MXN', 'BRL', 'ARS', 'CLP', 'COP', 'PEN']);

/** The calendars that come with Weir, from 2024; each is computed at its first use. */
export function createBuiltInCalendars(): Calendars {
  const known = new Map<string, Calendar>();
  return {
    get: (currency) => {
      const calendar = known.get(currency) ?? createBuiltIn(currency);
      if (calendar !== undefined) known.set(currency, calendar);
      return calendar;
    },
  };
}

function createBuiltIn(currency: string): Calendar | undefined {
  const isRuled = Object.hasOwn(RULED_HOLIDAYS, currency);
  const isListed = Object.hasOwn(LISTED_HOLIDAYS, currency);
  const table = isRuled
    ? RULED_HOLIDAYS[currency]
    : isListed
      ? LISTED_HOLIDAYS[currency]
      : undefined;
  if (table === undefined) return undefined;
  const firstYear = CALENDAR_YEARS.first;
  const lastYear = isRuled ? CALENDAR_YEARS.lastRuled : CALENDAR_YEARS.lastListed;
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  const holidays = new Set(years.flatMap((year) => listHolidays(table.rules, year)));
  return { holidays, firstYear, lastYear, source: table.source };
}

/** True for a digital asset, which settles on every day. */
export function isDigitalAsset(currency: string): boolean {
  return currency.length !== 3 || ASSETS.has(currency);
}

/**
 * Settlement days of a pair. A currency without a calendar is closed on weekends only; `missing`
 * names it for callers that must not guess.
 */
export class PairCalendar {
  readonly missing: string | undefined;
  /** First and last year that all calendars of the pair cover. */
  readonly firstYear: number;
  readonly lastYear: number;
  readonly #isAlwaysOpen: boolean;
  readonly #settlement: readonly ReadonlySet<Day>[];
  readonly #intermediate: readonly ReadonlySet<Day>[];

  constructor({ base, term }: DatedPair, calendars: Calendars) {
    const sides = [base, term].filter(
      (one) => !isDigitalAsset(one) || calendars.get(one) !== undefined,
    );
    const isCross = sides.length === 2 && !sides.includes('USD');
    const settling = isCross ? [...sides, 'USD'] : sides;
    const isLatin = sides.some((one) => LATIN_AMERICA.has(one));
    const passing = isLatin ? [...new Set([...sides, 'USD'])] : sides.filter(isNotDollar);
    const known = settling.flatMap((one) => calendars.get(one) ?? []);
    this.missing = settling.find((one) => calendars.get(one) === undefined);
    this.firstYear = Math.max(...known.map((one) => one.firstYear));
    this.lastYear = Math.min(...known.map((one) => one.lastYear));
    this.#isAlwaysOpen = sides.length === 0;
    const listDays = (currencies: readonly string[]) =>
      currencies.flatMap((one) => calendars.get(one)?.holidays ?? []);
    this.#settlement = listDays(settling);
    this.#intermediate = listDays(passing);
  }

  /** True when both currencies settle on that day; for a cross, dealt through USD, USD as well. */
  isSettlementDay(day: Day): boolean {
    return this.#isOpen(day, this.#settlement);
  }

  /** True when a day between trade and spot date counts: USD holidays do not prevent it. */
  isIntermediateDay(day: Day): boolean {
    return this.#isOpen(day, this.#intermediate);
  }

  /** True when the holidays of that day's year are known. */
  covers(day: Day): boolean {
    const year = yearOf(day);
    return this.missing === undefined && year >= this.firstYear && year <= this.lastYear;
  }

  /** The first settlement day on or after a day ("following"). */
  following(from: Day): Day {
    let day = from;
    while (!this.isSettlementDay(day)) day += 1;
    return day;
  }

  /** The last settlement day on or before a day ("preceding"). */
  preceding(from: Day): Day {
    let day = from;
    while (!this.isSettlementDay(day)) day -= 1;
    return day;
  }

  #isOpen(day: Day, closed: readonly ReadonlySet<Day>[]): boolean {
    if (this.#isAlwaysOpen) return true;
    return !isWeekend(day) && !closed.some((holidays) => holidays.has(day));
  }
}

function isNotDollar(currency: string): boolean {
  return currency !== 'USD';
}
