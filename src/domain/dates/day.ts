// Days as whole numbers, and their texts: calendar arithmetic without hours or time zones.
import { fail, ok, type Result } from '../fault.js';

/** Days since 1970-01-01 UTC. */
export type Day = number;

const MILLISECONDS = 86_400_000;
const DAYS_OF_WEEK = 7;

export const SATURDAY = 6;
export const SUNDAY = 0;

/** The day of a date; months count from 1, and month and day may lie outside their range. */
export function toDay(year: number, month: number, day: number): Day {
  return Math.floor(Date.UTC(year, month - 1, day) / MILLISECONDS);
}

/** `YYYY-MM-DD` of a day. */
export function formatDay(day: Day): string {
  return new Date(day * MILLISECONDS).toISOString().slice(0, 10);
}

/** Parses `YYYY-MM-DD`, a day that exists. Fault code `dates.date`. */
export function parseDay(text: string): Result<Day> {
  const shape = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [, year, month, date] = (shape ?? []).map(Number);
  if (year !== undefined && month !== undefined && date !== undefined) {
    const day = toDay(year, month, date);
    if (formatDay(day) === text) return ok(day);
  }
  return fail('dates.date', `expected a date such as 2026-07-15, found "${text}"`);
}

export function yearOf(day: Day): number {
  return new Date(day * MILLISECONDS).getUTCFullYear();
}

/** Month of a day, 1 to 12. */
export function monthOf(day: Day): number {
  return new Date(day * MILLISECONDS).getUTCMonth() + 1;
}

/** Day of its month, from 1. */
export function dateOf(day: Day): number {
  return new Date(day * MILLISECONDS).getUTCDate();
}

/** Day of the week, 0 = Sunday; 1970-01-01 was a Thursday. */
export function toWeekday(day: Day): number {
  return (((day + 4) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
}

export function isWeekend(day: Day): boolean {
  const weekday = toWeekday(day);
  return weekday === SATURDAY || weekday === SUNDAY;
}

/** The first such weekday on or after a day. */
export function findWeekday(from: Day, weekday: number): Day {
  return from + ((weekday - toWeekday(from) + DAYS_OF_WEEK) % DAYS_OF_WEEK);
}

/** Easter Sunday of the western churches (the anonymous Gregorian computus). */
export function findEaster(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const leaps = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + leaps + 15) % 30;
  const moon = epact - Math.floor((golden + 11 * epact) / 319);
  const shift = 2 * (century % 4) + 2 * Math.floor(rest / 4) - (rest % 4);
  const toSunday = (32 + shift - moon) % DAYS_OF_WEEK;
  const sum = moon + toSunday;
  const month = Math.floor((sum + 90) / 25);
  return toDay(year, month, (sum + month + 19) % 32);
}
