// JSON whose numbers are amounts of custody: none loses a digit, and none becomes a text.
import { isSafeNumber, parse } from 'lossless-json';
import { LongNumber } from '../domain/index.js';
import { parseStrictly } from './wire-text.js';

/**
 * Parsed JSON, or undefined when the text is none, lies too deep in itself or repeats a key. A
 * number that a double does not hold exactly arrives as a `LongNumber`.
 */
export function parseExactJson(text: string): unknown {
  return parseStrictly(text, parseExactly);
}

function parseExactly(text: string): unknown {
  return parse(text, undefined, (digits) =>
    isSafeNumber(digits) ? Number(digits) : new LongNumber(digits),
  );
}
