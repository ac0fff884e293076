// Reads the secret of a session's venue from the place that its configuration names.
import { locate, readSecret, type SecretPorts, resolveBeside } from '../config/index.js';
import { type Credentials, isDemoLogin, isLoopbackUrl } from '../client/index.js';
import { fail, ok, type Result } from '../domain/index.js';
import { formatPath } from '../validation/index.js';
import { HMAC_TEXT, isHmacText } from '../protocol/index.js';
import type { Plan } from './plan.js';
import { loadAuthority } from './load-ca.js';
import { splitSecretEnvironment } from './secret-environment.js';
import { findVenueLogin, type VenueLogin } from './venue-login.js';
import { checkVenuePlace } from './venue-place.js';

/** Base URL of the venue and credentials of the session. */
export type LoginSettings = VenuePlace & Credentials;

interface VenuePlace {
  readonly baseUrl: string;
  /** Only trusted signers of its certificate, PEM. */
  readonly ca?: string;
}

/** The part of a plan that a login needs: its strategies need not be loaded. */
export type PlanText = Pick<Plan, 'config' | 'file' | 'source'>;

/** The part of a configuration that a login needs. */
export interface LoginText extends Pick<Plan, 'file' | 'source'> {
  /** As read with the plan: the approved text counts, even if the file has changed since. */
  readonly authority?: Plan['authority'];
  readonly config: Pick<Plan['config'], 'login' | 'venue'>;
}

/**
 * Credentials of a plan's venue. Fault codes `config.missing-key` and those of `readSecret`, with
 * the line of the configuration.
 */
export function readLogin(
  plan: LoginText,
  ports: Omit<SecretPorts, 'isPublished'>,
): Result<LoginSettings> {
  const { source, config } = plan;
  const { login, venue } = config;
  const found = findVenueLogin(source, login, venue);
  if (!found.ok) return found;
  const place = venue === undefined ? ok(undefined) : checkVenuePlace(source, venue);
  if (!place.ok) return place;
  const isPublished = (text: string) => {
    return isDemoPlace(venue) && isDemoLogin(found.value.toCredentials(text));
  };
  const secret = readText(plan, found.value, { ...ports, isPublished });
  const isRead = Object.hasOwn(plan, 'authority');
  const authority = isRead ? ok(plan.authority) : loadAuthority(source, config);
  if (!authority.ok) return authority;
  const { baseUrl, toCredentials } = found.value;
  const trusted = authority.value === undefined ? {} : { ca: authority.value.text };
  if (secret.ok) return ok({ baseUrl, ...trusted, ...toCredentials(secret.value) });
  const { line, column } = locate(source, found.value.path) ?? { line: 1, column: 1 };
  const where = `${plan.file}:${String(line)}:${String(column)}`;
  const file = secret.fault.where === undefined ? '' : `${secret.fault.where}: `;
  return fail(secret.fault.code, `${file}${secret.fault.message}`, where);
}

function readText(
  { file, config }: LoginText,
  { from, path, toCredentials }: VenueLogin,
  ports: SecretPorts,
): Result<string> {
  const name = formatPath(path);
  const source = from.file === undefined ? from : { ...from, file: resolveBeside(file, from.file) };
  const environment = config.venue?.environment ?? 'paper';
  const tagged = readSecret(source, name, ports);
  const secret = tagged.ok ? splitSecretEnvironment(tagged.value, environment, name) : tagged;
  if (!secret.ok) return secret;
  if (!isDemoPlace(config.venue) && isDemoLogin(toCredentials(secret.value))) {
    const message = 'expected a secret of your own, found the published one of the demo user';
    return fail('config.secret', `${name}: ${message}`);
  }
  if (config.login !== 'hmac' || isHmacText(secret.value)) return secret;
  return fail('config.secret', `${name}: expected ${HMAC_TEXT}, found other text`);
}

/** A simulator on this host, where the published demo user is allowed. */
function isDemoPlace(venue: Plan['config']['venue']): boolean {
  return venue?.environment === 'paper' && isLoopbackUrl(venue.baseUrl);
}
