// The FX day, which ends at 17:00 New York, for NZD pairs at 07:00 Auckland.
import { DAY, HOUR, type Instant } from '../time.js';
import { type DatedPair, isDigitalAsset } from './calendars.js';
import { type Day, findWeekday, formatDay, isWeekend, SUNDAY, toDay, yearOf } from './day.js';

const MONDAY = 1;

/** Time zone in which the FX day of a pair ends. */
export type RollZone = 'New York' | 'Auckland';

interface Zone {
  /** Local hour at which the FX day ends. */
  readonly turnHour: number;
  /** Hours from that time to the midnight that gives the new FX day its date. */
  readonly toMidnight: number;
  readonly offsetHours: (at: Instant) => number;
}

/** UTC-4 from the second Sunday of March, 2:00, to the first of November; else UTC-5. */
function newYorkOffset(at: Instant): number {
  const year = yearOf(Math.floor(at / DAY));
  const summerFrom = findWeekday(toDay(year, 3, 8), SUNDAY) * DAY + 7 * HOUR;
  const summerTo = findWeekday(toDay(year, 11, 1), SUNDAY) * DAY + 6 * HOUR;
  return at >= summerFrom && at < summerTo ? -4 : -5;
}

/** UTC+12 from the first Sunday of April, 3:00, to the last of September; else UTC+13. */
function aucklandOffset(at: Instant): number {
  const year = yearOf(Math.floor(at / DAY));
  const winterFrom = findWeekday(toDay(year, 4, 1), SUNDAY) * DAY - 10 * HOUR;
  const winterTo = findWeekday(toDay(year, 9, 24), SUNDAY) * DAY - 10 * HOUR;
  return at >= winterFrom && at < winterTo ? 12 : 13;
}

const ZONES: Readonly<Record<RollZone, Zone>> = {
  'New York': { turnHour: 17, toMidnight: 7, offsetHours: newYorkOffset },
  Auckland: { turnHour: 7, toMidnight: -7, offsetHours: aucklandOffset },
};

/** Auckland for NZD pairs, New York for all others. */
export function findRollZone({ base, term }: DatedPair): RollZone {
  return base === 'NZD' || term === 'NZD' ? 'Auckland' : 'New York';
}

/** The first end of a FX day strictly after `at`, weekends included. */
export function findNextRoll(at: Instant, zone: RollZone): Instant {
  const { turnHour, offsetHours } = ZONES[zone];
  const localDay = Math.floor((at + offsetHours(at) * HOUR) / DAY);
  for (let day = localDay; ; day++) {
    const localTurn = day * DAY + turnHour * HOUR;
    // Clocks change at night, so noon of the local day has the offset of that end.
    const noon = day * DAY + 12 * HOUR;
    const turn = localTurn - offsetHours(noon - offsetHours(noon) * HOUR) * HOUR;
    if (turn > at) return turn;
  }
}

/** The first 17:00 New York strictly after `at`. */
export function findNextClose(at: Instant): Instant {
  return findNextRoll(at, 'New York');
}

/**
 * The trade date of a pair at `at`: the FX day that `at` belongs to. From the last 17:00 New York
 * of the week it is Monday; an NZD pair keeps Friday for the rest of the week once it is Saturday,
 * 07:00, in Auckland. Pairs of two digital assets have no weekend.
 */
export function findTradeDay(at: Instant, pair: DatedPair): Day {
  const day = findFxDay(at, findRollZone(pair));
  if (!isWeekend(day) || (isDigitalAsset(pair.base) && isDigitalAsset(pair.term))) return day;
  const newYork = findFxDay(at, 'New York');
  return isWeekend(newYork) ? findWeekday(day, MONDAY) : newYork;
}

/** `YYYY-MM-DD` of the trade date at an instant. */
export function findTradeDate(at: Instant, pair: DatedPair): string {
  return formatDay(findTradeDay(at, pair));
}

function findFxDay(at: Instant, zone: RollZone): Day {
  const { offsetHours, toMidnight } = ZONES[zone];
  return Math.floor((at + (offsetHours(at) + toMidnight) * HOUR) / DAY);
}
