// The one reader of times as texts, for every format of recordings.
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
export { createFixedZone, findZone, UTC, type Zone } from './zone.js';

const COUNTED: ReadonlyMap<string, Unit> = new Map([
  ['epoch-s', 'seconds'],
  ['epoch-ms', 'milliseconds'],
  ['epoch-us', 'microseconds'],
  ['epoch-ns', 'nanoseconds'],
]);

/** ISO 8601 with a zone, which any format may have beside its own way. */
export const ISO: TimeText = { ...toIso(undefined), shape: '' };
/** The same, in UTC where it states no zone. */
export const ISO_UTC: TimeText = { ...toIso(UTC), shape: '' };

/** What tells by itself what it is: ISO 8601, or a count since 1970 whose size tells its unit. */
export function createOpenTime(zone?: Zone): TimeText {
  return anyTime(toIso(zone), COUNT);
}

/**
 * Reads `iso`, `epoch-s`, `epoch-ms`, `epoch-us`, `epoch-ns`, or a pattern of yyyy MM dd HH mm ss
 * SSS XXX (zone) and other characters as they are; without a format what tells by itself what it
 * is. Dates without a zone are those of `zone`, patterns without one of UTC. Fault code
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

/** An instant that its file has as such. Fault code `data.bad-row`. */
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
