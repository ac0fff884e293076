// Ports that the parts of the remote gateway share.
import type { BotEvent } from '../../domain/events/index.js';
import type { Instrument, Micros } from '../../domain/index.js';
import type { HostClock, Random } from '../../determinism/index.js';
import type { RequestBudget, Pace, StreamPorts, Streams } from '../../polling/index.js';
import type { RetryPlans } from './retry-delays.js';

export interface RemotePorts extends StreamPorts {
  readonly budget: RequestBudget;
  /** Host clock: its monotonic time limits the final verification of own orders. */
  readonly machine: HostClock;
  readonly streams: Streams;
  /** Instruments whose positions are reported. */
  readonly instruments: readonly Instrument[];
  /** Gaps between two queries of one order. */
  readonly orderPace: Pace;
  /** Passes an event to the listener. Never called from within `send`. */
  readonly emit: (event: BotEvent) => void;
  /** Resolves after `span` of session time; never if the gateway is closed before. */
  readonly wait: (span: Micros) => Promise<void>;
  readonly tries: RetryPlans;
  /** Whether another retry may leave: retries are limited to a small part of all requests. */
  readonly mayRepeat: () => boolean;
  /** Seeded random numbers of a named stream. */
  readonly random: (name: string) => Random;
}
