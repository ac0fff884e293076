// What the parts of the remote gateway share.
import type { BotEvent, Instrument, Micros } from '../../domain/index.js';
import type { HostClock, Random } from '../../determinism/index.js';
import type { RequestBudget } from '../../polling/index.js';
import type { RetryPlans } from './retry-delays.js';
import type { Pace, StreamPorts, Streams } from '../../polling/index.js';

export interface RemotePorts extends StreamPorts {
  readonly budget: RequestBudget;
  /** Machine time; bounds the last check of own orders. */
  readonly machine: HostClock;
  readonly streams: Streams;
  /** Those whose positions are told. */
  readonly instruments: readonly Instrument[];
  /** Gaps between two queries of one order. */
  readonly orderPace: Pace;
  /** Hands an event to the listener. Never called from within `send`. */
  readonly emit: (event: BotEvent) => void;
  /** Settles once `span` of session time has passed; never when the gateway is closed before. */
  readonly wait: (span: Micros) => Promise<void>;
  readonly tries: RetryPlans;
  /** Whether one more repeat may be sent: they are a small part of all requests. */
  readonly mayRepeat: () => boolean;
  /** The seeded numbers of a name. */
  readonly random: (name: string) => Random;
}
