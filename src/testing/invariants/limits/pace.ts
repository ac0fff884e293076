// Limits on when orders leave: RC33, RC62, RC67 and RC70.
import { type Micros, SECOND } from '../../../domain/index.js';
import { isPlace } from '../../faults/fault.js';
import { CONTROL_DIR } from '../../world/bot.js';
import { type LimitCheck, paramsOf } from './order.js';

const MINUTE: Micros = 60 * SECOND;
/** A beat of the guard may be as old; and one more that is under way. */
const GUARD_SILENT: Micros = 17 * SECOND;
const OPENS = 17 * 60 + 5;
const PAUSES = 16 * 60 + 58;
const CLOSES_FRIDAY = 16 * 60 + 55;
const HOLIDAYS = ['12-25', '01-01'];

const checkRate: LimitCheck = ({ bot, departure: { at }, world }) => {
  const rule = paramsOf(world, 'RC33');
  if (rule === undefined) return undefined;
  const places = world.departures.filter((one) => one.bot === bot && isPlace(one.call));
  for (const [span, most] of [
    [SECOND, rule['allPerSecond']],
    [MINUTE, rule['allPerMinute']],
  ] as const) {
    // A request may wait for a connection: a window is as long as it says, give or take.
    const count = places.filter((one) => one.at > at - span * 0.9).length;
    if (most !== undefined && count > most + 1) {
      const allowed = `${String(most)} allowed`;
      return `RC33: ${String(count)} orders within ${String(span / SECOND)} s, ${allowed}`;
    }
  }
  return undefined;
};

const checkKillFile: LimitCheck = ({ bot }) =>
  bot.machine.disk.describe(`${CONTROL_DIR}/KILL`) === undefined
    ? undefined
    : 'RC62: an order left although control/KILL stands there';

const checkGuard: LimitCheck = ({ bot, departure: { at }, world }) => {
  if (world.guardBeatAt === undefined || !world.isOnOwnState(bot)) return undefined;
  const since = at - Math.max(world.guardBeatAt, bot.startedAt);
  return since > GUARD_SILENT
    ? `RC67: an order left though the guard is silent for ${String(since / SECOND)} s`
    : undefined;
};

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  ...{ hourCycle: 'h23', weekday: 'short', hour: '2-digit', minute: '2-digit' },
  ...{ month: '2-digit', day: '2-digit' },
});

/** By the platform's own tables of time zones, which the bot does not use. */
const checkHours: LimitCheck = ({ instrument, world }) => {
  const rule = world.plan.limits.rules['RC70'] as { hours?: string } | 'off' | undefined;
  if (rule === undefined || rule === 'off' || rule.hours !== 'fx') return undefined;
  if (instrument.class === 'DA') return undefined;
  const parts = NEW_YORK.formatToParts(new Date(world.venueNow / 1_000));
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const minutes = Number(find('hour')) * 60 + Number(find('minute'));
  const day = find('weekday');
  const date = `${find('month')}-${find('day')}`;
  const isClosed =
    day === 'Sat' ||
    (day === 'Sun' && minutes < OPENS) ||
    (day === 'Fri' && minutes >= CLOSES_FRIDAY) ||
    (minutes >= PAUSES && minutes < OPENS) ||
    (HOLIDAYS.includes(date) && minutes < 17 * 60);
  const time = `${day} ${date} ${find('hour')}:${find('minute')}`;
  return isClosed ? `RC70: an order left at ${time} New York` : undefined;
};

export const PACE_CHECKS: readonly LimitCheck[] = [
  checkRate,
  checkKillFile,
  checkGuard,
  checkHours,
];
