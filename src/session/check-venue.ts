// What a configuration says of its venue, judged before anything of it is used.
import { faultAt, type LoadedText } from '../config/index.js';
import { type Fault, ok, type Result } from '../domain/index.js';
import type { SessionConfig } from './config-schema.js';
import { loadAuthority } from './load-authority.js';
import { withPlace } from './load-named.js';
import { findVenueLogin } from './venue-login.js';

/**
 * Nothing may be sent to a place that is not meant, not even a question for the time. Gives whose
 * word for the venue's certificate is taken; undefined: whom the machine trusts.
 */
export async function checkVenue(
  source: LoadedText,
  config: SessionConfig,
): Promise<Result<LoadedText | undefined>> {
  const { clock, login, venue } = config;
  if (venue === undefined) return ok(undefined);
  const { isLoopbackUrl, parseBaseUrl } = await import('../client/index.js');
  const { baseUrl } = venue;
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return withPlace(source, ['venue', 'baseUrl'], parsed.fault);
  const isAway = !isLoopbackUrl(baseUrl);
  const fault =
    findStpFault(source, venue) ??
    findPlaceFault(source, venue, isAway) ??
    findClockFault(source, clock, venue, isAway);
  if (fault !== undefined) return { ok: false, fault };
  const found = findVenueLogin(source, login, venue);
  return found.ok ? loadAuthority(source, config) : found;
}

type Venue = NonNullable<SessionConfig['venue']>;

function findStpFault(source: LoadedText, { loginUse, stp }: Venue): Fault | undefined {
  if (!stp || loginUse === 'exclusive') return undefined;
  const expected =
    'expected loginUse: exclusive beside it: two readers take trades from each other';
  const message = `${expected}, found loginUse: ${loginUse}`;
  return faultAt(source, ['venue', 'stp'], 'config.value', message);
}

/** A paper venue is a simulator, which listens on its own machine; live goes over TLS always. */
function findPlaceFault(
  source: LoadedText,
  { baseUrl, environment }: Venue,
  isAway: boolean,
): Fault | undefined {
  const { origin, protocol } = new URL(baseUrl);
  if (environment === 'paper' && isAway) {
    const expected = `expected test or live for a venue that is not on this machine (${origin})`;
    const message = `${expected}, found paper, the default`;
    return faultAt(source, ['venue', 'environment'], 'config.value', message);
  }
  if (environment !== 'live' || protocol === 'https:') return undefined;
  const message = `expected https for a live venue, found ${origin}`;
  return faultAt(source, ['venue', 'baseUrl'], 'config.value', message);
}

/** Only a simulator tells its time, and what it tells is not to rule a live session. */
function findClockFault(
  source: LoadedText,
  clock: SessionConfig['clock'],
  { environment }: Venue,
  isAway: boolean,
): Fault | undefined {
  if (clock === 'wall' || (environment !== 'live' && !isAway)) return undefined;
  const place = environment === 'live' ? 'a live venue' : 'a venue that is not on this machine';
  return faultAt(source, ['clock'], 'config.value', `expected wall for ${place}, found ${clock}`);
}
