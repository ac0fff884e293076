// JSON whose numbers are amounts of custody: none loses a digit.
import { isSafeNumber, parse } from 'lossless-json';
import { isTooDeep } from './wire-text.js';

/**
 * Parsed JSON, or undefined when the text is none or lies too deep in itself. A number that a
 * double does not hold exactly arrives as its decimal text.
 */
export function parseExactJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return parse(text, undefined, (digits) => (isSafeNumber(digits) ? Number(digits) : digits));
  } catch {
    return undefined;
  }
}
