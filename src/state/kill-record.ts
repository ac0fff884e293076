// The halt record of a kill from another process, created before anything else is loaded or
// queried.
import { MILLISECOND } from '../domain/index.js';
import type { HostClock } from '../determinism/index.js';
import type { HaltRecord } from './halt-latch.js';

export type KillCause = 'GUARD_STALE' | `RC${number}`;

export interface KillCommand {
  /**
   * `RC63` for an operator, `GUARD_STALE` for the watchdog, otherwise the control that a call
   * broke.
   */
  readonly cause: KillCause;
  readonly who: string;
  readonly reason: string;
}

/** One id per kill, whether this command or the bot itself latches it. */
export function toKillRecord(
  clock: Pick<HostClock, 'wallMillis' | 'monoMicros'>,
  { cause, reason, who }: KillCommand,
): HaltRecord {
  const wallAt = Math.floor(clock.wallMillis());
  return {
    id: `kill-${String(wallAt)}-${cause}`,
    scope: 'all',
    strategy: '',
    symbol: '',
    cause,
    reason,
    evidence: '',
    who,
    wallAt,
    at: wallAt * MILLISECOND,
    monoAt: clock.monoMicros(),
    epoch: 0,
  };
}
