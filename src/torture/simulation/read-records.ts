// Reads the records of a world's journals.
import { readJournal, type JournalRecord } from '../../journal/index.js';
import type { Records } from '../invariants/invariant.js';
import { JOURNAL_DIR } from './bot.js';
import { FirstViolation, isLeftTorn } from './first-violation.js';
import type { World } from './world.js';

/** Reads the journal; a broken hash chain is a violation, reported to `judge`. */
export function readRecords(world: World, judge?: FirstViolation): Records {
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
