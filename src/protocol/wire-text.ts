// Small parts that both directions of the wire share: safe texts, exact quotients, times.
import { type Instant, MILLISECOND } from '../domain/index.js';

/** Epoch milliseconds beyond which microseconds are no safe integer. */
export const MAX_EPOCH_MS = 9_007_199_254_740;

/** Longest text of the venue that is kept in an event. */
export const MAX_TEXT = 256;

/** Control characters, ends of lines, and marks that turn around how what follows is shown. */
// eslint-disable-next-line no-control-regex -- control characters are what must go
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** The venue's or a library's words for a person: without any of these, cut short. */
export function cleanText(text: string, maximum = MAX_TEXT): string {
  const plain = text.replace(UNSAFE, ' ').trim();
  return plain.length <= maximum ? plain : `${plain.slice(0, maximum - 3)}...`;
}

/** Longest id of anything at the venue. */
const MAX_ID = 255;

/** As `UNSAFE`, and halves of characters and climbing dots. */
const NO_ID = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|^\.+$/u;

/** Whether a text may be an id: it goes on into paths and messages, which none of these alters. */
export function isIdText(text: string): boolean {
  return text.length <= MAX_ID && !NO_ID.test(text);
}

/** A value as it is shown in a message. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  return cleanText(typeof value === 'string' ? `"${value}"` : JSON.stringify(value), 60);
}

/** Whether a parsed JSON value is an object and no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The most objects and lists inside each other that JSON from outside may have. */
export const MAX_JSON_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const TOO_DEEP = -1;

/**
 * Members of all objects in a text, if it is JSON: colons outside of strings. `TOO_DEEP` where
 * lists and objects lie deeper in each other than anything of the venue does.
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

/** Keys of all objects of a parsed value: fewer than its text has members where one is repeated. */
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

/** As `parse` reads it; undefined where that throws, or the text lies too deep or repeats a key. */
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

/** Parsed JSON, or undefined when the text is none, lies too deep in itself or repeats a key. */
export function parseJson(text: string): unknown {
  return parseStrictly(text, parseText);
}

function parseText(text: string): unknown {
  return JSON.parse(text);
}

/** Epoch milliseconds as the wire prints them. */
export function toEpochMs(at: Instant): number {
  return Math.floor(at / MILLISECOND);
}

/** With its hyphens or without. */
const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;

/** A date as `YYYY-MM-DD`; undefined where the text is none. */
export function readDate(text: unknown): string | undefined {
  const parts = typeof text === 'string' ? DATE.exec(text) : null;
  return parts?.slice(1).join('-');
}
