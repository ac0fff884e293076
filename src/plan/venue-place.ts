// Allowed places of a session's venue: one rule for all code that connects to it or reads its
// secret.
import { faultAt, type LoadedText, withPlace } from '../config/index.js';
import { type BaseUrl, isLoopbackUrl, parseBaseUrl } from '../client/index.js';
import { ok, type Result } from '../domain/index.js';
import type { Path } from '../validation/index.js';
import type { SessionConfig } from './config-schema.js';

type Place = Pick<NonNullable<SessionConfig['venue']>, 'baseUrl' | 'environment'>;

/** Fault codes `client.base-url` and `config.value`, with the line of the configuration. */
export function checkVenuePlace(
  source: LoadedText,
  { baseUrl, environment }: Place,
): Result<BaseUrl> {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return withPlace(source, ['venue', 'baseUrl'], parsed.fault);
  const { origin } = parsed.value;
  const failAt = (path: Path, message: string) => {
    return { ok: false, fault: faultAt(source, path, 'config.value', message) } as const;
  };
  if (environment === 'live' && !origin.startsWith('https:')) {
    return failAt(['venue', 'baseUrl'], `expected https for a live venue, found ${origin}`);
  }
  if (environment !== 'paper' || isLoopbackUrl(baseUrl)) return ok(parsed.value);
  const message = `expected test or live for a venue beyond this machine, found ${environment}`;
  return failAt(['venue', 'environment'], message);
}

/** A start needs an operator's approval where the venue is live or on another host. */
export function needsApproval(venue: Place | undefined): boolean {
  if (venue === undefined) return false;
  return venue.environment === 'live' || !isLoopbackUrl(venue.baseUrl);
}
