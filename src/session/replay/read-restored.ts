// State that a replayed session began with: the snapshot of the previous run from its folder.
import { join } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import { hashState, readSnapshot } from '../../journal/index.js';
import type { KernelSnapshot } from '../../kernel/index.js';
import {
  EMPTY_MEMORY,
  type EpochData,
  type RecoveredState,
  RESTORED_COPY,
} from '../../recovery/index.js';

/** Null for a first session. Fault code `replay.restored`. */
export function readRestored(
  dir: string,
  epoch: EpochData | undefined,
): Result<KernelSnapshot | null> {
  if (epoch === undefined || epoch.stateHash === hashState(EMPTY_MEMORY)) return ok(null);
  const where = join(dir, RESTORED_COPY);
  const memory = readSnapshot(dir, RESTORED_COPY)?.state as RecoveredState | undefined;
  if (memory !== undefined && hashState(memory) === epoch.stateHash) return ok(memory.kernel);
  const message = `expected the state with hash ${epoch.stateHash}, found none or another`;
  return fail('replay.restored', message, where);
}
