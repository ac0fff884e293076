// Trading hours of FX: Sunday 17:05 to Friday 16:55 New York, with a break around each end of day.
import { HOUR, type Instant, MINUTE } from '../time.js';
import { formatDay, isWeekend, toWeekday } from './day.js';
import { findNextClose } from './fx-day.js';

const FRIDAY = 5;
const DAY_MICROS = 24 * HOUR;
/** Break after and before the end of a FX day. */
const OPENS_AFTER = 5 * MINUTE;
const CLOSES_BEFORE = 2 * MINUTE;
const CLOSES_BEFORE_WEEKEND = 5 * MINUTE;
/** FX days without trading in every year, `MM-DD`. */
const FIXED_HOLIDAYS = ['12-25', '01-01'];

export interface FxHours {
  readonly isOpen: boolean;
  /** When `isOpen` may change; a closed day may follow another closed day. */
  readonly until: Instant;
}

/** `holidays` are FX days without trading, `YYYY-MM-DD`. */
export function findFxHours(at: Instant, holidays: ReadonlySet<string>): FxHours {
  const close = findNextClose(at);
  // 17:00 New York is on the same day in UTC.
  const day = Math.floor(close / DAY_MICROS);
  const date = formatDay(day);
  const isHoliday = holidays.has(date) || FIXED_HOLIDAYS.includes(date.slice(5));
  if (isWeekend(day) || isHoliday) return { isOpen: false, until: close };
  const former = findNextClose(close - 36 * HOUR);
  const from = former + OPENS_AFTER;
  const isFriday = toWeekday(day) === FRIDAY;
  const to = close - (isFriday ? CLOSES_BEFORE_WEEKEND : CLOSES_BEFORE);
  if (at < from) return { isOpen: false, until: from };
  return at < to ? { isOpen: true, until: to } : { isOpen: false, until: close };
}
