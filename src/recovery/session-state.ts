// Connects a session with its state: identity of the directory, hashes of what will run,
// instruments of the previous run.
import { sha256Hex } from '../journal/index.js';
import { type Instrument, ok, type Result } from '../domain/index.js';
import type { Integrity, RecoveredState } from './recovered-state.js';
import { type Plan, type LoginSettings, type LoginText, findVenueLogin } from '../plan/index.js';
import type { StateIdentity, VenueAccount } from '../state/index.js';
import { VERSION } from '../host/index.js';

/** Digits of an HMAC id's hash that name its login. */
const HMAC_DIGITS = 12;

/** Identity of the state that a session uses. */
export function toIdentity(plan: Pick<LoginText, 'config'>, login: LoginSettings): StateIdentity {
  const { baseUrl } = login;
  const { venue } = plan.config;
  const environment = venue?.environment ?? 'paper';
  // A hash instead of the HMAC id: the id is half of the credentials.
  const name =
    'hmac' in login
      ? `hmac-${sha256Hex(login.hmac.id).slice(0, HMAC_DIGITS)}`
      : `${login.user}@${login.org}`;
  // A simulator in place of the venue has none of the venue's accounts.
  const account = venue?.baseUrl === baseUrl ? findVenueAccount(venue) : undefined;
  const identity = { environment, baseUrl, login: name };
  return account === undefined ? identity : { ...identity, venue: account };
}

/** The account under the venue's own name, where the configuration states it. */
export function findVenueAccount(
  venue: Pick<Plan, 'config'>['config']['venue'],
): VenueAccount | undefined {
  const { account, id } = venue ?? {};
  return id === undefined || account === undefined ? undefined : { id, account };
}

/**
 * The identity from the configuration alone, without its secret. Fault codes of `findVenueLogin`.
 */
export function findIdentity(plan: Pick<LoginText, 'config' | 'source'>): Result<StateIdentity> {
  const { login, venue } = plan.config;
  const found = findVenueLogin(plan.source, login, venue);
  if (!found.ok) return found;
  const { baseUrl, toCredentials } = found.value;
  return ok(toIdentity(plan, { baseUrl, ...toCredentials('') }));
}

/** Login of a live configuration's orders; empty for any other. */
export function findLiveAccount(plan: Pick<Plan, 'config' | 'source'>): string {
  if (plan.config.venue?.environment !== 'live') return '';
  const found = findIdentity(plan);
  return found.ok ? found.value.login : '';
}

/** Hashes of the parts that are about to run. */
export function toIntegrity({ limitsVersion, source, strategies, venue }: Plan): Integrity {
  const { source: profile } = venue;
  return {
    weir: VERSION,
    config: sha256Hex(source.text),
    limits: limitsVersion,
    profile: profile === undefined ? '' : sha256Hex(profile.text),
    strategies: Object.fromEntries(
      strategies.map(({ name, source: { text } }) => [name, sha256Hex(text)]),
    ),
  };
}

/** The plan with all instruments that the recovered state refers to. */
export function withKnownInstruments(plan: Plan, { instruments }: RecoveredState): Plan {
  const known = new Set(plan.instruments.map(({ symbol }) => symbol));
  const more = instruments.filter(({ symbol }) => !known.has(symbol));
  if (more.length === 0) return plan;
  const all: Instrument[] = [...plan.instruments];
  for (const instrument of more) all.push({ ...instrument, id: all.length });
  return { ...plan, instruments: all };
}
