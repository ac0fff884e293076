// Options of a remote gateway.
import type { SubmitOutcome } from '../../domain/events/index.js';
import type { Instrument, Micros } from '../../domain/index.js';
import type { VenueClient } from '../../client/index.js';
import type { Clock, HostClock } from '../../determinism/index.js';
import type { LaneShares, Pace } from '../../polling/index.js';
import type { SendOutcome } from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { RetryPlans } from './retry-delays.js';
import type { WatchOptions } from './reference-polls.js';

export interface RemoteGatewayOptions {
  /** Closed with the gateway. Its `onLogin` should be the gateway's `noteLogin`. */
  readonly client: VenueClient;
  /** Session time: poll grid, back-off, budget and token life use it. */
  readonly clock: Clock;
  /** Host clock: its monotonic time limits the final verification of own orders. */
  readonly machine: HostClock;
  /** Instruments whose reference data is read at the opening. */
  readonly instruments: readonly Instrument[];
  /** Instruments whose rates are polled; all of them by default. */
  readonly polled?: readonly Instrument[];
  /** Session time between two polls of one symbol's rate. */
  readonly pollInterval: Micros;
  /** Gaps between two queries of one order; 200 ms doubling to 2 s by default. */
  readonly orderPoll?: Pace;
  readonly seed: number;
  /**
   * Polls stop when refused, since an operator can call `resumePolls`; if false, they back off.
   * Default true.
   */
  readonly restsWhenRefused?: boolean | undefined;
  /** First part of every own coId; `weir` by default. */
  readonly botTag?: string | undefined;
  /**
   * Profile for the STP download, when trades are read from it too; no other process may read it.
   */
  readonly stp?: VenueProfile;
  /** Polled from `reconcile` on; nothing by default. */
  readonly watch?: WatchOptions;
  /** The outcome of a place by the session's policy. */
  readonly classify: (outcome: SendOutcome) => SubmitOutcome;
  /** Retry plans; those of the default policy when absent. */
  readonly tries?: RetryPlans;
  /** Requests per second of session time; 10 by default. */
  readonly shares?: LaneShares;
}
