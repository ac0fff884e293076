// Parses the compact holiday rules of the built-in calendars.
import { assert } from '../fault.js';
import {
  type Day,
  findEaster,
  findWeekday,
  isWeekend,
  parseDay,
  SUNDAY,
  toDay,
  toWeekday,
} from './day.js';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * Weekdays of a year that the rules close. Rules are words between spaces:
 *
 * - `12-25` that date; `12-25~` moved to the next free day from a Sunday; `12-25+` from a Saturday
 *   too
 * - `Mon>=05-25` the first Monday on or after that date, so the last of May
 * - `E+1` days from Easter Sunday
 * - `12-24/2025` that date from this year on; `2026-07-10` that day only
 */
export function listHolidays(rules: string, year: number): readonly Day[] {
  const taken = new Set<Day>();
  for (const rule of rules.split(/\s+/)) {
    const day = rule === '' ? undefined : findHoliday(rule, year, taken);
    if (day !== undefined) taken.add(day);
  }
  return [...taken].filter((day) => !isWeekend(day));
}

function findHoliday(rule: string, year: number, taken: ReadonlySet<Day>): Day | undefined {
  const easter = /^E([+-]\d+)$/.exec(rule)?.[1];
  if (easter !== undefined) return findEaster(year) + Number(easter);
  if (/^\d{4}-/.test(rule)) {
    if (Number(rule.slice(0, 4)) !== year) return undefined;
    const day = parseDay(rule);
    assert(day.ok, `a calendar has no day ${rule}`);
    return day.value;
  }
  const shape = /^(?:(\w{3})>=)?(\d\d)-(\d\d)([~+]?)(?:\/(\d{4}))?$/;
  const [, weekday, month, date, shift, since = '0'] = shape.exec(rule) ?? [];
  assert(month !== undefined && date !== undefined, `a calendar has no rule ${rule}`);
  if (year < Number(since)) return undefined;
  const day = toDay(year, Number(month), Number(date));
  if (weekday !== undefined) return findWeekday(day, WEEKDAYS.indexOf(weekday));
  return shift === undefined || shift === '' ? day : moveOn(day, shift === '+', taken);
}

/** The day itself, or the next one that is neither a weekend day nor another holiday. */
function moveOn(from: Day, fromSaturday: boolean, taken: ReadonlySet<Day>): Day {
  let day = from;
  while (taken.has(day) || (fromSaturday ? isWeekend(day) : toWeekday(day) === SUNDAY)) day += 1;
  return day;
}
