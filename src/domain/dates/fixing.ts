// Fixing dates of non-deliverable forwards: some business days before the value date.
import { fail, ok, type Result } from '../fault.js';
import type { Instant } from '../time.js';
import { type Calendars, type DatedPair, PairCalendar } from './calendars.js';
import { formatDay, parseDay } from './day.js';
import { findTradeDate } from './fx-day.js';
import type { Tenor } from './tenor.js';
import { checkCovered, findValueDates } from './value-dates.js';

const DEFAULT_LAG = 2;
/** Business days from fixing to value date, where it is not two (EMTA templates). */
const LAGS: Readonly<Record<string, number>> = { PHP: 1 };

/** Business days from the fixing to the value date of a pair. */
export function findFixingLag({ base, term }: DatedPair): number {
  return LAGS[term] ?? LAGS[base] ?? DEFAULT_LAG;
}

/**
 * The fixing date for a value date, both `YYYY-MM-DD`: `lag` business days of the currencies other
 * than USD before it. Fault codes of `findValueDates`, and `dates.date`.
 */
export function findFixingDate(
  valueDate: string,
  pair: DatedPair,
  calendars: Calendars,
  lag = findFixingLag(pair),
): Result<string> {
  const value = parseDay(valueDate);
  if (!value.ok) return value;
  const calendar = new PairCalendar(pair, calendars);
  const known = checkCovered(calendar, pair, value.value);
  if (!known.ok) return known;
  let day = value.value;
  for (let left = lag; left > 0; left--) {
    do day -= 1;
    while (!calendar.isIntermediateDay(day));
  }
  const covered = checkCovered(calendar, pair, day);
  return covered.ok ? ok(formatDay(day)) : covered;
}

/**
 * The fixing date of a tenor dealt at an instant: the one for its value date, or for the far date
 * of a swap tenor. Fault code `dates.fixing` when it would be before the trade date.
 */
export function resolveFixingTenor(
  at: Instant,
  pair: DatedPair,
  tenor: Tenor,
  calendars: Calendars,
): Result<string> {
  const dates = findValueDates(at, pair, tenor, calendars);
  if (!dates.ok) return dates;
  const { valueDate, farValueDate } = dates.value;
  const fixing = findFixingDate(farValueDate ?? valueDate, pair, calendars);
  const tradeDate = findTradeDate(at, pair);
  if (!fixing.ok || fixing.value >= tradeDate) return fixing;
  const message = `expected a fixing on or after the trade date ${tradeDate}`;
  return fail('dates.fixing', `${message}, found ${fixing.value}`);
}
