// Finds the bots of a `weir kill`. No fault of configuration or state may keep the kill from their
// orders.
import { parseConfig, parseKeys, readText } from '../../config/index.js';
import { fail, type Fault, formatFault, ok, type Result } from '../../domain/index.js';
import { type SessionConfig, sessionSchema, type LoginText, readLogin } from '../../plan/index.js';
import type { SessionPorts } from '../../host/index.js';
import { findIdentity } from '../../recovery/index.js';
import {
  findStarts,
  findStateDirectory,
  isSameLogin,
  isSameVenue,
  type KnownStart,
  locateState,
  openStateDirectory,
  type StateDirectory,
  type StateIdentity,
  toStateDirectory,
} from '../../state/index.js';
import { type BotPlace, findProfile } from '../bot-place.js';

export interface KillPlace extends Pick<BotPlace, 'state' | 'login' | 'profile'> {
  /** Where its secrets are kept; empty where the configuration cannot be read. */
  readonly config: Partial<LoginText['config']>;
  /** Faults of configuration and state, for the operator. */
  readonly troubles: readonly string[];
}

type Ports = Pick<SessionPorts, 'disk' | 'host'>;

/** The only keys of a configuration that a kill needs. */
const KEYS = sessionSchema.pick({ login: true, venue: true, profile: true });

/** What the operator named. */
export interface KillTarget {
  /** Configuration file. */
  readonly file: string | undefined;
  /** State directory. */
  readonly given: string | undefined;
  /** State directories that are latched already, of any login. */
  readonly latched: readonly string[];
}

/**
 * Finds the bots of a configuration by its venue and login: the state directory of the last start
 * of that login, and those that are latched already. Where the configuration states neither,
 * `given` or each directory that it was started with is used, without a login. A state without an
 * identity counts as the configuration's. Fault codes of the configuration, `state.other`, and
 * `state.missing` unless `makes`: then a directory is created, so that the halt applies to the next
 * start.
 */
export function findBotsToKill(
  ports: Ports,
  { file, given, latched }: KillTarget,
  secrets: Parameters<typeof readLogin>[1],
  makes: boolean,
): Result<readonly KillPlace[]> {
  const { disk, host } = ports;
  const starts =
    file === undefined || given !== undefined ? [] : findStarts(disk, host.stateHome, file);
  const venue = file === undefined ? NO_CONFIG : readVenue(file);
  if (!venue.ok) {
    const dirs = given === undefined ? starts.map(({ state }) => state) : [given];
    const found = dirs.flatMap((dir) => findByState(ports, dir, venue.fault));
    return found.length > 0 ? ok(found) : venue;
  }
  const own = starts.find(({ identity }) => isSame(identity, venue.value.identity));
  const place = findByVenue(ports, given ?? own?.state, venue.value, secrets, makes);
  if (!place.ok) return place;
  const others = latched.filter((dir) => dir !== place.value.state.dir);
  const fault = { code: 'state.other', message: OTHER_LOGIN };
  return ok([place.value, ...others.flatMap((dir) => findByState(ports, dir, fault))]);
}

const NO_CONFIG = fail(
  'config.no-file',
  'no configuration is named, so this command cannot log in',
);
const OTHER_LOGIN =
  'the configuration was last started under another login: the bot of that login is killed too, ' +
  'but this command cannot log in there; if that bot does not answer, cancel its orders at the ' +
  'venue';

function isSame(one: KnownStart['identity'], other: StateIdentity): boolean {
  const isOne = isSameVenue(one, other) || isSameLogin(one, other);
  return one.environment === other.environment && isOne;
}

function findByVenue(
  ports: Ports,
  given: string | undefined,
  { file, identity, ...plan }: Venue,
  secrets: Parameters<typeof readLogin>[1],
  makes: boolean,
): Result<KillPlace> {
  const path = locateState(ports, given, identity);
  const found = findStateDirectory(ports.disk, path, identity);
  if (!found.ok && !makes) return found;
  const whole = parseConfig(plan.source, sessionSchema);
  const broken = whole.ok ? [] : [`ignored for the kill: ${formatFault(whole.fault)}`];
  const made = found.ok ? { state: found.value, troubles: [] } : makeState(ports, path, identity);
  return ok({
    state: made.state,
    login: readLogin({ ...plan, file }, secrets),
    profile: findProfile(file, plan.config.profile),
    config: plan.config,
    troubles: [...broken, ...made.troubles],
  });
}

interface Venue extends LoginText {
  readonly config: LoginText['config'] & Pick<SessionConfig, 'profile'>;
  readonly identity: StateIdentity;
}

/** Venue and login of the file, whatever is wrong with the rest of it. */
function readVenue(file: string): Result<Venue> {
  const source = readText(file);
  if (!source.ok) return source;
  const config = parseKeys(source.value, KEYS);
  if (!config.ok) return config;
  const plan = { file, source: source.value, config: config.value };
  const identity = findIdentity(plan);
  return identity.ok ? ok({ ...plan, identity: identity.value }) : identity;
}

/** Empty where the directory is no state or states no identity. */
function findByState({ disk }: Ports, dir: string, fault: Fault): readonly KillPlace[] {
  const state = findStateDirectory(disk, dir);
  if (!state.ok) return [];
  const login = { ok: false, fault } as const;
  const troubles = [formatFault(fault)];
  return [{ state: state.value, login, profile: undefined, config: {}, troubles }];
}

/**
 * Creates a state; a failure is only reported: orders are cancelled, and the halt is not written.
 */
function makeState(
  { disk, host: { drawTag, userId } }: Ports,
  path: string,
  identity: StateIdentity,
): { readonly state: StateDirectory; readonly troubles: readonly string[] } {
  const made = openStateDirectory({ disk, userId, drawTag }, path, identity);
  if (!made.ok) {
    return { state: toStateDirectory(path, identity), troubles: [formatFault(made.fault)] };
  }
  const trouble = `no state directory of ${identity.login} existed: created one at ${path}`;
  return { state: made.value, troubles: [trouble] };
}
