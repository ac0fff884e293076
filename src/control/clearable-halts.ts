// What an operator can clear: halts, or the pauses until resume where nothing is halted.
import type { KernelSnapshot } from '../kernel/index.js';
import { describePause, endsByOperator, type Pause } from '../risk/gate/index.js';
import type { HaltRecord } from '../state/index.js';
import { pickHalts } from './checks.js';

/** Prefix of the ids of pauses in `weir resume`. */
export const PAUSE_ID = 'pause-';

/** Halts or pauses that one resume clears. */
export interface ClearableHalts {
  readonly halts: readonly HaltRecord[];
  /** They are pauses: nothing is halted, and a running bot trades on after the resume. */
  readonly arePauses: boolean;
}

/**
 * Returns the halts of these ids, or all pauses until resume where there is no halt; a fault text
 * when that is impossible.
 */
export function pickClearable(
  halts: readonly HaltRecord[],
  snapshot: KernelSnapshot | null,
  ids: readonly string[],
): ClearableHalts | string {
  const pauses = toPauseRecords(listHeld(snapshot));
  if (halts.length > 0 || pauses.length === 0) {
    const picked = pickHalts(halts, ids);
    return typeof picked === 'string' ? picked : { halts: picked, arePauses: false };
  }
  const named = ids.length === 0 ? pauses : pickHalts(pauses, ids);
  if (typeof named === 'string') return named;
  if (named.length === pauses.length) return { halts: pauses, arePauses: true };
  const known = pauses.map(({ id }) => id).join(',');
  return `pauses only end together: pass --halt ${known} or none, found ${ids.join(',')}`;
}

/** Descriptions of the pauses that end with the last halt. */
export function listPausesWith(
  halts: readonly HaltRecord[],
  picked: readonly HaltRecord[],
  snapshot: KernelSnapshot | null,
): readonly string[] {
  if (picked.length < halts.length) return [];
  return listHeld(snapshot).map(describePause);
}

function listHeld(snapshot: KernelSnapshot | null): readonly Pause[] {
  return (snapshot?.gate.pauses ?? []).filter(endsByOperator);
}

/** Presents pauses as halt records, for `weir resume`. */
function toPauseRecords(pauses: readonly Pause[]): readonly HaltRecord[] {
  return pauses.map((pause, index) => {
    const { scope, key, control, hitAt } = pause;
    return {
      id: `${PAUSE_ID}${String(index + 1)}`,
      // Pauses of an order type cover every strategy and symbol.
      scope: scope === 'type' ? 'all' : scope,
      strategy: scope === 'strategy' ? key : '',
      symbol: scope === 'symbol' ? key : '',
      cause: control,
      reason: describePause(pause),
      evidence: '',
      who: 'weir',
      at: hitAt,
      wallAt: 0,
      monoAt: 0,
      epoch: 0,
    };
  });
}
