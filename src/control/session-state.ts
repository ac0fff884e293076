// Complete state of a session, for status queries.
import type { Instant } from '../domain/index.js';
import type { KernelSnapshot } from '../kernel/index.js';
import type { Pause } from '../risk/gate/index.js';

export interface SessionState {
  readonly mode: 'recovering' | 'ready' | 'halted' | 'stopping';
  readonly at: Instant;
  readonly snapshot: KernelSnapshot;
  /** Counts every halt found, including those under another halt. */
  readonly haltsFound: number;
  /** Pauses in force, including those that end with the session. */
  readonly pauses: readonly Pause[];
  /**
   * A serious error has halted under `onSeriousError: freeze`: own orders stay open for the
   * operator.
   */
  readonly isFrozen: boolean;
}
