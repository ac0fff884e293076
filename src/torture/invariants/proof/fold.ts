// Invariant 5: the state recovered from the journal equals the live state of the bot.
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
    // A failed journal lacks later records; the bot reports that. After a resume, the running bot
    // keeps its halts to its end, while its journal no longer has them.
    const misled = world.findBotOnDamagedJournal();
    if (misled !== undefined) {
      return `life ${String(misled.life.number)} runs on a journal that is damaged`;
    }
    if (world.isDamaged || bot?.isResumed === true) return undefined;
    const hasFailed = bot?.end?.kind === 'ended' && bot.end.end.journalFault !== undefined;
    if (bot?.opened === undefined || hasFailed || isFailing(bot)) return undefined;
    const memory = new StateRecovery(EMPTY_MEMORY);
    // Records that an operator or the watchdog adds after the end are for the next run.
    const end = bot.end === undefined ? -1 : records.findLastIndex(({ type }) => type === 'end');
    for (const record of end < 0 ? records : records.slice(0, end + 1)) memory.take(record);
    const folded = memory.finish();
    if (!folded.ok) return `the journal does not fold: ${folded.fault.message}`;
    const ours = toCanonicalText(folded.value.kernel);
    return compare(ours, toCanonicalText(bot.opened.session.snapshot()));
  },
};

/** The bot reported a failed journal but has not ended; an earlier halt keeps its own reason. */
function isFailing({ told }: Bot): boolean {
  return told.some((line) => line.startsWith('HALT (RC59): the journal failed'));
}

/** Shows the text around the first difference. */
function compare(ours: string, live: string): string | undefined {
  if (ours === live) return undefined;
  let at = 0;
  while (ours[at] === live[at]) at += 1;
  const show = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `the journal folds to ...${show(ours)}..., the bot has ...${show(live)}...`;
}
