// What the parts of the remote gateway share.
import type { BotEvent, Instrument, Micros } from '../domain/index.js';
import type { MachineClock, Random } from '../machine/index.js';
import type { Tries } from './remote-wait.js';
import type { Pace, StreamPorts, Streams } from '../streams/index.js';

export interface RemotePorts extends StreamPorts {
  /** Machine time; bounds the last check of own orders. */
  readonly machine: MachineClock;
  readonly streams: Streams;
  /** Those whose positions are told. */
  readonly instruments: readonly Instrument[];
  /** Gaps between two queries of one order. */
  readonly orderPace: Pace;
  /** Hands an event to the listener. Never called from within `send`. */
  readonly emit: (event: BotEvent) => void;
  /** Settles once `span` of session time has passed; never when the gateway is closed before. */
  readonly wait: (span: Micros) => Promise<void>;
  readonly tries: Tries;
  /** The seeded numbers of a name. */
  readonly random: (name: string) => Random;
}
