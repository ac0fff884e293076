// What a schema's own checks ask for, as keywords of JSON Schema: for who reads the document.
import { z } from 'zod';

type Keywords = Readonly<Record<string, unknown>>;

const DAY = z.regexes.date.source.slice(1, -1);

/** `YYYY-MM-DD` of the calendar. */
export const DATE_PATTERN = `^${DAY}$`;
/** `yyyy-MM-dd HH:mm:ss,SSS Z`. */
export const VENUE_TIME_PATTERN =
  `^${DAY} (?:[01]\\d|2[0-3])(?::[0-5]\\d){2},\\d{3} ` + '[+-](?:[01]\\d|2[0-3])[0-5]\\d$';

/** Keywords of rules about several fields; they stand in `allOf`, beside what the fields are. */
export function rules(...all: readonly Keywords[]): { readonly allOf: Keywords[] } {
  return { allOf: [...all] };
}

/** One of the fields, and no other of them. */
export function oneOf(...fields: readonly string[]): Keywords {
  return { oneOf: fields.map((field) => ({ required: [field] })) };
}

/** At least one of the fields. */
export function someOf(...fields: readonly string[]): Keywords {
  return { anyOf: fields.map((field) => ({ required: [field] })) };
}

/** What else holds where a field has one of these values. */
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
