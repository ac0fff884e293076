// Small parts that both directions of the wire share: safe texts, exact quotients, times.
import { type Instant, MILLISECOND } from '../domain/index.js';

/** Epoch milliseconds beyond which microseconds are no safe integer. */
export const MAX_EPOCH_MS = 9_007_199_254_740;

/** Longest text of the venue that is kept in an event. */
export const MAX_TEXT = 256;

/** The venue's or a library's words for a person: without control characters, cut short. */
export function cleanText(text: string, maximum = MAX_TEXT): string {
  // eslint-disable-next-line no-control-regex -- control characters are what must go
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return plain.length <= maximum ? plain : `${plain.slice(0, maximum - 3)}...`;
}

/** Longest id of anything at the venue. */
const MAX_ID = 255;

/**
 * Whether a text may be an id: it goes on into paths and messages, which no control character, half
 * of a character or climbing dots may alter.
 */
export function isIdText(text: string): boolean {
  return text.length <= MAX_ID && !/[\p{Cc}\p{Cs}]|^\.+$/u.test(text);
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

/** Whether lists and objects lie deeper in each other than anything of the venue does. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) at += code === BACKSLASH ? 1 : 0;
    // `[` and `{`, `]` and `}` differ in one bit.
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** Parsed JSON, or undefined when the text is none or lies too deep in itself. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Epoch milliseconds as the wire prints them. */
export function toEpochMs(at: Instant): number {
  return Math.floor(at / MILLISECOND);
}
