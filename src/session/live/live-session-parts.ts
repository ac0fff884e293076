// The parts of which a live session is made.
import type { HostEvent, OrderView } from '../../domain/events/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import type { KernelSetup } from '../../kernel/index.js';
import type { Collector } from '../../report/index.js';
import type { BotControl } from '../../control/index.js';
import type { SessionHeader, SessionJournal } from '../../records/index.js';
import type { SessionPorts, SessionClock } from '../../host/index.js';
import type { RecoveryHalt, RecoveryPorts } from '../../recovery/index.js';
import type { DurableSafeguards } from './durable-safeguards.js';
import type { SupportBundles } from '../monitors/support-bundles.js';
import type { VenueWatch } from '../monitors/venue-monitor.js';

export interface LiveSessionParts {
  readonly ports: SessionPorts;
  readonly header: SessionHeader;
  readonly setup: KernelSetup;
  readonly clock: SessionClock;
  readonly gateway: RemoteGateway;
  readonly journal: SessionJournal;
  readonly collector: Collector;
  /** Latch, lock and disk of the bot's state; absent where the session keeps no state. */
  readonly safeguards?: DurableSafeguards;
  /** Samples of venue calls; absent where the session does not sample them. */
  readonly venueWatch?: VenueWatch;
  /** Support bundles; absent where nobody could review one. */
  readonly support?: SupportBundles;
  /** Kill switch, heartbeat and the commands of other processes. */
  readonly control?: BotControl;
  /** Recovery of what the previous run left open, before the strategies start. */
  readonly recovery?: Pick<RecoveryPorts, 'memory' | 'policy'>;
  /**
   * Called in place of starting the strategies, with the reason that forbids their start, if any.
   */
  readonly instead?: ((held: RecoveryHalt | undefined) => void) | undefined;
  /** Takes a message that an operator should see at once. */
  readonly notify: (message: string) => void;
  /** Called with every state that an own order takes. */
  readonly watchOrder?: ((view: OrderView) => void) | undefined;
}

/** Adds lock, disk, venue and watchdog to a sample of the host. */
export function sampleAll(parts: LiveSessionParts): Partial<HostEvent> {
  const { control, gateway, safeguards, venueWatch } = parts;
  return { ...safeguards?.sample(), ...venueWatch?.sample(gateway), ...control?.sample() };
}
