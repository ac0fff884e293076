// Where `weir kill` finds a bot: nothing that is wrong around it keeps a kill from its orders.
import { parseConfig, parseKeys, readText } from '../../config/index.js';
import { type Fault, formatFault, ok, type Result } from '../../domain/index.js';
import { type SessionConfig, sessionSchema } from '../config-schema.js';
import type { SessionPorts } from '../ports.js';
import { type LoginText, readLogin } from '../read-login.js';
import { findIdentity } from '../session-state.js';
import {
  findStateDirectory,
  locateState,
  openStateDirectory,
  type StateDirectory,
  type StateIdentity,
  toStateDirectory,
} from '../state/index.js';
import { type BotPlace, findWays } from './bot-place.js';

export interface KillPlace extends Pick<BotPlace, 'state' | 'login' | 'profile'> {
  /** Where its secrets are kept; empty where the configuration cannot be read. */
  readonly config: Partial<LoginText['config']>;
  /** What is wrong with the configuration and the state, for the person. */
  readonly troubles: readonly string[];
}

type Ports = Pick<SessionPorts, 'disk' | 'host'>;

/** All that a kill needs of a configuration. */
const KEYS = sessionSchema.pick({ login: true, venue: true, profile: true });

/**
 * The place of the bot of a configuration, of which the venue and the login are enough. A state
 * that does not say whose it is, is taken for that of the configuration. Where a configuration does
 * not say so much, a `given` directory that says whose it is will do: nobody logs in then. Fault
 * codes of the configuration, `state.other`, and `state.missing` unless `makes`: then it is made,
 * so that the halt holds for the next start.
 */
export function findBotToKill(
  ports: Ports,
  file: string,
  given: string | undefined,
  secrets: Parameters<typeof readLogin>[1],
  makes: boolean,
): Result<KillPlace> {
  const venue = readVenue(file);
  if (!venue.ok) return given === undefined ? venue : findByState(ports, given, venue.fault);
  const { identity, ...plan } = venue.value;
  const path = locateState(ports, given, identity);
  const found = findStateDirectory(ports.disk, path, identity);
  if (!found.ok && !makes) return found;
  const whole = parseConfig(plan.source, sessionSchema);
  const broken = whole.ok ? [] : [`not looked at for a kill: ${formatFault(whole.fault)}`];
  const made = found.ok ? { state: found.value, troubles: [] } : makeState(ports, path, identity);
  return ok({
    state: made.state,
    login: readLogin(plan, secrets),
    profile: findWays(file, plan.config.profile),
    config: plan.config,
    troubles: [...broken, ...made.troubles],
  });
}

interface Venue extends LoginText {
  readonly config: LoginText['config'] & Pick<SessionConfig, 'profile'>;
  readonly identity: StateIdentity;
}

/** What the file says of venue and login, whatever is wrong with the rest of it. */
function readVenue(file: string): Result<Venue> {
  const source = readText(file);
  if (!source.ok) return source;
  const config = parseKeys(source.value, KEYS);
  if (!config.ok) return config;
  const plan = { file, source: source.value, config: config.value };
  const identity = findIdentity(plan);
  return identity.ok ? ok({ ...plan, identity: identity.value }) : identity;
}

function findByState({ disk }: Ports, given: string, fault: Fault): Result<KillPlace> {
  const state = findStateDirectory(disk, given);
  if (!state.ok) return { ok: false, fault };
  const login = { ok: false, fault } as const;
  return ok({
    state: state.value,
    login,
    profile: undefined,
    config: {},
    troubles: [formatFault(fault)],
  });
}

/** One that cannot be made is left: the orders are cancelled, and the halt is not written. */
function makeState(
  { disk, host: { userId } }: Ports,
  path: string,
  identity: StateIdentity,
): { readonly state: StateDirectory; readonly troubles: readonly string[] } {
  const made = openStateDirectory({ disk, userId }, path, identity);
  if (!made.ok) {
    return { state: toStateDirectory(path, identity), troubles: [formatFault(made.fault)] };
  }
  const trouble = `no state of ${identity.login} was there: it is made, halted, at ${path}`;
  return { state: made.value, troubles: [trouble] };
}
