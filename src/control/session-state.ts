// The whole state of a session, for a person who asks.
import type { Instant } from '../domain/index.js';
import type { KernelSnapshot } from '../kernel/index.js';
import type { Pause } from '../risk/index.js';

/** For a person who asks: the whole state. */
export interface SessionState {
  readonly mode: 'recovering' | 'ready' | 'halted' | 'stopping';
  readonly at: Instant;
  readonly snapshot: KernelSnapshot;
  /** Grows with each halt that is found, also under one that holds. */
  readonly haltsFound: number;
  /** In force, also those that do not outlive the session. */
  readonly pauses: readonly Pause[];
  /** A serious error has halted under `onSeriousError: freeze`: own orders are left to a person. */
  readonly isFrozen: boolean;
}
