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

/** A value as it is shown in a message. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  return cleanText(typeof value === 'string' ? `"${value}"` : JSON.stringify(value), 60);
}

/** Whether a parsed JSON value is an object and no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parsed JSON, or undefined when the text is none. */
export function parseJson(text: string): unknown {
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
