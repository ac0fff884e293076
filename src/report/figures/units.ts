// The units of the report's figures: decimals, sign and suffix of each, in every text and table.
import { formatFixed, formatGrouped, formatSigned, formatWait } from './texts.js';

const UNITS = {
  count: formatGrouped,
  /** Positive is in our favour. */
  bps: (value: number) => formatSigned(value, 3),
  ratio: (value: number) => formatFixed(value, 2),
  share: (value: number) => `${formatFixed(value * 100, 1)} %`,
  signedShare: (value: number) => `${formatSigned(value * 100, 1)} %`,
  /** A share below a heading that states the per cent. */
  percent: (value: number) => formatFixed(value * 100, 1),
  /** Milliseconds below a heading that states them. */
  milliseconds: (value: number) => formatFixed(value, 1),
  /** Milliseconds as a span of time. */
  wait: formatWait,
} as const;

/** A figure in its unit; a dash if there is none. */
export function formatUnit(unit: keyof typeof UNITS, value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : UNITS[unit](value);
}
