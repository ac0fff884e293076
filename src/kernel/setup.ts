// Settings that a kernel is created from, and the sink for its outputs.
import type { Calendars } from '../domain/dates/index.js';
import type { OrderView, OutputSink, ParentView } from '../domain/events/index.js';
import type { Instant, Instrument, Micros } from '../domain/index.js';
import type { Approved, Command, Customer } from '../domain/orders/index.js';
import type { Bounds, Limits } from '../risk/index.js';
import type { Policy } from '../policy/index.js';
import type { KernelSnapshot } from './state/snapshot.js';
import type { StrategyInstance } from './strategies/strategy-instance.js';

export interface KernelSetup {
  readonly startAt: Instant;
  /** The index is Instrument.id. */
  readonly instruments: readonly Instrument[];
  readonly strategies: readonly StrategyInstance[];
  readonly limits: Limits;
  /** Policy for responses of the venue; refusals name its version. */
  readonly policy: Policy;
  /** How requests are authenticated. */
  readonly login: 'token' | 'hmac';
  /** Hash of the limits' text; refusals name it. */
  readonly limitsVersion: string;
  readonly seed: number;
  /** Number of this run, from 1; part of every coId. */
  readonly epoch: number;
  /** 20 random bits drawn once per epoch; part of every coId. */
  readonly epochSalt: number;
  /** First part of every coId: 1 to 8 letters and digits. */
  readonly botTag: string;
  /** True when every rate of the feed arrives; false when rates are polled. */
  readonly seesEveryRate: boolean;
  readonly pollInterval: Micros;
  /** Median time between rates of a recording, by symbol; empty without a recording. */
  readonly medianGaps: Readonly<Record<string, Micros>>;
  /** Session time per real time; 1 by default. */
  readonly speed?: number;
  /** Longest session time that a submit may be under way; 10 s by default. */
  readonly requestDeadline?: Micros;
  /** An unknown order may be resubmitted once, with the same bytes; false when absent. */
  readonly resends?: boolean;
  /** Counters of the policy's steps survive restarts; false when absent. */
  readonly keepsCounts?: boolean;
  /** Contents of the digest; 1 when absent. */
  readonly digestForm?: DigestForm;
  /** Counters of RC35 survive restarts; false when absent. */
  readonly keepsExecutions?: boolean;
  /** Real money: enforces the settings that every live configuration needs; false when absent. */
  readonly isLive?: boolean;
  /** Others use the login too: orders unknown to the bot are theirs. */
  readonly sharesLogin?: boolean;
  /** Holidays; the built-in ones when absent. */
  readonly calendars?: Calendars;
  /** State of the previous runs, replayed from their journal. */
  readonly restored?: KernelSnapshot;
  /** Customer that quote requests are made for; absent when quote requests are impossible. */
  readonly customer?: Customer;
  /** Parts of a message by which the venue reports a serious error; `SERIOUS_WORDS` when absent. */
  readonly seriousWords?: readonly string[];
}

/**
 * Contents of a digest. 1: every text. 2: no text of Weir itself (reasons, alerts, notes), so that
 * sentences can be reworded; rules, codes, scopes, figures and notes of strategies as in 1.
 */
export type DigestForm = 1 | 2;

/** Strategy, parent and arrival mid of a command, as the journal records them. */
export type CommandOwner = Pick<OrderView, 'strategy' | 'parent' | 'arrivalTicks2'>;

/**
 * Receives the kernel's outputs during a step and must not call the kernel. An order's view is the
 * kernel's own object, which changes later: copy what must stay.
 */
export interface KernelSink extends Omit<OutputSink, 'parent'> {
  /** `at` is when the command was decided; `bounds` come from the second check. */
  command(command: Approved<Command>, owner: CommandOwner, at: Instant, bounds?: Bounds): void;
  /** `params` are the parameters of the algorithm as the strategy gave them. */
  parent(view: ParentView, params: unknown): void;
}

/** Sink that ignores all outputs. */
export const SILENT_SINK: KernelSink = {
  command: () => undefined,
  order: () => undefined,
  quotes: () => undefined,
  parent: () => undefined,
  fill: () => undefined,
  busted: () => undefined,
  unstarted: () => undefined,
  refused: () => undefined,
  note: () => undefined,
  halted: () => undefined,
  alert: () => undefined,
  ask: () => undefined,
};
