// Reads the calendars file that a configuration names.
import { applyCalendarChanges, calendarsSchema } from '../validation/index.js';
import { type Calendars, createBuiltInCalendars } from '../domain/dates/index.js';
import { ok, type Result } from '../domain/index.js';
import { parseConfig } from './parse.js';
import { type LoadedText, readText, type SourceText } from './text.js';

export interface LoadedCalendars {
  readonly calendars: Calendars;
  /** Text of the file; undefined for the built-in calendars. */
  readonly source: LoadedText | undefined;
}

/** Built-in calendars, with the changes of a file if there is one. */
export function loadCalendars(file?: string): Result<LoadedCalendars> {
  if (file === undefined) return ok({ calendars: createBuiltInCalendars(), source: undefined });
  const text = readText(file);
  if (!text.ok) return text;
  const calendars = parseCalendars(text.value);
  return calendars.ok ? ok({ calendars: calendars.value, source: text.value }) : calendars;
}

/** Built-in calendars, with the changes of a text. */
export function parseCalendars(source: SourceText): Result<Calendars> {
  const parsed = parseConfig(source, calendarsSchema);
  if (!parsed.ok) return parsed;
  const name = source.file.split(/[/\\]/).pop() ?? source.file;
  return ok(applyCalendarChanges(parsed.value, name));
}
