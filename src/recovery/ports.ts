// What recovery works with, and the policy of a restart.
import type { BotEvent } from '../domain/events/index.js';
import type { Instrument, Instant } from '../domain/index.js';
import type { RemoteGateway } from '../gateway/index.js';
import type { SessionClock } from '../host/index.js';
import type { OpenOrder, KernelSnapshot } from '../kernel/index.js';
import type { RecoveredState } from './recovered-state.js';
import type { PendingResolution } from './resolution-records.js';

export interface RecoveryPolicy {
  /** Who else may have orders on the login; `unstated` and `exclusive` mean nobody. */
  readonly loginUse: 'unstated' | 'exclusive' | 'shared';
  /** What happens to open orders of the previous run. */
  readonly orders: 'cancel' | 'keep';
  /** Whether parents of the previous run are stopped or resumed. */
  readonly parents: 'stop' | 'resume';
}
/** What recovery needs of the session. */
export interface RecoveryPorts {
  readonly clock: SessionClock;
  readonly gateway: Pick<
    RemoteGateway,
    | 'budget'
    | 'track'
    | 'followTrades'
    | 'findAnyOrder'
    | 'listActive'
    | 'readPositions'
    | 'readTrades'
  >;
  readonly memory: RecoveredState;
  readonly policy: RecoveryPolicy;
  /** First part of every own coId. */
  readonly botTag: string;
  /** Instruments of all symbols of the session. */
  readonly instruments: readonly Instrument[];
  readonly listOpen: () => readonly OpenOrder[];
  /** coIds of the newest closed orders that the venue changed since then. */
  readonly listEnded: (since: Instant, most: number) => readonly string[];
  readonly snapshot: () => KernelSnapshot;
  /** This run has looked for the order without success and would apply the resolution. */
  readonly isResolutionDue: (word: PendingResolution) => boolean;
  /** Takes an input; it is journaled before use. */
  readonly take: (event: BotEvent) => void;
  /** The session has ended: recovery stops. */
  readonly isOver: () => boolean;
  readonly notify: (message: string) => void;
  /** The watchdog sends its heartbeat, where one is required. */
  readonly isGuarded: () => boolean;
  /** Takes a description of what recovery waits for. */
  readonly waitFor: (what: string) => void;
  /** A halt of everything is in force. */
  readonly isHalted: () => boolean;
  /** That halt leaves own orders open. */
  readonly isFrozen: () => boolean;
}
