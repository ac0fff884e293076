// What a running bot's control is made from, and the session as it sees it.
import type { BotEvent, Instrument } from '../domain/index.js';
import type { RemoteGateway } from '../gateway/index.js';
import type { Limits } from '../risk/index.js';
import type { Operators } from '../plan/index.js';
import type { SessionPorts } from '../host/index.js';
import type { OpenedBot } from '../recovery/index.js';
import type { SessionClock } from '../host/index.js';
import type { FlattenSession } from './flatten-bot.js';
import type { Kill } from './kill/kill-switch.js';

/** The session as its control sees it. */
export interface ControlledSession extends FlattenSession {
  /** Its positions are being closed. */
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
  /** Names of those that are configured. */
  readonly strategies: readonly string[];
  readonly gateway: Pick<RemoteGateway, 'listActive' | 'readPositions' | 'resumePolls'>;
  /** Somebody else trades on the login too. */
  readonly areOthersWelcome: boolean;
  /** A guard has to beat, or nothing new leaves. */
  readonly hasGuard: boolean;
  readonly limits: Limits;
  /** Who may command it. */
  readonly operators: Operators;
  /** Support packs of the halts that hold, oldest first. */
  readonly listPacks: () => readonly string[];
  readonly notify: (message: string) => void;
}
