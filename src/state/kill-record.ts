// A kill's halt from another process, made before anything else is loaded or asked.
import { MILLISECOND } from '../domain/index.js';
import type { HostClock } from '../determinism/index.js';
import type { HaltRecord } from './halt-latch.js';

export type KillCause = 'GUARD_STALE' | `RC${number}`;

export interface KillCommand {
  /** `RC63` of a person, `GUARD_STALE` of the guard, a control's for what a call brought. */
  readonly cause: KillCause;
  readonly who: string;
  readonly reason: string;
}

/** One id for one order, whoever latches it: this command, or the bot that hears of it. */
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
