// Reads times as recordings write them: by a pattern of letters such as `yyyyMMdd HH:mm:ss.SSS`.
import {
  fail,
  formatInstant,
  formatShortest,
  type Instant,
  ok,
  powerOfTen,
  type Result,
} from '../domain/index.js';
import { LATEST_MS } from './rate-row.js';
import { quoteCell } from './symbol-table.js';

/** A way to write times. */
export interface TimeText {
  /** Undefined when it is no time of the pattern. */
  parse(text: string): Instant | undefined;
  format(at: Instant): string;
  /** What such a time looks like, after the words `a time`. */
  readonly shape: string;
}

/** Patterns that count since 1970: decimals of their unit down to microseconds, and its name. */
const COUNTED: Readonly<Record<string, readonly [decimals: number, name: string]>> = {
  'epoch-s': [6, 'seconds'],
  'epoch-ms': [3, 'milliseconds'],
  'epoch-us': [0, 'microseconds'],
};

/** Letters of a pattern, longest first, and what they stand for. */
const LETTERS = {
  yyyy: '(?<year>\\d{4})',
  SSSSSS: '(?<micros>\\d{6})',
  SSS: '(?<millis>\\d{3})',
  MM: '(?<month>\\d{2})',
  dd: '(?<day>\\d{2})',
  HH: '(?<hour>\\d{2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  XXX: '(?<zone>Z|[+-]\\d{2}:?\\d{2})',
} as const;
const LETTER = /yyyy|SSSSSS|SSS|MM|dd|HH|mm|ss|XXX/g;

const MINUTE_US = 60_000_000;
const EXAMPLE_AT: Instant = 1_783_944_000_093_000;

/** `+05:30` or `Z` in minutes east of UTC; undefined when it is neither. */
export function parseOffset(text: string): number | undefined {
  if (text === 'Z') return 0;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [, sign, hours, minutes] = match;
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 14 * 60 ? (sign === '-' ? -total : total) : undefined;
}

/**
 * Reads `epoch-s`, `epoch-ms`, `epoch-us`, or a pattern of yyyy MM dd HH mm ss SSS SSSSSS XXX
 * (zone) and other characters as they are. Times without a zone are `offsetMinutes` east of UTC.
 * Fault code `data.time-pattern`.
 */
export function createTimeText(pattern: string, offsetMinutes = 0): Result<TimeText> {
  const unit = COUNTED[pattern];
  if (unit !== undefined) return ok(countTime(...unit));
  const shape = toShape(pattern);
  const names = ['<year>', '<month>', '<day>', '<hour>', '<minute>'];
  if (!names.every((name) => shape.source.includes(name))) {
    const known = `${Object.keys(COUNTED).join(', ')}, or a pattern with yyyy MM dd HH mm`;
    return fail('data.time-pattern', `expected ${known}, found ${quoteCell(pattern)}`);
  }
  const parse = (text: string) => {
    const parts = shape.exec(text)?.groups;
    return parts === undefined ? undefined : toInstant(parts, offsetMinutes);
  };
  const format = (at: Instant) => formatByPattern(pattern, at, offsetMinutes);
  return ok({ parse, format, shape: `such as ${format(EXAMPLE_AT)}` });
}

function countTime(decimals: number, name: string): TimeText {
  const unit = powerOfTen(decimals);
  const format = (at: Instant) => formatShortest(at, decimals);
  const parse = (text: string) => {
    const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
    if (whole === undefined || fraction.length > decimals) return undefined;
    const at = Number(whole) * unit + Number(fraction.padEnd(decimals, '0'));
    return at <= LATEST_MS * 1_000 ? at : undefined;
  };
  const example = String(Math.floor(EXAMPLE_AT / unit));
  return { parse, format, shape: `in epoch ${name} such as ${example}` };
}

function toShape(pattern: string): RegExp {
  let source = '';
  let from = 0;
  for (const match of pattern.matchAll(LETTER)) {
    source += escape(pattern.slice(from, match.index));
    source += LETTERS[match[0] as keyof typeof LETTERS];
    from = match.index + match[0].length;
  }
  try {
    return new RegExp(`^${source}${escape(pattern.slice(from))}$`);
  } catch {
    return /^(?!)/; // the same letters twice
  }
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function toInstant(parts: Record<string, string>, offsetMinutes: number): Instant | undefined {
  const { year = '', month = '', day = '', hour = '', minute = '', second = '0' } = parts;
  const [monthIndex, dayOfMonth] = [Number(month) - 1, Number(day)];
  const date = new Date(Date.UTC(Number(year), monthIndex, dayOfMonth));
  // Date.UTC reads 30 February as 2 March
  if (date.getUTCMonth() !== monthIndex || date.getUTCDate() !== dayOfMonth) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const zone = parts['zone'] === undefined ? offsetMinutes : parseOffset(parts['zone']);
  if (zone === undefined) return undefined;
  const inDay = (Number(hour) * 60 + Number(minute) - zone) * MINUTE_US;
  const fraction = Number(parts['micros'] ?? '0') + Number(parts['millis'] ?? '0') * 1_000;
  const at = date.getTime() * 1_000 + inDay + Number(second) * 1_000_000 + fraction;
  return at >= 0 ? at : undefined;
}

function formatByPattern(pattern: string, at: Instant, offsetMinutes: number): string {
  const zone = pattern.includes('XXX') ? 0 : offsetMinutes;
  const iso = formatInstant(at + zone * MINUTE_US);
  const texts: Record<string, string> = {
    yyyy: iso.slice(0, 4),
    MM: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
    SSS: iso.slice(20, 23),
    SSSSSS: String(at % 1_000_000).padStart(6, '0'),
    XXX: '+00:00',
  };
  return pattern.replaceAll(LETTER, (letters) => texts[letters] ?? letters);
}
