// Instants and durations: epoch microseconds as integers, and their texts.
import { fail, ok, type Result } from './fault.js';

/** Epoch microseconds, UTC; an integer below 2^53 until the year 2255. */
export type Instant = number;
/** A span in microseconds. */
export type Micros = number;

export const MILLISECOND: Micros = 1_000;
export const SECOND: Micros = 1_000_000;
export const MINUTE: Micros = 60 * SECOND;
export const HOUR: Micros = 60 * MINUTE;
export const DAY: Micros = 24 * HOUR;
/** Later than every instant: "never due". */
export const NEVER: Instant = Number.MAX_SAFE_INTEGER;

const UNITS: Readonly<Record<string, Micros>> = {
  us: 1,
  ms: MILLISECOND,
  s: SECOND,
  m: MINUTE,
  h: HOUR,
  d: DAY,
};

/** Parses `250ms`, `1.5s`, `8m`, `1h30m` to microseconds. Fault code `config.duration`. */
export function parseDuration(text: string): Result<Micros> {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(us|ms|s|m|h|d)/g)];
  const read = parts.map((part) => part[0]).join('');
  if (parts.length === 0 || read !== text) {
    return fail('config.duration', `expected a duration such as 250ms, 5s or 8m, found "${text}"`);
  }
  let total = 0;
  for (const [, count = '', unit = ''] of parts) {
    const span = Number(count) * (UNITS[unit] ?? 0);
    // The product of a decimal may miss its whole number by the last bits of a double.
    const whole = Math.round(span);
    total += Math.abs(span - whole) < 1e-3 ? whole : span;
  }
  return Number.isSafeInteger(total)
    ? ok(total)
    : fail('config.duration', `expected a whole number of microseconds, found "${text}"`);
}

/** A span in code: a text with its unit, or microseconds. */
export type Span = Micros | `${number}${string}`;

/** A number below this was probably meant in milliseconds or seconds. */
const LEAST_NUMBER: Micros = 10 * MILLISECOND;

/**
 * The microseconds of a span. Throws for a text without a unit, NaN, a fraction, a negative number,
 * and a number so small that another unit was probably meant; a text may be as small.
 */
export function toSpan(span: Span): Micros {
  if (typeof span === 'string') {
    const parsed = parseDuration(span);
    if (parsed.ok) return parsed.value;
    throw new RangeError(parsed.fault.message);
  }
  if (typeof span !== 'number' || !Number.isSafeInteger(span) || span < 0) {
    const expected = "expected a span such as '30s', or whole microseconds";
    throw new RangeError(`${expected}, found ${String(span)}`);
  }
  if (span === 0 || span >= LEAST_NUMBER) return span;
  const texts = [span, span * MILLISECOND, ...(span < MILLISECOND ? [span * SECOND] : [])]
    .map((one) => `'${formatDuration(one)}'`)
    .join(' or ');
  throw new RangeError(`${String(span)} is ${formatDuration(span)}: write ${texts}`);
}

/** Text of a duration in the largest unit that gives a whole number: `8m`, `1500ms`. */
export function formatDuration(span: Micros): string {
  for (const unit of ['d', 'h', 'm', 's', 'ms'] as const) {
    const micros = UNITS[unit] ?? 1;
    if (span !== 0 && span % micros === 0) return `${String(span / micros)}${unit}`;
  }
  return span === 0 ? '0s' : `${String(span)}us`;
}

/** ISO 8601 text in UTC with milliseconds: `2026-07-13T12:00:00.093Z`. */
export function formatInstant(at: Instant): string {
  return new Date(Math.floor(at / MILLISECOND)).toISOString();
}

/** The venue's text time stamp (wire facts 1): `2026-01-06 10:00:00,125 +0000`. */
export function formatVenueTime(at: Instant): string {
  const iso = formatInstant(at);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)},${iso.slice(20, 23)} +0000`;
}

/** `YYYY-MM-DD` of an instant in UTC. */
export function formatDate(at: Instant): string {
  return formatInstant(at).slice(0, 10);
}

/** Parses ISO 8601 with zone (`2026-07-13T12:00:00Z`) to us. Fault code `config.instant`. */
export function parseInstant(text: string): Result<Instant> {
  const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
  const isShaped = shape.test(text) && isCalendarDay(text.slice(0, 10));
  const milliseconds = isShaped ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds)
    ? fail('config.instant', `expected an instant such as 2026-07-13T12:00:00Z, found "${text}"`)
    : ok(milliseconds * MILLISECOND);
}

/** Parses `2026-01-06 10:00:00,125 +0000` (wire facts 1); undefined for any other text. */
export function parseVenueTime(text: string): Instant | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}),(\d{3}) ([+-]\d{2})(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [, date = '', time = '', millis = '', hours = '', minutes = ''] = match;
  const parsed = parseInstant(`${date}T${time}.${millis}${hours}:${minutes}`);
  return parsed.ok ? parsed.value : undefined;
}

/** True when `YYYY-MM-DD` exists: `Date.parse` reads 30 February as 2 March. */
function isCalendarDay(date: string): boolean {
  const millis = Date.parse(date);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date);
}
