// What a remote gateway is made from.
import type { Instrument, Micros, SubmitOutcome } from '../../domain/index.js';
import type { VenueClient } from '../../client/index.js';
import type { Clock, HostClock } from '../../determinism/index.js';
import type { LaneShares } from '../../polling/index.js';
import type { SendOutcome, VenueProfile } from '../../protocol/index.js';
import type { Pace } from '../../polling/index.js';
import type { RetryPlans } from './retry-delays.js';
import type { WatchOptions } from './reference-polls.js';

export interface RemoteGatewayOptions {
  /** Closed with the gateway. Its `onLogin` should be the gateway's `noteLogin`. */
  readonly client: VenueClient;
  /** Session time: grid, back-off, budget and token life go by it. */
  readonly clock: Clock;
  /** Machine time; bounds the last check of own orders. */
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
  /** Somebody calls `resumePolls`; else a poll that was refused backs off. True unless told. */
  readonly restsWhenRefused?: boolean | undefined;
  /** First part of every coId of ours; `weir` by default. */
  readonly botTag?: string | undefined;
  /** Trades are read from the STP download too, which this profile describes; nobody else may. */
  readonly stp?: VenueProfile;
  /** Read from `reconcile` on; nothing by default. */
  readonly watch?: WatchOptions;
  /** Class of a place's outcome by the policy; the client's own reading when absent. */
  readonly classify?: (outcome: SendOutcome) => SubmitOutcome;
  /** How often calls are tried; as the default policy says when absent. */
  readonly tries?: RetryPlans;
  /** Requests per second of session time; 10 by default. */
  readonly shares?: LaneShares;
}
