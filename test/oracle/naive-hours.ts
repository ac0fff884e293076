// The clock of New York as the rules of orders need it, by asking for the local time.
import type { Instant } from '../../src/domain/index.js';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: 'America/New_York', hourCycle: 'h23', weekday: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** `Fri` and seconds since midnight. */
function readClock(at: Instant): readonly [string, number] {
  const parts = NEW_YORK.formatToParts(at / 1000);
  const read = (type: string) => parts.find((part) => part.type === type)!.value;
  const seconds = Number(read('hour')) * 3600 + Number(read('minute')) * 60;
  return [read('weekday'), seconds + Number(read('second'))];
}

/** The next 17:00 New York strictly after `at`: every full hour is asked for its hour there. */
export function findDayEnd(at: Instant): Instant {
  let hour = Math.floor(at / HOUR) + 1;
  while (readClock(hour * HOUR)[1] !== 17 * 3600) hour += 1;
  return hour * HOUR;
}

/** Whether the market is open: Sunday 17:00:10 to Friday 17:00, daily with a break of 10 s. */
export function isOpen(hours: 'always' | 'daily' | 'weekly', at: Instant): boolean {
  if (hours === 'always') return true;
  const [day, seconds] = readClock(at);
  const close = 17 * 3600;
  if (day === 'Sat') return false;
  if (day === 'Sun') return seconds >= close + 10;
  if (day === 'Fri') return seconds < close;
  return hours === 'weekly' || seconds < close || seconds >= close + 10;
}
