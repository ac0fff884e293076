// Time zones of recordings: a fixed offset from UTC, or an IANA zone with summer time.
import { fail, type Instant, ok, type Result } from '../../domain/index.js';

const MINUTE_US = 60_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Maximum number of days with cached offsets. */
const MOST_DAYS = 1_024;

/** Converts between local time and UTC, both in epoch microseconds. */
export interface Zone {
  /** Undefined for a time that the local clock skips when summer time begins. */
  toUtc(local: number): Instant | undefined;
  toLocal(at: Instant): number;
}

export const UTC: Zone = createFixedZone(0);

/** Minutes east of UTC of `+05:30`, `+0530`, `+05` or `Z`; undefined for other texts. */
export function parseOffset(text: string): number | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0;
  const match = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, hours, minutes = '0'] = match;
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 14 * 60 && Number(minutes) < 60 ? (sign === '-' ? -total : total) : undefined;
}

export function createFixedZone(minutes: number): Zone {
  const shift = minutes * MINUTE_US;
  return { toUtc: (local) => local - shift, toLocal: (at) => at + shift };
}

/**
 * Zone of a layout, by offset or name; undefined if it states none. Fault code `data.time-pattern`.
 */
export function findZone(
  utcOffset: string | undefined,
  timeZone: string | undefined,
): Result<Zone | undefined> {
  if (timeZone !== undefined) {
    if (utcOffset !== undefined) {
      const message = 'expected utcOffset or timeZone, found both';
      return fail('data.time-pattern', message);
    }
    return createNamedZone(timeZone);
  }
  if (utcOffset === undefined) return ok(undefined);
  const minutes = parseOffset(utcOffset);
  if (minutes !== undefined) return ok(createFixedZone(minutes));
  const hint = /^[A-Za-z_]+\/[A-Za-z_/+-]+$/.test(utcOffset) ? ' (a zone: set timeZone)' : '';
  return fail('data.time-pattern', `expected utcOffset such as -05:00, found ${utcOffset}${hint}`);
}

function createNamedZone(timeZone: string): Result<Zone> {
  let parts: Intl.DateTimeFormat;
  try {
    const digits = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    parts = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...digits, ...clock });
  } catch {
    const message = `expected timeZone by its IANA name such as Europe/Athens, found ${timeZone}`;
    return fail('data.time-pattern', message);
  }
  const offsetAt = createOffsets((ms) => {
    const found = Object.fromEntries(parts.formatToParts(ms).map((one) => [one.type, one.value]));
    const { year, month, day, hour, minute, second } = found;
    const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
    const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
    return date + seconds * 1_000 - Math.floor(ms / 1_000) * 1_000;
  });
  let last: Instant = 0;
  const toUtc = (local: number): Instant | undefined => {
    const ms = Math.floor(local / 1_000);
    const before = offsetAt(ms - DAY_MS);
    const after = offsetAt(ms + DAY_MS);
    const early = local - before * 1_000;
    if (before === after) return (last = early);
    const late = local - after * 1_000;
    const isEarly = offsetAt(Math.floor(early / 1_000)) === before;
    const isLate = offsetAt(Math.floor(late / 1_000)) === after;
    if (!isEarly && !isLate) return undefined;
    // An hour that occurs twice in autumn: local time that goes back is in its second occurrence.
    const isSecond = isEarly && isLate && early < last && late >= last;
    return (last = isEarly && !isSecond ? early : late);
  };
  return ok({ toUtc, toLocal: (at) => at + offsetAt(Math.floor(at / 1_000)) * 1_000 });
}

interface DayOffsets {
  readonly first: number;
  readonly last: number;
  /** First millisecond with the last offset. */
  readonly switchAt: number;
}

/** Offsets in milliseconds by UTC milliseconds; `find` is slow, so results are cached by day. */
function createOffsets(find: (ms: number) => number): (ms: number) => number {
  const days = new Map<number, DayOffsets>();
  const ask = (from: number): DayOffsets => {
    const [first, last] = [find(from), find(from + DAY_MS)];
    let [low, high] = [from, from + DAY_MS];
    while (first !== last && high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
      if (find(middle) === first) low = middle;
      else high = middle;
    }
    return { first, last, switchAt: high };
  };
  return (ms) => {
    const day = Math.floor(ms / DAY_MS);
    let known = days.get(day);
    if (known === undefined) {
      known = ask(day * DAY_MS);
      if (days.size === MOST_DAYS) days.clear();
      days.set(day, known);
    }
    return ms < known.switchAt ? known.first : known.last;
  };
}
