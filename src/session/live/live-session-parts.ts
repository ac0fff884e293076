// What a live session is made from.
import type { HostEvent, OrderView } from '../../domain/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import type { KernelSetup } from '../../kernel/index.js';
import type { Collector } from '../../report/index.js';
import type { BotControl } from '../../control/index.js';
import type { SessionHeader } from '../../records/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { RecoveryHalt, RecoveryPorts } from '../../recovery/index.js';
import type { DurableGuards } from './durable-guards.js';
import type { SessionClock } from '../../host/index.js';
import type { SessionJournal } from '../../records/index.js';
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
  /** Latch, lock and disk of the bot's state; absent where nothing is to outlive the session. */
  readonly safeguards?: DurableGuards;
  /** What calls tell of the venue; absent where nobody asks. */
  readonly venueWatch?: VenueWatch;
  /** Packs for the venue's support; absent where nobody could look through one. */
  readonly support?: SupportBundles;
  /** Kill switch, beat and the commands of other processes. */
  readonly control?: BotControl;
  /** What has to be settled before the strategies may start. */
  readonly recovery?: Pick<RecoveryPorts, 'memory' | 'policy'>;
  /** What is done in place of starting the strategies; told what keeps these from starting. */
  readonly instead?: ((held: RecoveryHalt | undefined) => void) | undefined;
  /** Told of everything that a person should see at once. */
  readonly notify: (message: string) => void;
  /** Told of every state that an own order takes. */
  readonly watchOrder?: ((view: OrderView) => void) | undefined;
}

/** What lock, disk, venue and guard add to a sample of the host. */
export function sampleAll(parts: LiveSessionParts): Partial<HostEvent> {
  const { control, gateway, safeguards, venueWatch } = parts;
  return { ...safeguards?.sample(), ...venueWatch?.sample(gateway), ...control?.sample() };
}
