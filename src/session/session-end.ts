// How a session looks while it runs, and how it ended.
import type { Halt, Instant, ParentView } from '../domain/index.js';

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
  /** Halts of everything and of strategies. */
  readonly halts: number;
  /** What broke an invariant, when a bug ended the session. */
  readonly bug: Error | undefined;
}

/** For displays: what is going on. */
export interface SessionView {
  readonly at: Instant;
  readonly parents: readonly ParentView[];
  readonly openOrders: number;
  readonly halt: Halt | undefined;
}
