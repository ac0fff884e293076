// Settings of a simulator: address, users, venue models and sources of rates.
import { fail, type Instant, type InstrumentTerms, ok, type Result } from '../domain/index.js';
import type { RecordingOptions } from '../recordings/index.js';
import { HMAC_TEXT, isHmacText } from '../protocol/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
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
  /** HMAC credentials, with which the user may sign requests instead of logging in. */
  readonly hmac?: { readonly id: string; readonly secret: string };
}

export interface RecordingSource {
  readonly kind: 'recording';
  readonly file: string;
  readonly options: RecordingOptions;
  /** Repeats the recording after its end, shifted in time; otherwise rates stop there. */
  readonly loop: boolean;
}

export interface GeneratorSource {
  readonly kind: 'generator';
  readonly generator: GeneratorSettings;
  /** By symbol; takes precedence over the built-in terms. */
  readonly terms: Readonly<Record<string, InstrumentTerms>>;
}

export interface RatesSettings {
  /** Sources in the order of their rates at equal times; a symbol may have several sources. */
  readonly sources: readonly (RecordingSource | GeneratorSource)[];
  /** Start of session time: the first recorded rate, or the wall clock with shifted recordings. */
  readonly origin: 'recording' | 'now';
  /** Start of session time without a recording. */
  readonly startAt?: Instant;
  /** Session seconds per second of host time; 0: only `POST /control/clock` moves time. */
  readonly speed: number;
}

export interface SimulatorSettings {
  /** A loopback address; default 127.0.0.1. */
  readonly host?: string;
  /** Further names that the Host header of a request may have. */
  readonly hosts?: readonly string[];
  /** 0: a free port. */
  readonly port: number;
  readonly venue: Omit<VenueSettings, 'instruments' | 'users'>;
  readonly users: readonly SimulatorUser[];
  /** Absent: no assets. */
  readonly custody?: CustodySettings;
  readonly rates: RatesSettings;
  /** Token of the header `X-Control-Token`, which authorizes control requests. */
  readonly controlToken: string;
  /** Faults that are active from the start. */
  readonly scenario?: ScenarioConfig;
  /** Limits of each user; absent: none. */
  readonly limits?: RequestLimitSettings;
  /** Records all inputs, so that the state can be saved. */
  readonly keepInputs?: boolean;
  /** A saved state to continue from; inputs are then recorded too. */
  readonly restore?: StateText;
  /** Profile of the open points of the venue's interface. */
  readonly profile?: VenueProfile;
  readonly log?: Log;
}

/** Text of a saved state and the name of its file. */
export interface StateText {
  readonly file: string;
  readonly text: string;
}

/** Session time, read-only. */
export interface SimulatorClock {
  readonly origin: Instant;
  readonly speed: number;
  now(): Instant;
}

export interface Simulator {
  /** `http://127.0.0.1:8787`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly clock: SimulatorClock;
  /** State text, also after `close`. Fault code `simulator.state`. */
  save(): Result<string>;
  /** Stops listening, closes the connections and resolves when all resources are released. */
  close(): Promise<void>;
  /** Resolves when the simulator has closed for any reason. */
  readonly closed: Promise<void>;
}

/** Checks settings beyond their types. Fault code `simulator.settings`. */
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
