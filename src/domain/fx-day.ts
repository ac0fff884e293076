// The FX day, which turns at 17:00 New York, and the spot value date (weekends only; no holidays
// yet).
import type { Instrument } from './instrument.js';
import { DAY, formatDate, HOUR, type Instant } from './time.js';

const CLOSE_HOUR = 17;
const SATURDAY = 6;
const SUNDAY = 0;

/** Day of the week of a UTC day number, 0 = Sunday; 1970-01-01 was a Thursday. */
function toWeekday(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7;
}

/** UTC day number of the nth Sunday of a month (0 = January). */
function findSunday(year: number, month: number, nth: number): number {
  const first = Math.floor(Date.UTC(year, month, 1) / 86_400_000);
  return first + ((7 - toWeekday(first)) % 7) + 7 * (nth - 1);
}

/**
 * New York's offset from UTC in hours: -4 from the second Sunday of March, 2:00, to the first of
 * November.
 */
function offsetHours(at: Instant): number {
  const year = Number(formatDate(at).slice(0, 4));
  const summerFrom = findSunday(year, 2, 2) * DAY + 7 * HOUR;
  const summerTo = findSunday(year, 10, 1) * DAY + 6 * HOUR;
  return at >= summerFrom && at < summerTo ? -4 : -5;
}

/** The first 17:00 New York strictly after `at`. */
export function findNextClose(at: Instant): Instant {
  const localDay = Math.floor((at + offsetHours(at) * HOUR) / DAY);
  for (let day = localDay; ; day++) {
    const localClose = day * DAY + CLOSE_HOUR * HOUR;
    const close = localClose - offsetHours(localClose + 5 * HOUR) * HOUR;
    if (close > at) return close;
  }
}

/** UTC day number of the trade date: the FX day that `at` belongs to, never a weekend. */
function findTradeDay(at: Instant): number {
  const local = at + offsetHours(at) * HOUR;
  const day = Math.floor((local + (24 - CLOSE_HOUR) * HOUR) / DAY);
  return toBusinessDay(day);
}

function toBusinessDay(day: number): number {
  const weekday = toWeekday(day);
  return weekday === SATURDAY ? day + 2 : weekday === SUNDAY ? day + 1 : day;
}

/** `YYYY-MM-DD` of the trade date at an instant. */
export function findTradeDate(at: Instant): string {
  return formatDate(findTradeDay(at) * DAY);
}

/** `YYYY-MM-DD` of the spot value date: spotLagDays business days after the trade date. */
export function findSpotDate(at: Instant, instrument: Instrument): string {
  let day = findTradeDay(at);
  for (let i = 0; i < instrument.spotLagDays; i++) day = toBusinessDay(day + 1);
  return formatDate(day * DAY);
}
