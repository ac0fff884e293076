// Calendar limits RC11, RC31 and RC70, recomputed with the time zone tables of the platform, which
// the bot does not use.
import { listWorst, worst } from './exposure.js';
import { type Case, type LimitCheck, paramsOf, toAccount } from './order.js';

const OPENS = 17 * 60 + 5;
const PAUSES = 16 * 60 + 58;
const CLOSES = 17 * 60;
const CLOSES_FRIDAY = 16 * 60 + 55;
const NIGHT = 16 * 60 + 30;
const HOLIDAYS = ['12-25', '01-01'];
const DAY_MS = 86_400_000;
/**
 * Symbols whose spot date is two business days after the trade date, without other holidays near
 * the worlds.
 */
const PLAIN: readonly string[] = ['EUR/USD', 'GBP/USD'];
/** Tolerance: the mid may have moved by less than this share since the bot decided. */
const MOVED = 1.02;

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** New York time by the session clock, which is behind if the machine stood still. */
function readClock({ bot, world }: Case) {
  const parts = NEW_YORK.formatToParts(new Date((world.venueNow - bot.life.lost) / 1_000));
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    minutes: Number(find('hour')) * 60 + Number(find('minute')),
    weekday: find('weekday'),
    date: `${find('year')}-${find('month')}-${find('day')}`,
    time: `${find('weekday')} ${find('month')}-${find('day')} ${find('hour')}:${find('minute')}`,
  };
}

const checkHours: LimitCheck = (one) => {
  const { instrument, world } = one;
  const rule = world.plan.limits.rules['RC70'] as { hours?: string } | 'off' | undefined;
  if (rule === undefined || rule === 'off' || rule.hours !== 'fx') return undefined;
  if (instrument.class === 'DA') return undefined;
  const { date, minutes, time, weekday } = readClock(one);
  const isClosed =
    weekday === 'Sat' ||
    (weekday === 'Sun' && minutes < OPENS) ||
    (weekday === 'Fri' && minutes >= CLOSES_FRIDAY) ||
    (minutes >= PAUSES && minutes < OPENS) ||
    (HOLIDAYS.includes(date.slice(5)) && minutes < CLOSES);
  return isClosed ? `RC70: an order left at ${time} New York` : undefined;
};

/** Spot is the second business day after the trade date, which changes at 17:00 New York. */
const checkValueDate: LimitCheck = (one) => {
  const { valueDate } = one.order;
  if (valueDate === undefined || paramsOf(one.world, 'RC11') === undefined) return undefined;
  if (!PLAIN.includes(one.instrument.symbol)) return undefined;
  const { date, minutes } = readClock(one);
  let day = Date.parse(date) + (minutes >= CLOSES ? DAY_MS : 0);
  const isClosed = () => {
    const weekday = new Date(day).getUTCDay();
    return weekday === 0 || weekday === 6 || HOLIDAYS.includes(toDate(day).slice(5));
  };
  while (new Date(day).getUTCDay() % 6 === 0) day += DAY_MS;
  for (let left = 2; left > 0; left -= isClosed() ? 0 : 1) day += DAY_MS;
  const spot = toDate(day);
  return valueDate === spot ? undefined : `RC11: value date ${valueDate}, spot is ${spot}`;
};

const toDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface NightRule {
  readonly cleared: readonly string[];
  readonly weekendPercent: number;
}

/**
 * Overnight and over the weekend orders may only reduce, except for cleared strategies within their
 * limit.
 */
const checkNight: LimitCheck = (one) => {
  const { instrument, order, sign, state, world } = one;
  const rule = world.plan.limits.rules['RC31'] as NightRule | 'off' | undefined;
  if (rule === undefined || rule === 'off') return undefined;
  const { minutes, time, weekday } = readClock(one);
  // An order approved just before the cut-off may leave within the same minute.
  const isLate = minutes > NIGHT && minutes < CLOSES;
  const isWeekend =
    (weekday === 'Fri' && minutes > NIGHT) ||
    weekday === 'Sat' ||
    (weekday === 'Sun' && minutes < CLOSES);
  const line = listWorst(one, true).find((other) => other.instrument === instrument);
  if (line === undefined || (!isLate && !isWeekend)) return undefined;
  // Allowed: the order reduces the exposure on its own side and does not reverse the position.
  if ((sign > 0 ? line.long : -line.short) <= 0) return undefined;
  const owner = state.orders.find(({ coId }) => coId === order.coId)?.strategy ?? '';
  if (isLate && !rule.cleared.includes(owner)) return `RC31: ${owner} trades at ${time} New York`;
  const value = toAccount(world, instrument.base, worst(line));
  const most = ((paramsOf(world, 'RC23')?.[instrument.class] ?? 0) * rule.weekendPercent) / 100;
  if (!isWeekend || value === undefined || value <= most * MOVED) return undefined;
  return `RC31: ${value.toFixed(0)} over the weekend, at most ${String(most)}`;
};

export const DATE_CHECKS: readonly LimitCheck[] = [checkHours, checkValueDate, checkNight];
