// Reads the calendars file that a configuration names.
import { applyCalendarChanges, calendarsSchema } from '../validation/index.js';
import { type Calendars, createBuiltInCalendars, ok, type Result } from '../domain/index.js';
import { parseConfig } from './parse.js';
import { type LoadedText, readText, type SourceText } from './text.js';

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
  const calendars = parseCalendars(text.value);
  return calendars.ok ? ok({ calendars: calendars.value, source: text.value }) : calendars;
}

/** The built-in calendars, changed by the text of a calendars file. */
export function parseCalendars(source: SourceText): Result<Calendars> {
  const parsed = parseConfig(source, calendarsSchema);
  if (!parsed.ok) return parsed;
  const name = source.file.split(/[/\\]/).pop() ?? source.file;
  return ok(applyCalendarChanges(parsed.value, name));
}
