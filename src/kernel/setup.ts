// What a bot machine is made from, and where its outputs go.
import type {
  Approved,
  Calendars,
  Command,
  Customer,
  Instant,
  Instrument,
  Micros,
  OrderView,
  OutputSink,
  ParentView,
} from '../domain/index.js';
import type { Bounds, Limits } from '../risk/index.js';
import type { Policy } from '../policy/index.js';
import type { StrategyDefinition } from '../strategy/index.js';
import type { KernelSnapshot } from './state/snapshot.js';

export interface StrategyInstance {
  /** Unique within the session. */
  readonly name: string;
  readonly definition: StrategyDefinition;
  /** Output of the definition's params schema. */
  readonly params: unknown;
  /** Where in its own file an error was thrown; absent for a shipped one. */
  readonly locate?: ((error: unknown) => string) | undefined;
}

export interface KernelSetup {
  readonly startAt: Instant;
  /** Index = Instrument.id. */
  readonly instruments: readonly Instrument[];
  readonly strategies: readonly StrategyInstance[];
  readonly limits: Limits;
  /** What answers of the venue do; its version names it in refusals. */
  readonly policy: Policy;
  /** How requests prove who sends them. */
  readonly login: 'token' | 'hmac';
  /** Names the limits in refusals: a hash of their text. */
  readonly limitsVersion: string;
  readonly seed: number;
  /** Number of this run of the bot, from 1; part of every coId. */
  readonly epoch: number;
  /** 20 random bits drawn once per epoch; part of every coId. */
  readonly epochSalt: number;
  /** First part of every coId: 1 to 8 letters and digits. */
  readonly botTag: string;
  /** True when every rate of the feed is seen; false when rates are polled. */
  readonly seesEveryRate: boolean;
  readonly pollInterval: Micros;
  /** Median time between rates of a recording by symbol; empty without one. */
  readonly medianGaps: Readonly<Record<string, Micros>>;
  /** Session time per machine time; 1 by default. */
  readonly speed?: number;
  /** Longest session time that a placing request may be under way; 10 s by default. */
  readonly requestDeadline?: Micros;
  /** An order in doubt may be sent once more, the same bytes; false when absent. */
  readonly resends?: boolean;
  /** What the policy's steps have counted outlives the run; false when absent. */
  readonly keepsCounts?: boolean;
  /** What the digest holds; 1 when absent. */
  readonly digestForm?: DigestForm;
  /** What RC35 has counted outlives the run; false when absent. */
  readonly keepsExecutions?: boolean;
  /** Real money: what every live configuration has to state is in force; false when absent. */
  readonly isLive?: boolean;
  /** Others use the login too: their orders are theirs. */
  readonly sharesLogin?: boolean;
  /** Holidays; the built-in ones when absent. */
  readonly calendars?: Calendars;
  /** State that the runs before left behind: the fold of their journal. */
  readonly restored?: KernelSnapshot;
  /** Whom requests for quotes are for; absent: there can be none. */
  readonly customer?: Customer;
  /** Parts of a text by which the venue reports a serious error; absent: `SERIOUS_WORDS`. */
  readonly seriousWords?: readonly string[];
}

/**
 * What a digest holds. 1: every text. 2: no text of Weir's own (reasons, alerts, notes), so that a
 * sentence can be reworded; rules, codes, scopes, figures and the notes of strategies as before.
 */
export type DigestForm = 1 | 2;

/** Whom a command belongs to, as records have it. */
export type CommandOwner = Pick<OrderView, 'strategy' | 'parent' | 'arrivalTicks2'>;

/**
 * Takes the machine's outputs while it steps; must not call back into it. An order's view is the
 * kernel's own object and shows later states too: copy what has to stay.
 */
export interface KernelSink extends Omit<OutputSink, 'parent'> {
  /** `at` is when it was decided; `bounds` are those of an order or a request for quotes. */
  command(command: Approved<Command>, owner: CommandOwner, at: Instant, bounds?: Bounds): void;
  /** `params` are those of its algorithm, as the author gave them. */
  parent(view: ParentView, params: unknown): void;
}

/** Of a kernel whose outputs nobody wants. */
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
