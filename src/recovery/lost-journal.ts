// Detects a journal that has lost records: a start continues from it only if an operator accepts
// the loss.
import { fail, ok, type Result } from '../domain/index.js';
import type { JournalDisk, JournalTail } from '../journal/index.js';
import { placeMark, readMark, type StateDirectory } from '../state/index.js';
import type { Acceptance } from './accept-limits.js';
import type { RecoveredState } from './recovered-state.js';

export const LOST_JOURNAL = 'recovery.journal-lost';

/** Accepted loss of the journal in an `epoch` record. */
export interface LostData {
  readonly lostAccepted?: Acceptance & { readonly lost: string };
}

/**
 * Returns the highest epoch that ever began here, and the acceptance of a loss. Fault code
 * `recovery.journal-lost` for a loss that no operator accepted.
 */
export function checkJournal(
  disk: JournalDisk,
  { dir, hasBegun, journal }: StateDirectory,
  { memory, tail }: { readonly memory: RecoveredState; readonly tail: JournalTail },
  accepted: Acceptance | undefined,
): Result<{ readonly epoch: number; readonly data: LostData }> {
  const mark = readMark(disk, dir);
  const epoch = Math.max(memory.epoch, mark?.epoch ?? 0);
  const lost = findLost();
  if (lost === undefined) return ok({ epoch, data: {} });
  if (accepted !== undefined) return ok({ epoch, data: { lostAccepted: { ...accepted, lost } } });
  const unknown = 'orders, positions and parents of the lost part are unknown';
  const hint =
    'check them at the venue, then start with --accept-lost-journal --by NAME --reason TEXT';
  return fail(LOST_JOURNAL, `${lost}: ${unknown}; ${hint}`, journal);

  function findLost(): string | undefined {
    const found = `found epoch ${String(memory.epoch)}, record ${String(tail.seq)}`;
    if (mark === undefined) return `cannot read ${placeMark(dir)}: the file is damaged`;
    const isBehind = mark.epoch === memory.epoch && mark.seq > tail.seq;
    if (mark.epoch > memory.epoch || isBehind) {
      const wanted = `epoch ${String(mark.epoch)}, record ${String(mark.seq)}`;
      return `expected a journal up to ${wanted} (${placeMark(dir)}), ${found}`;
    }
    const isGone = hasBegun && tail.seq === 0;
    return isGone ? 'expected the journal of the previous run, found none' : undefined;
  }
}
