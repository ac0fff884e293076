// What a person can end: halts, and pauses that wait for a person where nothing is halted.
import type { KernelSnapshot } from '../kernel/index.js';
import { describePause, endsByOperator, type Pause } from '../risk/index.js';
import type { HaltRecord } from '../state/index.js';
import { pickHalts } from './checks.js';

/** First part of the id of a pause, as `weir resume` shows it. */
export const PAUSE_ID = 'pause-';

/** What a person is shown and ends with one word. */
export interface ClearableHalts {
  readonly halts: readonly HaltRecord[];
  /** They are pauses: nothing is halted, and a bot that runs trades on after them. */
  readonly arePauses: boolean;
}

/**
 * The halts of these ids, or all pauses that only a person ends where there is no halt; a fault
 * text when that cannot be.
 */
export function pickHolds(
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
  return `expected every pause, which end together (${known}), found ${ids.join(',')}`;
}

/** Pauses that end with the last of the halts, for the person who ends it. */
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

/** Pauses as the halts that they are to the person who ends them. */
function toPauseRecords(pauses: readonly Pause[]): readonly HaltRecord[] {
  return pauses.map((pause, index) => {
    const { scope, key, control, hitAt } = pause;
    return {
      id: `${PAUSE_ID}${String(index + 1)}`,
      // A kind of order: orders of every strategy and symbol may be of it.
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
