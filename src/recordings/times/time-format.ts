// Interface of a time format, and helpers of all formats.
import { formatInstant, type Instant } from '../../domain/index.js';
import type { Unit } from './bounds.js';
import type { Zone } from './zone.js';

export interface TimeText {
  /** Undefined if the text has another format; instants outside the valid range are returned. */
  parse(text: string): Instant | undefined;
  format(at: Instant): string;
  /** Description for messages, after the words `a time`; empty: not mentioned. */
  readonly shape: string;
  /** Unit of a count since 1970; undefined for dates. */
  readonly unit?: Unit | undefined;
}

export const EXAMPLE_AT: Instant = 1_783_944_000_093_000;
const HOUR_US = 3_600_000_000;

/** Parts of a calendar time as texts of digits. */
export interface CalendarParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
  /** Digits after the second; those beyond microseconds are cut. */
  readonly fraction: string;
}

/** Instant of a calendar time in a zone; undefined if the calendar or clock has no such time. */
export function toInstant(parts: CalendarParts, zone: Zone): Instant | undefined {
  const [month, day] = [Number(parts.month) - 1, Number(parts.day)];
  const date = new Date(Date.UTC(Number(parts.year), month, day));
  // Date.UTC reads 30 February as 2 March.
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined;
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const micros = Number(parts.fraction.slice(0, 6).padEnd(6, '0'));
  const inDay = hour * HOUR_US + (minute * 60 + second) * 1_000_000 + micros;
  return zone.toUtc(date.getTime() * 1_000 + inDay);
}

/** Tries several formats in order; times are formatted in the first. */
export function anyTime(first: TimeText, ...more: readonly TimeText[]): TimeText {
  const all = [first, ...more];
  return {
    parse: (text) => {
      for (const time of all) {
        const at = time.parse(text);
        if (at !== undefined) return at;
      }
      return undefined;
    },
    format: (at) => first.format(at),
    shape: all.flatMap(({ shape }) => (shape === '' ? [] : shape)).join(', or '),
    unit: all.find(({ unit }) => unit !== undefined)?.unit,
  };
}

const DATE = String.raw`(\d{4})(-?)(\d{2})\2(\d{2})`;
const CLOCK = String.raw`(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?`;
const OFFSET = String.raw`(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)`;
const ISO = new RegExp(`^${DATE}[T ]${CLOCK} ?${OFFSET}?$`, 'i');

/** ISO 8601; times without a zone are in `zone`, or invalid if `zone` is undefined. */
export function createIso(
  zone: Zone | undefined,
  toFixed: (offset: string) => Zone | undefined,
): TimeText {
  const parse = (text: string): Instant | undefined => {
    const match = ISO.exec(text);
    if (match === null) return undefined;
    const [, year = '', , month = '', day = '', hour = '', minute = ''] = match;
    const [second = '0', fraction = '', offset] = match.slice(7);
    const own = offset === undefined ? zone : toFixed(offset);
    if (own === undefined) return undefined;
    const parts = { year, month, day, minute, second, fraction };
    if (hour !== '24') return toInstant({ ...parts, hour }, own);
    // 24:00 is the end of the day.
    const isMidnight = /^0*$/.test(`${minute}${second}${fraction}`);
    const start = isMidnight ? toInstant({ ...parts, hour: '00' }, own) : undefined;
    return start === undefined ? undefined : start + 24 * HOUR_US;
  };
  return { parse, format: formatInstant, shape: `such as ${formatInstant(EXAMPLE_AT)}` };
}
