// The last gate, in the same tick as the write: what may not leave is turned back here.
import type { Outgoing } from './records.js';

/** Longest machine time between approval and write, microseconds. */
const MAX_APPROVAL_AGE = 500_000;

/** A wall clock that moves so far against the monotonic one was set, microseconds. */
const MAX_CLOCK_STEP = 500_000;

export interface EgressState {
  /** A halt of everything is latched. */
  readonly isHalted: boolean;
  /** Why lock, latch or disk let nothing leave, or undefined. */
  readonly guard?: string | undefined;
  /** Why the journal is not durable, or undefined when it is. */
  readonly journalFault: string | undefined;
  /** Whether the request budget has a request left. */
  readonly hasRoom: boolean;
  /** How far the wall clock was set since the last sample, microseconds. */
  readonly clockStep: number;
  /** Machine time now and at the approval, microseconds. */
  readonly machineNow: number;
  readonly approvedAt: number;
  /** SHA-256 of the bytes that are about to be written. */
  readonly sha256: string;
}

/** Why a command may not leave, or undefined. Cancels always pass: they only reduce risk. */
export function findEgressRefusal(outgoing: Outgoing, state: EgressState): string | undefined {
  if (outgoing.command.kind === 'cancel') return undefined;
  if (state.journalFault !== undefined) return `RC59: the journal failed: ${state.journalFault}`;
  if (state.isHalted) return 'RC69: trading is halted';
  if (state.guard !== undefined) return state.guard;
  if (!state.hasRoom) return 'RC34: the request budget has no request left for orders';
  if (Math.abs(state.clockStep) > MAX_CLOCK_STEP) {
    return 'RC55: the wall clock was set; it is measured again before the next order';
  }
  const age = state.machineNow - state.approvedAt;
  if (age > MAX_APPROVAL_AGE) {
    const found = `${String(Math.round(age / 1_000))} ms`;
    return `RC72: expected an approval of at most 500 ms ago, found ${found}`;
  }
  if (state.sha256 !== outgoing.sha256) {
    return 'RC72: the bytes to be sent are not those that were approved';
  }
  return undefined;
}
