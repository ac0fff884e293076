// A configuration that was read and checked: all that a session is made of.
import type { LoadedCalendars, LoadedText } from '../config/index.js';
import type { PreparedRecording } from '../recordings/index.js';
import type { Instrument, Result } from '../domain/index.js';
import type { StrategyDefinition } from '../strategy/index.js';
import type { CompiledTexts, CompiledText } from '../strategy-loader/index.js';
import type { SessionConfig } from './config-schema.js';
import type { LoadedLimits } from './load-limits.js';
import type { LoadedPolicy } from './load-policy.js';
import type { LoadedProfile } from './loaded-profile.js';

/** Shipped strategies by id. */
export type StrategyCatalog = ReadonlyMap<string, ShippedStrategy>;

/**
 * A strategy that was built with Weir: it needs no compilation, and a test has checked it. Its text
 * still goes into the session's header, from which a replay loads it like any other.
 */
export interface ShippedStrategy {
  /** File of its text. */
  readonly file: string;
  readonly definition: StrategyDefinition;
}

export interface PlannedStrategy {
  readonly name: string;
  /** Id, or path as the configuration has it. */
  readonly reference: string;
  readonly source: LoadedText;
  readonly definition: StrategyDefinition;
  /** Parameters as written, and as the definition's schema parses them. */
  readonly rawParams: Readonly<Record<string, unknown>>;
  readonly params: unknown;
  /** Evaluates its file again; absent for a shipped one, whose module has no state. */
  readonly renew?: (() => Result<StrategyDefinition>) | undefined;
  /** Compiled text of its file; absent for a shipped one. */
  readonly compiled?: CompiledText | undefined;
  /** Line of its file at which an error was thrown; absent for a shipped one. */
  readonly locate?: ((error: unknown) => string) | undefined;
}

export interface Plan extends LoadedLimits {
  readonly file: string;
  readonly source: LoadedText;
  readonly config: SessionConfig;
  /** Built-in holidays, with the changes of the calendars file if there is one. */
  readonly calendars: LoadedCalendars;
  /** Default profile, with the changes of the profile file if there is one. */
  readonly venue: LoadedProfile;
  /** Trusted signers of the venue's certificate; undefined: those of the host. */
  readonly authority: LoadedText | undefined;
  /** The default policy, or that of the configuration's file. */
  readonly policy: LoadedPolicy;
  readonly strategies: readonly PlannedStrategy[];
  /** Symbols of recording and parameters; ids are dense from 0. */
  readonly instruments: readonly Instrument[];
  readonly recording: PreparedRecording | undefined;
  /** What the author of the configuration should know, though nothing is wrong. */
  readonly notes: readonly string[];
}

/** Returns the approved compiled texts of a configuration. */
export type FindCompiled = (file: string) => Result<CompiledTexts>;
