// Rules of a schema's custom checks as JSON Schema keywords, for readers of the API document.
import { z } from 'zod';

type Keywords = Readonly<Record<string, unknown>>;

const DAY = z.regexes.date.source.slice(1, -1);

/** Pattern of a valid calendar date `YYYY-MM-DD`. */
export const DATE_PATTERN = `^${DAY}$`;
/** Pattern of `yyyy-MM-dd HH:mm:ss,SSS Z`. */
export const VENUE_TIME_PATTERN =
  `^${DAY} (?:[01]\\d|2[0-3])(?::[0-5]\\d){2},\\d{3} ` + '[+-](?:[01]\\d|2[0-3])[0-5]\\d$';

/** Combines rules about several fields in `allOf`. */
export function rules(...all: readonly Keywords[]): { readonly allOf: Keywords[] } {
  return { allOf: [...all] };
}

/** Exactly one of the fields is present. */
export function oneOf(...fields: readonly string[]): Keywords {
  return { oneOf: fields.map((field) => ({ required: [field] })) };
}

/** At least one of the fields is present. */
export function someOf(...fields: readonly string[]): Keywords {
  return { anyOf: fields.map((field) => ({ required: [field] })) };
}

/** Rules that apply if a field has one of these values. */
export function where(field: string, values: readonly unknown[], ...then: Keywords[]): Keywords {
  const condition = { properties: { [field]: { enum: [...values] } }, required: [field] };
  return { if: condition, then: { allOf: then } };
}

export function needs(...fields: readonly string[]): Keywords {
  return { required: [...fields] };
}

export function lacks(...fields: readonly string[]): Keywords {
  return { properties: Object.fromEntries(fields.map((field) => [field, false])) };
}
