// Parses JSON with custody amounts, keeping every digit of long numbers.
import { isSafeNumber, parse } from 'lossless-json';
import { LongNumber } from '../domain/numbers/index.js';
import { parseStrictly } from './wire-text.js';

/**
 * Parsed JSON; undefined if the text is invalid, nested too deeply or repeats a key. Numbers that a
 * double cannot represent exactly become a `LongNumber`.
 */
export function parseExactJson(text: string): unknown {
  return parseStrictly(text, parseExactly);
}

function parseExactly(text: string): unknown {
  return parse(text, undefined, (digits) =>
    isSafeNumber(digits) ? Number(digits) : new LongNumber(digits),
  );
}
