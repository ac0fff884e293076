// Schema of the calendars file: holidays that are added, removed or replaced, by currency.
import { z } from 'zod';
import {
  type Calendar,
  CALENDAR_YEARS,
  type Calendars,
  createBuiltInCalendars,
  type Day,
  formatDay,
  isWeekend,
  parseDay,
  yearOf,
} from '../domain/dates/index.js';

const MAX_DAYS = 2_000;

const weekday = z.codec(z.string().meta({ format: 'date', examples: ['2027-03-09'] }), z.int(), {
  decode: (text, context): Day => {
    const parsed = parseDay(text);
    if (parsed.ok && !isWeekend(parsed.value)) return parsed.value;
    const message = parsed.ok
      ? `expected a weekday, found ${text}: weekends are always closed`
      : parsed.fault.message;
    context.issues.push({ code: 'custom', message, input: text, params: { code: 'dates.date' } });
    return z.NEVER;
  },
  encode: formatDay,
});

const days = z.array(weekday).max(MAX_DAYS);
const year = z.int().min(1970).max(2200);

const changes = z.strictObject({
  add: days.exactOptional().describe('additional closed days'),
  remove: days.exactOptional().describe('built-in holidays that are business days'),
  holidays: days.exactOptional().describe('all holidays, instead of the built-in ones'),
  firstYear: year.exactOptional().describe('with `holidays`: the first year that they cover'),
  lastYear: year.exactOptional().describe('with `holidays`: the last year that they cover'),
});

type CalendarChanges = z.output<typeof changes>;

/** `config/calendars.yaml`: by currency. Fault codes `dates.date`, `dates.change`. */
export const calendarsSchema = z
  .record(z.string().regex(/^[A-Z0-9]{2,12}$/, 'expected a currency or asset such as TRY'), changes)
  .superRefine((file, context) => {
    const known = createBuiltInCalendars();
    for (const [currency, change] of Object.entries(file)) {
      const wrong = findWrong(change, currency, known.get(currency));
      if (wrong === undefined) continue;
      const { path, message } = wrong;
      const params = { code: 'dates.change' };
      context.addIssue({ code: 'custom', path: [currency, ...path], message, params });
    }
  });

export type CalendarsFile = z.output<typeof calendarsSchema>;

/** Faults of a currency's changes that types cannot exclude; undefined without one. */
function findWrong(change: CalendarChanges, currency: string, known: Calendar | undefined) {
  const { add, remove, holidays, firstYear, lastYear } = change;
  const isReplaced = holidays !== undefined;
  if (isReplaced && (add !== undefined || remove !== undefined)) {
    const message = 'expected `holidays`, or `add` and `remove`, found both';
    return { path: ['holidays'], message };
  }
  if (!isReplaced && (firstYear !== undefined || lastYear !== undefined)) {
    const path = [firstYear === undefined ? 'lastYear' : 'firstYear'];
    return { path, message: 'expected firstYear and lastYear only together with `holidays`' };
  }
  if (!isReplaced && known === undefined) {
    const message = `expected \`holidays\` of ${currency}, which has no built-in calendar`;
    return { path: [], message };
  }
  const absent = remove?.findIndex((day) => known?.holidays.has(day) !== true) ?? -1;
  if (absent >= 0) {
    const day = formatDay(remove?.[absent] ?? 0);
    return { path: ['remove', absent], message: `expected a holiday of ${currency}, found ${day}` };
  }
  const { firstYear: first, lastYear: last } = findYears(change, known);
  if (first > last) {
    const message = `expected a year from ${String(first)} on, found ${String(last)}`;
    return { path: [lastYear === undefined ? 'firstYear' : 'lastYear'], message };
  }
  const outside = holidays?.findIndex((day) => yearOf(day) < first || yearOf(day) > last) ?? -1;
  if (outside < 0) return undefined;
  const years = `${String(first)} to ${String(last)}`;
  const message = `expected a day of ${years}, found ${formatDay(holidays?.[outside] ?? 0)}`;
  return { path: ['holidays', outside], message };
}

/** The years that the changed calendar covers. */
function findYears({ firstYear, lastYear }: CalendarChanges, known: Calendar | undefined) {
  return {
    firstYear: firstYear ?? known?.firstYear ?? CALENDAR_YEARS.first,
    lastYear: lastYear ?? known?.lastYear ?? CALENDAR_YEARS.lastListed,
  };
}

/** The built-in calendars with the changes of a file, which is named as the source. */
export function applyCalendarChanges(file: CalendarsFile, source: string): Calendars {
  const builtIn = createBuiltInCalendars();
  const changed = new Map<string, Calendar>();
  for (const [currency, change] of Object.entries(file)) {
    const { add = [], remove = [], holidays } = change;
    const known = builtIn.get(currency);
    const days = new Set(holidays ?? known?.holidays);
    for (const day of add) days.add(day);
    for (const day of remove) days.delete(day);
    changed.set(currency, {
      holidays: days,
      ...findYears(change, known),
      source: holidays === undefined ? `${known?.source ?? ''}; changed by ${source}` : source,
    });
  }
  return { get: (currency) => changed.get(currency) ?? builtIn.get(currency) };
}
