// Invariant 5: the journal folds to the state that the bot had.
import { toCanonicalText } from '../../../kernel/index.js';
import { EMPTY_MEMORY, StateRecovery } from '../../../recovery/index.js';
import type { Bot } from '../../simulation/bot.js';
import type { Invariant } from '../invariant.js';

export const fold: Invariant = {
  number: 5,
  title: 'fold(journal) = live state',
  holdsAlways: true,
  atQuiet: (world, records) => {
    const { bot } = world;
    // A journal that failed lacks what came after; the bot says so.
    // Halts that a person has ended hold in the bot to its end, and in its journal no more.
    const misled = world.findMisled();
    if (misled !== undefined) {
      return `life ${String(misled.life.number)} runs on a journal that is damaged`;
    }
    if (world.isDamaged || bot?.isResumed === true) return undefined;
    const hasFailed = bot?.end?.kind === 'ended' && bot.end.end.journalFault !== undefined;
    if (bot?.opened === undefined || hasFailed || isFailing(bot)) return undefined;
    const memory = new StateRecovery(EMPTY_MEMORY);
    // What a person or the guard adds once it has ended is for its next life.
    const end = bot.end === undefined ? -1 : records.findLastIndex(({ type }) => type === 'end');
    for (const record of end < 0 ? records : records.slice(0, end + 1)) memory.take(record);
    const folded = memory.finish();
    if (!folded.ok) return `the journal does not fold: ${folded.fault.message}`;
    const ours = toCanonicalText(folded.value.kernel);
    return compare(ours, toCanonicalText(bot.opened.session.snapshot()));
  },
};

/** It has said so, and has yet to end; an earlier halt keeps its own reason in force. */
function isFailing({ told }: Bot): boolean {
  return told.some((line) => line.startsWith('HALT (RC59): the journal failed'));
}

/** Around the first difference. */
function compare(ours: string, live: string): string | undefined {
  if (ours === live) return undefined;
  let at = 0;
  while (ours[at] === live[at]) at += 1;
  const show = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `the journal folds to ...${show(ours)}..., the bot has ...${show(live)}...`;
}
