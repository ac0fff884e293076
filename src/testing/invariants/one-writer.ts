// Invariant 10: at most one instance of a login passes its gate.
import { takesRisk } from '../faults/fault.js';
import type { Bot } from '../world/bot.js';
import type { World } from '../world/world.js';
import type { Invariant } from './invariant.js';

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
    const clone = world.others.find((other) => !world.isOnOwnState(other));
    if (clone === undefined || !isTrading(clone) || !isTrading(world.bot)) return undefined;
    return haveMet(world, clone) ? 'two bots trade with one login and neither notices' : undefined;
  },
  atQuiet: (world) => {
    const twin = world.others.find((other) => world.isOnOwnState(other) && other.opened);
    return twin && `a second instance was opened on the same machine`;
  },
};

/** Whether it trades as if nothing had been: who halted a symbol for its position has noticed. */
function isTrading(bot: Bot | undefined): boolean {
  if (bot?.session === undefined || bot.end !== undefined) return false;
  const { mode, snapshot } = bot.session.inspect();
  return mode === 'ready' && !snapshot.gate.halts.some(({ rule }) => rule === 'RC49');
}

/** Both have orders that came after the other one had begun. */
function haveMet({ bot, departures }: World, clone: Bot): boolean {
  const since = Math.max(clone.startedAt, bot?.startedAt ?? 0);
  const hasSent = (one: Bot | undefined) =>
    departures.some((sent) => sent.bot === one && takesRisk(sent.call) && sent.at > since);
  return hasSent(bot) && hasSent(clone);
}
