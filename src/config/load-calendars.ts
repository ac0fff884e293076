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
import { type LoadedText, readText } from './text.js';

export interface LoadedCalendars {
  readonly calendars: Calendars;
  /** The file's text; undefined for the built-in calendars. */
  readonly source: LoadedText | undefined;
}

/** The built-in calendars, changed by a file if there is one. */
export function loadCalendars(file?: string): Result<LoadedCalendars> {
  if (file === undefined) return ok({ calendars: createBuiltInCalendars(), source: undefined });
  const text = readText(file);
  if (!text.ok) return text;
  const parsed = parseConfig(text.value, calendarsSchema);
  if (!parsed.ok) return parsed;
  const calendars = applyCalendarChanges(parsed.value, file.split(/[/\\]/).pop() ?? file);
  return ok({ calendars, source: text.value });
}
