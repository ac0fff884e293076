// Times that count seconds, milliseconds, microseconds or nanoseconds since 1970.
import { formatInstant, type Instant } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { toPlain } from '../text/number-text.js';
import { isInBounds, type Unit, UNITS } from './bounds.js';
import { EXAMPLE_AT, type TimeText } from './time-format.js';

/** Decimals of a unit down to microseconds. */
const DECIMALS: Readonly<Record<Unit, number>> = {
  seconds: 6,
  milliseconds: 3,
  microseconds: 0,
  nanoseconds: -3,
};

/** Counts of a known unit; digits beyond microseconds are cut. */
export function createCount(unit: Unit): TimeText {
  const decimals = DECIMALS[unit];
  const format = (at: Instant) =>
    decimals < 0 ? `${String(at)}000` : formatShortest(at, decimals);
  const example = format(EXAMPLE_AT - (unit === 'seconds' ? EXAMPLE_AT % 1_000_000 : 0));
  const shape = `in epoch ${unit} such as ${example}`;
  return { parse: (text) => parseCount(text, decimals), format, shape, unit };
}

/**
 * Counts of an unknown unit, detected by magnitude: the ranges from 1990 to 2100 do not overlap.
 */
export const COUNT: TimeText = {
  parse: (text) => {
    for (const unit of UNITS) {
      const at = parseCount(text, DECIMALS[unit]);
      if (at !== undefined && isInBounds(at)) return at;
    }
    return undefined;
  },
  format: formatInstant,
  shape: 'in seconds, milliseconds, microseconds or nanoseconds since 1970',
};

function parseCount(text: string, decimals: number): Instant | undefined {
  const [, whole, fraction = ''] = /^(\d{1,25})(?:\.(\d*))?$/.exec(toPlain(text)) ?? [];
  if (whole === undefined) return undefined;
  if (decimals < 0) return Number(whole.slice(0, decimals));
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}
