// Limits on the time at which orders leave: RC33, RC62, RC67 and RC72.
import { createHash } from 'node:crypto';
import { MILLISECOND, type Micros, SECOND } from '../../../domain/index.js';
import { findCoId, isPlace } from '../../platform/request-kinds.js';
import type { Departure } from '../../simulation/departures.js';
import { CONTROL_DIR, JOURNAL_DIR } from '../../simulation/bot.js';
import type { World } from '../../simulation/world.js';
import { type LimitCheck, paramsOf } from './order.js';

const MINUTE: Micros = 60 * SECOND;
/** Greatest age of the watchdog's heartbeat, including one that is being written. */
const GUARD_SILENT: Micros = 17 * SECOND;

/** Longest time from approval to departure, by the clock of the bot's machine. */
export const MOST_APPROVAL: Micros = 500 * MILLISECOND;

const checkRate: LimitCheck = ({ bot, departure: { at }, world }) => {
  const rule = paramsOf(world, 'RC33');
  if (rule === undefined) return undefined;
  const places = world.departures.filter((one) => one.bot === bot && isPlace(one.call));
  for (const [span, most] of [
    [SECOND, rule['allPerSecond']],
    [MINUTE, rule['allPerMinute']],
  ] as const) {
    // Orders may have waited for a connection: counts a shorter window and tolerates one order
    // more.
    const count = places.filter((one) => one.at > at - span * 0.9).length;
    if (most !== undefined && count > most + 1) {
      const allowed = `${String(most)} allowed`;
      return `RC33: ${String(count)} orders within ${String(span / SECOND)} s, ${allowed}`;
    }
  }
  return undefined;
};

/** Strategies of orders that left, by client order id. */
const OWNERS = new WeakMap<World, Map<string, string>>();

/** Orders of one strategy per second and per minute; the bot states whose an order is. */
const checkStrategyRate: LimitCheck = ({ bot, departure: { at }, order, state, world }) => {
  const rule = paramsOf(world, 'RC33');
  const owner = state.orders.find(({ coId }) => coId === order.coId)?.strategy;
  if (rule === undefined || owner === undefined) return undefined;
  const owners = OWNERS.get(world) ?? new Map<string, string>();
  OWNERS.set(world, owners.set(order.coId, owner));
  const isCounted = (one: Departure) =>
    one.bot === bot && isPlace(one.call) && owners.get(findCoId(one.call)) === owner;
  const times = world.departures.filter(isCounted).map((one) => one.at);
  for (const [span, most] of [
    [SECOND, rule['strategyPerSecond']],
    [MINUTE, rule['strategyPerMinute']],
  ] as const) {
    const count = times.filter((time) => time > at - span * 0.9).length;
    if (most !== undefined && count > most + 1) {
      const within = `within ${String(span / SECOND)} s, ${String(most)} allowed`;
      return `RC33: ${String(count)} orders of ${owner} ${within}`;
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

/** RC72: takes the time of approval from the order's start record. */
const checkApproval: LimitCheck = ({ bot, body, departure }) => {
  const sha256 = `"sha256":"${createHash('sha256').update(body).digest('hex')}"`;
  const written = bot.machine.disk.findDurably(JOURNAL_DIR, sha256)?.toString() ?? '';
  const line = written.split('\n').findLast((one) => one.includes(sha256)) ?? '';
  const [, mono] = /"t_mono":(\d+)/.exec(line) ?? [];
  // Invariant 9 reports an order without a record.
  if (mono === undefined) return undefined;
  const age = departure.at - bot.life.lost - Number(mono);
  return age > MOST_APPROVAL
    ? `RC72: an order left ${String(age / MILLISECOND)} ms after its approval`
    : undefined;
};

export const PACE_CHECKS: readonly LimitCheck[] = [
  checkRate,
  checkStrategyRate,
  checkKillFile,
  checkGuard,
  checkApproval,
];
