// When the FX market is open: Sunday 17:05 to Friday 16:55 New York, with a pause at each turn.
import { HOUR, type Instant, MINUTE } from '../time.js';
import { formatDay, isWeekend, toWeekday } from './day.js';
import { findNextClose } from './fx-day.js';

const FRIDAY = 5;
const DAY_MICROS = 24 * HOUR;
/** After a turn until orders may be sent, and before one. */
const OPENS_AFTER = 5 * MINUTE;
const CLOSES_BEFORE = 2 * MINUTE;
const CLOSES_BEFORE_WEEKEND = 5 * MINUTE;
/** FX days without trading, whatever the year. */
const FIXED_HOLIDAYS = ['12-25', '01-01'];

export interface FxHours {
  readonly isOpen: boolean;
  /** When that changes; a closed day may be followed by another. */
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
