// Invariant 10: at most one instance per login sends orders.
import { type Micros, SECOND } from '../../../domain/index.js';
import { findCoId, takesRisk } from '../../platform/request-kinds.js';
import type { Bot } from '../../simulation/bot.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

/** By then positions have been read twice, and a difference has halted the bot. */
const NOTICED_IN: Micros = 65 * SECOND;

export const oneWriter: Invariant = {
  number: 10,
  title: 'one writer: a second instance does not start, a fenced one sends nothing',
  onLeave: (world, { bot, call }) => {
    if (bot === undefined || !takesRisk(call) || !world.isOnOwnState(bot)) return undefined;
    const later = world.bots.find(
      ({ life, opened }) => life.number > bot.life.number && opened !== undefined,
    );
    const number = String(bot.life.number);
    if (!world.others.includes(bot)) {
      return later && `life ${number} sends although life ${String(later.life.number)} has begun`;
    }
    return `a second instance on the same machine sends (${number})`;
  },
  whenCalm: (world) => {
    const { bot, bots } = world;
    const clone = world.others.find((other) => !world.isOnOwnState(other));
    if (bot === undefined || clone === undefined) return undefined;
    return findUnaware(world, bot, [clone]) ?? findUnaware(world, clone, bots);
  },
  atQuiet: (world) => {
    const twin = world.others.find((other) => world.isOnOwnState(other) && other.opened);
    return twin && `a second instance was opened on the same machine`;
  },
};

/** Reports an instance that trades on although another traded with its login meanwhile. */
function findUnaware(world: World, one: Bot, lives: readonly Bot[]): string | undefined {
  const beside = isTrading(one) ? findBeside(world, one, lives) : undefined;
  if (beside === undefined) return undefined;
  return `life ${String(one.life.number)} trades on beside life ${String(beside.life.number)}`;
}

/**
 * Whether the instance trades unaware: a symbol halted for its position shows that it noticed, and
 * a pause of everything that only an operator ends stops its trading.
 */
function isTrading(bot: Bot): boolean {
  if (bot.session === undefined || bot.end !== undefined) return false;
  const { mode, snapshot } = bot.session.inspect();
  const { halts, pauses } = snapshot.gate;
  const isPaused = pauses.some(({ scope, until }) => scope === 'all' && until === 'resolved');
  return mode === 'ready' && !isPaused && !halts.some(({ rule }) => rule === 'RC49');
}

/** One of these runs whose fills, long enough ago, changed a position meanwhile. */
function findBeside(world: World, one: Bot, lives: readonly Bot[]): Bot | undefined {
  const { departures, time } = world;
  const began = Math.max(one.startedAt, one.resumedAt ?? 0);
  const sent = departures.filter(({ at, call }) => at > began && takesRisk(call));
  // Before its first order the instance was still recovering and could learn what happened.
  const first = sent.findIndex(({ bot }) => bot === one);
  const seen = first < 0 ? [] : sent.slice(first).filter(({ at }) => at < time.now - NOTICED_IN);
  const net = new Map<string, number>();
  let found: Bot | undefined;
  for (const { bot, call } of seen) {
    if (bot === undefined || !lives.includes(bot)) continue;
    const order = findOrder(world, findCoId(call));
    if (order === undefined) continue;
    const { symbol } = order.terms.instrument;
    net.set(symbol, (net.get(symbol) ?? 0) + order.sign * order.cumUnits);
    found ??= bot;
  }
  // A position opened and closed again may have fallen between two reads of positions.
  return [...net.values()].some((units) => units !== 0) ? found : undefined;
}

/** An order without fills changed nothing that the other instance could see. */
function findOrder({ venue }: World, coId: string) {
  for (const account of venue.venue.accounts) {
    const order = account.findByCoId(coId);
    if (order !== undefined && order.cumUnits > 0) return order;
  }
  return undefined;
}
