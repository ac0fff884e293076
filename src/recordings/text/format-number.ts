// Numbers of binary and JSON files as the texts that rows are judged by.
import { Decimal } from 'decimal.js';

/** The shortest decimal that is this double, without an exponent. */
export function formatNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? new Decimal(text).toFixed() : text;
}
