// Parses times of texts, for every format of recordings.
import { type Instant, ok, type Result } from '../../domain/index.js';
import { bad } from '../text/rate-row.js';
import { quoteCell } from '../text/symbol-table.js';
import { explainOutside, isInBounds, type Unit } from './bounds.js';
import { COUNT, createCount } from './epoch.js';
import { createPattern } from './pattern.js';
import { anyTime, createIso, type TimeText } from './time-format.js';
import { createFixedZone, parseOffset, UTC, type Zone } from './zone.js';

export { EARLIEST, LATEST } from './bounds.js';
export { anyTime, type TimeText } from './time-format.js';
export { createFixedZone, findZone, UTC } from './zone.js';

const COUNTED: ReadonlyMap<string, Unit> = new Map([
  ['epoch-s', 'seconds'],
  ['epoch-ms', 'milliseconds'],
  ['epoch-us', 'microseconds'],
  ['epoch-ns', 'nanoseconds'],
]);

/** ISO 8601 with a zone, accepted by any format in addition to its own. */
export const ISO: TimeText = { ...toIso(undefined), shape: '' };
/** ISO 8601, in UTC without a zone. */
export const ISO_UTC: TimeText = { ...toIso(UTC), shape: '' };

/** Unambiguous times: ISO 8601, or a count since 1970 whose magnitude determines its unit. */
export function createOpenTime(zone?: Zone): TimeText {
  return anyTime(toIso(zone), COUNT);
}

/**
 * Parser of `iso`, `epoch-s`, `epoch-ms`, `epoch-us`, `epoch-ns`, or a pattern of yyyy MM dd HH mm
 * ss SSS XXX (zone) and literal characters; without `format` of unambiguous times. Times without a
 * zone are in `zone`; without `zone`, those of a pattern are in UTC. Fault code
 * `data.time-pattern`.
 */
export function createTimeText(format?: string, zone?: Zone): Result<TimeText> {
  if (format === undefined) return ok(createOpenTime(zone));
  if (format === 'iso') return ok(toIso(zone));
  const unit = COUNTED.get(format);
  if (unit !== undefined) return ok(createCount(unit));
  return createPattern(format, zone ?? UTC, ['iso', ...COUNTED.keys()].join(', '));
}

/** The instant of a text. Fault code `data.bad-row`. */
export function readTime(time: TimeText, text: string): Result<Instant> {
  const at = time.parse(text);
  if (at !== undefined && isInBounds(at)) return ok(at);
  const why = at === undefined ? '' : `: ${explainOutside(at, time.unit)}`;
  return bad(`expected a time ${time.shape}, found ${quoteCell(text)}${why}`);
}

/** Checks the range of an instant that the file stores as one. Fault code `data.bad-row`. */
export function checkInstant(at: Instant, shown: string): Result<Instant> {
  if (isInBounds(at)) return ok(at);
  const why = explainOutside(at, undefined);
  return bad(`expected a time from 1990 to 2099, found ${shown}: ${why}`);
}

function toIso(zone: Zone | undefined): TimeText {
  return createIso(zone, (offset) => {
    const minutes = parseOffset(offset);
    return minutes === undefined ? undefined : createFixedZone(minutes);
  });
}
