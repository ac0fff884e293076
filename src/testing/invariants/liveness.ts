// Invariant 14: once faults have stopped the bot reads rates again, or has ended with a cause.
import type { Invariant } from './invariant.js';

/** Age that the newest rate may have, microseconds. */
const MOST_AGE = 15_000_000;

export const liveness: Invariant = {
  number: 14,
  title: 'after faults the bot is ready, or halted with a cause',
  whenCalm: (world) => {
    const { bot } = world;
    if (bot?.end !== undefined) return undefined;
    if (bot?.opened === undefined) return 'the bot neither runs nor says why not';
    if (bot.session?.view().halt !== undefined) return undefined;
    const age = world.time.now - world.lastRateAt;
    return age > MOST_AGE ? `the newest rate is ${String(age / 1_000_000)} s old` : undefined;
  },
  atQuiet: (world) => {
    const { bot } = world;
    if (bot?.end === undefined) return 'the bot did not end though it was told to stop';
    if (bot.end.kind === 'threw') return `the bot threw: ${bot.end.message}`;
    if (bot.end.kind === 'not-opened') return undefined;
    const { bug } = bot.end.end;
    return bug === undefined ? undefined : `a bug ended the bot: ${bug.stack ?? bug.message}`;
  },
};
