// Reads the records of a world's journals.
import { readJournal, type JournalRecord } from '../../journal/index.js';
import type { Invariant, Records } from '../invariants/invariant.js';
import { JOURNAL_DIR } from './bot.js';
import type { World } from './world.js';

/** Takes a violation that no invariant's own check has found. */
interface Judge {
  break(kind: Pick<Invariant, 'number' | 'title'>, found: string): void;
}

/** Reads the journal; a broken hash chain is a violation, reported to `judge`. */
export function readRecords(world: World, judge?: Judge): Records {
  const read: JournalRecord[] = [];
  if (world.bots.every(({ opened }) => opened === undefined)) return read;
  for (const record of readJournal(JOURNAL_DIR, world.disk)) {
    if (record.ok) read.push(record.value);
    else if (!world.isDamaged && !isLeftTorn(world, record.fault.code)) {
      judge?.break({ number: 22, title: 'the journal is whole' }, record.fault.message);
    }
  }
  return read;
}

/** A run that never opened has not cut the torn tail that the previous run left. */
function isLeftTorn({ bot }: World, code: string): boolean {
  return code === 'journal.torn' && bot?.opened === undefined;
}
