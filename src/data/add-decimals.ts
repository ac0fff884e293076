// Adds decimal texts exactly.
import { formatScaled, parseScaled } from '../domain/index.js';

/** The sum as a text; what is no plain decimal comes back as it is, to be judged so. */
export function addDecimals(text: string, more: string): string {
  const decimals = Math.max(countDecimals(text), countDecimals(more));
  const [a, b] = [parseScaled(text, decimals), parseScaled(more, decimals)];
  return a === undefined || b === undefined ? text : formatScaled(a + b, decimals);
}

function countDecimals(text: string): number {
  const dot = text.indexOf('.');
  return dot === -1 ? 0 : text.length - dot - 1;
}
