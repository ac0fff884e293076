// Computes the value dates of a tenor for a pair at an instant.
import { fail, ok, type Result } from '../fault.js';
import type { Instant } from '../time.js';
import { type Calendars, type DatedPair, PairCalendar } from './calendars.js';
import {
  dateOf,
  type Day,
  findWeekday,
  formatDay,
  monthOf,
  parseDay,
  toDay,
  yearOf,
} from './day.js';
import { findTradeDay } from './fx-day.js';
import { formatTenor, type Tenor } from './tenor.js';

const WEDNESDAY = 3;
const IMM_MONTHS = 3;

/** Dates as `YYYY-MM-DD`. */
export interface ValueDates {
  /** The near date of a swap tenor. */
  readonly valueDate: string;
  /** Swap tenors only; later than the near date. */
  readonly farValueDate?: string;
}

/**
 * The value dates of a tenor dealt at an instant. ON, TN, SN, SnIMM and TnIMM have a far date too.
 * Fault codes `dates.no-calendar` and `dates.not-covered`, because nothing is guessed, and
 * `dates.no-swap` when the IMM date equals the near date.
 */
export function findValueDates(
  at: Instant,
  pair: DatedPair,
  tenor: Tenor,
  calendars: Calendars,
): Result<ValueDates> {
  const calendar = new PairCalendar(pair, calendars);
  const tradeDay = findTradeDay(at, pair);
  const known = checkCovered(calendar, pair, tradeDay);
  if (!known.ok) return known;
  const [near, far] = resolve(tenor, tradeDay, pair.spotLagDays, calendar);
  const covered = checkCovered(calendar, pair, far ?? near);
  if (!covered.ok) return covered;
  const valueDate = formatDay(near);
  if (far === undefined) return ok({ valueDate });
  if (far > near) return ok({ valueDate, farValueDate: formatDay(far) });
  const message = `expected a far date later than the near one, found ${valueDate} for both`;
  return fail('dates.no-swap', `${formatTenor(tenor)}: ${message}`);
}

/**
 * The spot date of a pair, `YYYY-MM-DD`. Always returns one: years and currencies without a
 * calendar count as having no holidays.
 */
export function findSpotDate(at: Instant, pair: DatedPair, calendars: Calendars): string {
  const calendar = new PairCalendar(pair, calendars);
  return formatDay(findSpotDay(findTradeDay(at, pair), pair.spotLagDays, calendar));
}

/** True when both currencies of a pair settle on `YYYY-MM-DD`. Fault codes of `findValueDates`. */
export function isSettlementDate(
  date: string,
  pair: DatedPair,
  calendars: Calendars,
): Result<boolean> {
  const day = parseDay(date);
  if (!day.ok) return day;
  const calendar = new PairCalendar(pair, calendars);
  const covered = checkCovered(calendar, pair, day.value);
  return covered.ok ? ok(calendar.isSettlementDay(day.value)) : covered;
}

/** Checks that calendars cover a day. Fault codes `dates.no-calendar` and `dates.not-covered`. */
export function checkCovered(calendar: PairCalendar, pair: DatedPair, day: Day): Result<null> {
  if (calendar.covers(day)) return ok(null);
  if (calendar.missing !== undefined) {
    const message = `expected a holiday calendar of ${calendar.missing} for ${pair.symbol}`;
    return fail('dates.no-calendar', `${message}, found none`);
  }
  const years = `${String(calendar.firstYear)} to ${String(calendar.lastYear)}`;
  const message = `expected a date in the calendars of ${pair.symbol}, ${years}`;
  return fail('dates.not-covered', `${message}, found ${formatDay(day)}`);
}

/** Near and far day of a tenor; far for swap tenors only. */
function resolve(
  tenor: Tenor,
  tradeDay: Day,
  spotLag: number,
  calendar: PairCalendar,
): readonly [near: Day, far?: Day] {
  const after = (day: Day) => calendar.following(day + 1);
  const spot = findSpotDay(tradeDay, spotLag, calendar);
  switch (tenor.kind) {
    case 'TOD':
      return [calendar.following(tradeDay)];
    case 'ON':
      return [calendar.following(tradeDay), after(calendar.following(tradeDay))];
    case 'TN':
      return [after(tradeDay), after(after(tradeDay))];
    case 'SPOT':
      return [spot];
    case 'SN':
      return [spot, after(spot)];
    case 'period':
      if (tenor.unit === 'D') return [calendar.following(tradeDay + tenor.count)];
      if (tenor.unit === 'W') return [calendar.following(spot + 7 * tenor.count)];
      return [addMonths(spot, tenor.unit === 'M' ? tenor.count : 12 * tenor.count, calendar)];
    case 'IMM': {
      if (tenor.from === undefined) return [findImmDay(spot, tenor.count, calendar)];
      const near = tenor.from === 'SPOT' ? spot : after(tradeDay);
      return [near, findImmDay(spot, tenor.count, calendar)];
    }
  }
}

/**
 * The spot day: `spotLag` business days after the trade day. Days in between count for the
 * currencies other than USD; the last one must be a settlement day.
 */
function findSpotDay(tradeDay: Day, spotLag: number, calendar: PairCalendar): Day {
  let day = tradeDay;
  for (let left = spotLag; left > 1; left--) {
    do day += 1;
    while (!calendar.isIntermediateDay(day));
  }
  return calendar.following(spotLag > 0 ? day + 1 : day);
}

/** Modified following; the last settlement day of a month leads to the last one of another. */
function addMonths(spot: Day, months: number, calendar: PairCalendar): Day {
  const target = monthOf(spot) + months;
  const lastOfMonth = toDay(yearOf(spot), target + 1, 0);
  const last = calendar.preceding(lastOfMonth);
  if (monthOf(calendar.following(spot + 1)) !== monthOf(spot)) return last;
  const same = Math.min(toDay(yearOf(spot), target, 1) + dateOf(spot) - 1, lastOfMonth);
  return Math.min(calendar.following(same), last);
}

/**
 * The `count`-th IMM date on or after a day: third Wednesday of March, June, September or December,
 * moved to the next settlement day.
 */
function findImmDay(from: Day, count: number, calendar: PairCalendar): Day {
  let left = count;
  // The first month that can still have an IMM date: the last of its quarter.
  for (let month = Math.ceil(monthOf(from) / IMM_MONTHS) * IMM_MONTHS; ; month += IMM_MONTHS) {
    const thirdWednesday = findWeekday(toDay(yearOf(from), month, 15), WEDNESDAY);
    const day = calendar.following(thirdWednesday);
    if (day >= from) left -= 1;
    if (left === 0) return day;
  }
}
