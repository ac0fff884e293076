// How a session looks while it runs, and how it ended.
import type { Halt, Instant, ParentView } from '../../domain/index.js';
import type { Kernel } from '../../kernel/index.js';
import type { SessionState } from '../../control/index.js';
import { keepsOrdersOnHalt, type Policy } from '../../policy/index.js';
import type { Pause } from '../../risk/index.js';

/** How a session ended. */
export interface SessionEnd {
  readonly reason: 'done' | 'stopped' | 'halted';
  /** Why it was stopped or halted. */
  readonly message: string;
  /** Every own order is proven ended, by the venue's last word on it. */
  readonly isProven: boolean;
  /** The last check reached the venue and confirmed it. */
  readonly isVerified: boolean;
  /** coIds of own orders that are not. */
  readonly open: readonly string[];
  readonly endAt: Instant;
  readonly digest: string;
  readonly journalHead: string;
  readonly journalFault: string | undefined;
  /** Halts of this run, or that hold at its end. */
  readonly halts: number;
  /** What broke an invariant, when a bug ended the session. */
  readonly bug: Error | undefined;
}

/** For displays: what is going on. */
export interface SessionView {
  readonly at: Instant;
  /** Those that have not ended. */
  readonly parents: readonly ParentView[];
  /** Parents that have ended since the session began. */
  readonly endedParents: number;
  readonly openOrders: number;
  /** Of everything. */
  readonly halt: Halt | undefined;
  /** Of everything, or the newest of those that leave no strategy to trade. */
  readonly stoppedBy: Halt | undefined;
  /** One of a strategy or a symbol beside which others trade on. */
  readonly partlyStoppedBy: Halt | undefined;
  /** The oldest in force. */
  readonly pause: Pause | undefined;
}

export function toInside(
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
