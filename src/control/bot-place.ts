// Finds the state of a bot and its login from a configuration, for commands on the bot.
import { parseConfig, readText, resolveBeside } from '../config/index.js';
import { ok, type Result } from '../domain/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import type { Limits } from '../risk/index.js';
import {
  sessionSchema,
  loadLimits,
  loadProfile,
  type LoginSettings,
  type PlanText,
  readLogin,
} from '../plan/index.js';
import type { SessionPorts } from '../host/index.js';
import { findIdentity } from '../recovery/index.js';
import { findStateDirectory, locateState, type StateDirectory } from '../state/index.js';

export interface BotPlace {
  readonly plan: PlanText;
  readonly state: StateDirectory;
  /** Login of the bot at its venue; a fault where the configuration does not state it. */
  readonly login: Result<LoginSettings>;
  /** Profile of the venue; undefined without a usable profile file, so that the default applies. */
  readonly profile: VenueProfile | undefined;
  /** Limits of the bot; the fault of their file, since few commands need them. */
  readonly limits: Result<Limits>;
}

/**
 * Finds the bot of a configuration. It reads no strategy or recording, and the secret may be
 * missing: a command without a login works. Fault codes of the configuration, `state.missing`, and
 * `state.other` where the directory does not state its login.
 */
export function findBot(
  ports: Pick<SessionPorts, 'disk' | 'host'>,
  file: string,
  given: string | undefined,
  secrets: Parameters<typeof readLogin>[1],
): Result<BotPlace> {
  const read = readPlanText(file);
  if (!read.ok) return read;
  const plan = read.value;
  const identity = findIdentity(plan);
  if (given === undefined && !identity.ok) return identity;
  const path = identity.ok ? locateState(ports, given, identity.value) : (given ?? '');
  const state = findStateDirectory(ports.disk, path);
  if (!state.ok && state.fault.code !== 'state.missing') return state;
  if (!state.ok) {
    const hint = 'name another with --state DIR; for a paper session it is OUT/state';
    return { ok: false, fault: { ...state.fault, message: `${state.fault.message}; ${hint}` } };
  }
  const login = readLogin(plan, secrets);
  const profile = findProfile(file, plan.config.profile);
  const loaded = loadLimits(plan.source, plan.config);
  const limits = loaded.ok ? ok(loaded.value.limits) : loaded;
  return ok({ plan, state: state.value, login, profile, limits });
}

/** Configuration as commands read it, without its strategies. */
export function readPlanText(file: string): Result<PlanText> {
  const source = readText(file);
  if (!source.ok) return source;
  const parsed = parseConfig(source.value, sessionSchema);
  return parsed.ok ? ok({ file, source: source.value, config: parsed.value }) : parsed;
}

/** Profile of the venue; undefined without a file, or with an invalid one. */
export function findProfile(file: string, profile: string | undefined): VenueProfile | undefined {
  const loaded = profile === undefined ? undefined : loadProfile(resolveBeside(file, profile));
  return loaded?.ok === true ? loaded.value.profile : undefined;
}
