// Examines a state directory before a start: what would stop the start or needs an operator. Only
// reads.
import { formatFault, ok, type Result } from '../domain/index.js';
import type { JournalDisk } from '../journal/index.js';
import type { SessionPorts } from '../host/index.js';
import {
  findStateDirectory,
  openStateDirectory,
  readLatch,
  type StateDirectory,
  type StateIdentity,
} from '../state/index.js';
import { checkJournal } from './lost-journal.js';
import { recoverMemory } from './open-bot.js';

export interface StateExam {
  /** False where no bot has run yet. */
  readonly exists: boolean;
  /** Messages on everything that an operator has to act on. */
  readonly troubles: readonly string[];
}

/**
 * Checks identity and permissions of the directory, its halts, and whether its journal is complete.
 * The journal of a running bot (`isRunning`) grows during the read and is skipped. Fault codes of
 * `openStateDirectory`, and of `findStateDirectory` except for a missing directory.
 */
export function examineState(
  { disk, host: { userId } }: Pick<SessionPorts, 'disk' | 'host'>,
  path: string,
  identity: StateIdentity,
  isRunning: boolean,
): Result<StateExam> {
  const found = findStateDirectory(disk, path, identity);
  if (!found.ok && found.fault.code === 'state.missing') return ok({ exists: false, troubles: [] });
  if (!found.ok) return found;
  const state = openStateDirectory({ disk, userId }, path, identity);
  if (!state.ok) return state;
  const troubles = [
    ...listHalts(disk, state.value),
    ...(isRunning ? [] : listLosses(disk, state.value)),
  ];
  return ok({ exists: true, troubles });
}

function listHalts(disk: JournalDisk, { control }: StateDirectory): readonly string[] {
  const latch = readLatch(disk, control);
  if (latch.kind === 'missing') return [];
  if (latch.kind === 'unreadable') return [`control/halt: ${latch.message}`];
  return latch.halts.map(({ id, cause, reason }) => `halt ${id}: ${cause}: ${reason}`);
}

function listLosses(disk: JournalDisk, state: StateDirectory): readonly string[] {
  const recovered = recoverMemory({ disk }, state.journal, true);
  if (!recovered.ok) return [formatFault(recovered.fault)];
  const evaluated = checkJournal(disk, state, recovered.value, undefined);
  return evaluated.ok ? [] : [formatFault(evaluated.fault)];
}
