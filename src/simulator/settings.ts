// How a simulator is set up: where it listens, its users, the venue's behaviour and its rates.
import { fail, type Instant, type InstrumentTerms, ok, type Result } from '../domain/index.js';
import type { RecordingOptions } from '../recordings/index.js';
import { HMAC_TEXT, isHmacText, type VenueProfile } from '../protocol/index.js';
import type { RequestLimitSettings } from './access/request-limits.js';
import type { ScenarioConfig } from './scenario/schema.js';
import type { Log } from '../telemetry/index.js';
import type {
  CustodySettings,
  GeneratorSettings,
  VenueSettings,
  VenueUser,
} from '../venue/index.js';

export interface SimulatorUser extends VenueUser {
  readonly password: string;
  /** Lets the user sign its requests instead of logging in. */
  readonly hmac?: { readonly id: string; readonly secret: string };
}

export interface RecordingSource {
  readonly kind: 'recording';
  readonly file: string;
  readonly options: RecordingOptions;
  /** Starts the recording again at its end, later in time; otherwise its rates stand still. */
  readonly loop: boolean;
}

export interface GeneratorSource {
  readonly kind: 'generator';
  readonly generator: GeneratorSettings;
  /** By symbol; wins over the fallback table. */
  readonly terms: Readonly<Record<string, InstrumentTerms>>;
}

export interface RatesSettings {
  /** Rates of one instant come in this order; a symbol may have several sources. */
  readonly sources: readonly (RecordingSource | GeneratorSource)[];
  /** Session time starts at the first recorded rate, or at the wall clock, recordings shifted. */
  readonly origin: 'recording' | 'now';
  /** Where session time starts when there is no recording. */
  readonly startAt?: Instant;
  /** Session seconds per machine second; 0: time moves by `POST /control/clock` only. */
  readonly speed: number;
}

export interface SimulatorSettings {
  /** A loopback address, 127.0.0.1 by default. */
  readonly host?: string;
  /** Names beyond those of loopback by which requests may ask for it. */
  readonly hosts?: readonly string[];
  /** 0 takes a free one. */
  readonly port: number;
  readonly venue: Omit<VenueSettings, 'instruments' | 'users'>;
  readonly users: readonly SimulatorUser[];
  /** No assets when absent. */
  readonly custody?: CustodySettings;
  readonly rates: RatesSettings;
  /** Whoever sends it as `X-Control-Token` may move a stopped clock. */
  readonly controlToken: string;
  /** Faults from the start on. */
  readonly scenario?: ScenarioConfig;
  /** Limits of each user; none when absent. */
  readonly limits?: RequestLimitSettings;
  /** Keeps all inputs, so that state can be saved. */
  readonly keepInputs?: boolean;
  /** A saved state to go on from; inputs are kept then too. */
  readonly restore?: StateText;
  /** Answers in the forms that the venue's interface leaves open. */
  readonly profile?: VenueProfile;
  readonly log?: Log;
}

/** The text of a saved state, and the file that it is from. */
export interface StateText {
  readonly file: string;
  readonly text: string;
}

/** Session time as others see it. */
export interface SimulatorClock {
  readonly origin: Instant;
  readonly speed: number;
  now(): Instant;
}

export interface Simulator {
  /** `http://127.0.0.1:8787`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly clock: SimulatorClock;
  /** The state as text, also after the end. Fault code `simulator.state`. */
  save(): Result<string>;
  /** Stops listening, ends the connections and resolves once all is released. */
  close(): Promise<void>;
  /** Resolves when the simulator has closed, for whatever reason. */
  readonly closed: Promise<void>;
}

/** Checks what types cannot say. Fault code `simulator.settings`. */
export function checkSettings(settings: SimulatorSettings): Result<null> {
  const { speed, sources } = settings.rates;
  if (!Number.isFinite(speed) || speed < 0) {
    return failSettings(`speed of the rates to be at least 0, found ${String(speed)}`);
  }
  if (sources.length === 0) return failSettings('at least one source of rates, found none');
  if (settings.controlToken === '') return failSettings('controlToken to be set, found none');
  const names = new Set<string>();
  const ids = new Set<string>();
  for (const { user, org, password, hmac } of settings.users) {
    const name = `${user}@${org}`;
    if (password === '') return failSettings(`a password of ${name}, found none`);
    if (names.has(name)) return failSettings(`each user once, found ${name} twice`);
    names.add(name);
    if (hmac === undefined) continue;
    if (!isHmacText(hmac.id) || !isHmacText(hmac.secret)) {
      return failSettings(`${HMAC_TEXT} as HMAC id and secret of ${name}, found others`);
    }
    if (ids.has(hmac.id)) return failSettings(`each HMAC id once, found that of ${name} twice`);
    ids.add(hmac.id);
  }
  return names.size > 0 ? ok(null) : failSettings('at least one user, found none');
}

function failSettings(words: string) {
  return fail('simulator.settings', `simulator: expected ${words}`);
}
