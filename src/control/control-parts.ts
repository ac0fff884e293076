// Parts of a running bot's control, and its view of the session.
import type { BotEvent } from '../domain/events/index.js';
import type { Instrument } from '../domain/index.js';
import type { RemoteGateway } from '../gateway/index.js';
import type { Limits } from '../risk/index.js';
import type { Operators } from '../plan/index.js';
import type { SessionPorts, SessionClock } from '../host/index.js';
import type { OpenedBot } from '../recovery/index.js';
import type { FlattenEnd } from '../kernel/index.js';
import type { SessionState } from './session-state.js';
import type { Kill } from './kill/kill-switch.js';

/** Operator and reason of a flatten. */
export interface FlattenCommand {
  readonly who: string;
  readonly reason: string;
  readonly seen: ShownHalts;
}

/** What stopped the bot when the operator was asked: anything newer ends the flatten. */
export interface ShownHalts {
  /** Ids of the latched halts. */
  readonly halts: readonly string[];
  /** Mark of the kill file, empty without one. */
  readonly file: string;
}

/** The session as its control uses it. */
export interface ControlledSession {
  flatten(order: FlattenCommand): Promise<FlattenEnd>;
  inspect(): SessionState;
  /** The session flattens its positions. */
  readonly isFlattening: boolean;
  kill(kill: Kill, event?: BotEvent): void;
  take(event: BotEvent): void;
  endResumed(): void;
  stop(message: string): void;
}

export interface BotControlParts {
  readonly ports: SessionPorts;
  readonly clock: SessionClock;
  readonly bot: OpenedBot;
  readonly instruments: readonly Instrument[];
  /** Names of the configured strategies. */
  readonly strategies: readonly string[];
  readonly gateway: Pick<RemoteGateway, 'listActive' | 'readPositions' | 'resumePolls'>;
  /** Others may trade on the login too. */
  readonly areOthersWelcome: boolean;
  /** Nothing new leaves without the watchdog's heartbeat. */
  readonly wantsWatchdog: boolean;
  readonly limits: Limits;
  /** Operators who may command the bot. */
  readonly operators: Operators;
  /** Support bundles of the halts in force, oldest first. */
  readonly listPacks: () => readonly string[];
  readonly notify: (message: string) => void;
}
