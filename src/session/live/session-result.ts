// The views of a running session, and the result of one that ended.
import type { Halt, ParentView } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { Kernel } from '../../kernel/index.js';
import type { SessionState } from '../../control/index.js';
import { keepsOrdersOnHalt, type Policy } from '../../policy/index.js';
import type { Pause } from '../../risk/gate/index.js';

export interface SessionEnd {
  readonly reason: 'done' | 'stopped' | 'halted';
  /** Why it was stopped or halted. */
  readonly message: string;
  /** The venue's reports prove the end of every own order. */
  readonly isProven: boolean;
  /** The final verification reached the venue and confirmed the end. */
  readonly isVerified: boolean;
  /** coIds of own orders without a proven end. */
  readonly open: readonly string[];
  readonly endAt: Instant;
  readonly digest: string;
  readonly journalHead: string;
  readonly journalFault: string | undefined;
  /** Halts of this run, or in force at its end. */
  readonly halts: number;
  /** The error that ended the session, when it was a bug. */
  readonly bug: Error | undefined;
}

/** State of a running session, for displays. */
export interface SessionView {
  readonly at: Instant;
  /** Parents that have not ended. */
  readonly parents: readonly ParentView[];
  /** Parents that have ended since the session began. */
  readonly endedParents: number;
  readonly openOrders: number;
  /** Halt of everything. */
  readonly halt: Halt | undefined;
  /** Halt of everything, or the newest halt where no strategy may trade. */
  readonly stoppedBy: Halt | undefined;
  /** Halt of a strategy or symbol while others go on trading. */
  readonly partlyStoppedBy: Halt | undefined;
  /** The oldest pause in force. */
  readonly pause: Pause | undefined;
}

export function toSessionState(
  kernel: Kernel,
  isEnding: boolean,
  isReady: boolean,
  policy: Policy,
): SessionState {
  const { now: at } = kernel;
  return {
    mode: toMode(isEnding, kernel.isHeld, isReady),
    at,
    haltsFound: kernel.latch.found,
    snapshot: kernel.snapshot(),
    pauses: kernel.listAtWork().pauses,
    isFrozen: keepsOrdersOnHalt(policy, kernel.latch),
  };
}

function toMode(isEnding: boolean, isHalted: boolean, isReady: boolean): SessionState['mode'] {
  if (isEnding) return 'stopping';
  if (isHalted) return 'halted';
  return isReady ? 'ready' : 'recovering';
}

export function toView(kernel: Kernel): SessionView {
  const openOrders = kernel.listOpenOrders().length;
  const { endedParents, halt, now: at } = kernel;
  const last = kernel.halts.at(-1);
  const stopped = kernel.isHeld
    ? { stoppedBy: halt ?? last, partlyStoppedBy: undefined }
    : { stoppedBy: undefined, partlyStoppedBy: last };
  const [pause] = kernel.listAtWork().pauses;
  return { at, parents: kernel.listParents(), endedParents, openOrders, halt, ...stopped, pause };
}
