// Reads the calendars file that a configuration names.
import {
  applyCalendarChanges,
  type Calendars,
  calendarsSchema,
  createBuiltInCalendars,
  ok,
  type Result,
} from '../domain/index.js';
import { parseConfig } from './parse.js';
import { readText } from './text.js';

/** The built-in calendars, changed by a file if there is one. */
export function loadCalendars(file?: string): Result<Calendars> {
  if (file === undefined) return ok(createBuiltInCalendars());
  const text = readText(file);
  if (!text.ok) return text;
  const parsed = parseConfig(text.value, calendarsSchema);
  if (!parsed.ok) return parsed;
  return ok(applyCalendarChanges(parsed.value, file.split(/[/\\]/).pop() ?? file));
}
