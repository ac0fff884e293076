// Converts numbers of binary and JSON files to texts, which rows are parsed from.
import { Decimal } from 'decimal.js';

/** Shortest decimal text of a double, without exponent. */
export function formatNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? new Decimal(text).toFixed() : text;
}
