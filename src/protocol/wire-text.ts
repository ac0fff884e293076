// Helpers of all codecs: safe texts, strict JSON, times and dates.
import { type Instant, MILLISECOND } from '../domain/index.js';

/** Largest epoch in milliseconds whose microseconds are a safe integer. */
export const MAX_EPOCH_MS = 9_007_199_254_740;

/** Maximum length of a venue's text in an event. */
export const MAX_TEXT = 256;

/** Control characters, line ends, and marks that change the direction of text. */
// eslint-disable-next-line no-control-regex -- control characters are what must go
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** Text of the venue or a library made safe for display: no UNSAFE characters, cut to `maximum`. */
export function cleanText(text: string, maximum = MAX_TEXT): string {
  const plain = text.replace(UNSAFE, ' ').trim();
  return plain.length <= maximum ? plain : `${plain.slice(0, maximum - 3)}...`;
}

/** Maximum length of any id of the venue. */
const MAX_ID = 255;

/** `UNSAFE`, unpaired surrogates, and texts of dots, which would move up in a path. */
const NO_ID = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|^\.+$/u;

/** Whether a text is safe as an id in paths and messages. */
export function isIdText(text: string): boolean {
  return text.length <= MAX_ID && !NO_ID.test(text);
}

/** Formats a value for a message. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  return cleanText(typeof value === 'string' ? `"${value}"` : JSON.stringify(value), 60);
}

/** Maximum nesting of external JSON. */
export const MAX_JSON_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const TOO_DEEP = -1;

/**
 * Number of members of all objects in a JSON text: the colons outside strings. `TOO_DEEP` if the
 * nesting exceeds MAX_JSON_DEPTH.
 */
function countMembers(text: string): number {
  let members = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) at += code === BACKSLASH ? 1 : 0;
    else if (code === COLON) members += 1;
    // `[` and `{`, `]` and `}` differ in one bit.
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return TOO_DEEP;
  }
  return members;
}

/**
 * Number of keys of all objects in a parsed value; lower than the members of its text if a key is
 * repeated.
 */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item);
    return count;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const key in record) {
    count += 1;
    const item = record[key];
    if (typeof item === 'object') count += countKeys(item);
  }
  return count;
}

/**
 * Result of `parse`; undefined if `parse` throws, or the text is nested too deeply or repeats a
 * key.
 */
export function parseStrictly(text: string, parse: (text: string) => unknown): unknown {
  const members = countMembers(text);
  if (members === TOO_DEEP) return undefined;
  try {
    const value = parse(text);
    return countKeys(value) === members ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parsed JSON; undefined if the text is invalid, nested too deeply or repeats a key. */
export function parseJson(text: string): unknown {
  return parseStrictly(text, parseText);
}

function parseText(text: string): unknown {
  return JSON.parse(text);
}

/** Converts to epoch milliseconds, rounded down. */
export function toEpochMs(at: Instant): number {
  return Math.floor(at / MILLISECOND);
}

/** With or without hyphens. */
const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;

/** Date as `YYYY-MM-DD`; undefined if the text is no date. */
export function readDate(text: unknown): string | undefined {
  const parts = typeof text === 'string' ? DATE.exec(text) : null;
  return parts?.slice(1).join('-');
}
