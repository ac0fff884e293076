// Checks the venue of a configuration before any of it is used.
import { faultAt, type LoadedText } from '../config/index.js';
import { type Fault, ok, type Result } from '../domain/index.js';
import type { SessionConfig } from './config-schema.js';
import { loadAuthority } from './load-ca.js';
import { findListFault } from './operators.js';
import { findVenueLogin } from './venue-login.js';

/**
 * Checks the venue before anything is sent, even a query of its time. Returns the trusted signers
 * of its certificate; undefined: those of the host.
 */
export async function checkVenue(
  source: LoadedText,
  config: SessionConfig,
): Promise<Result<LoadedText | undefined>> {
  const { clock, login, venue } = config;
  const list = findListFault(config);
  if (list !== undefined) {
    return { ok: false, fault: faultAt(source, ['operators'], 'config.value', list) };
  }
  if (venue === undefined) return ok(undefined);
  const { checkVenuePlace } = await import('./venue-place.js');
  const place = checkVenuePlace(source, venue);
  if (!place.ok) return place;
  const fault =
    findStpFault(source, venue) ??
    findCaFault(source, venue, place.value.origin) ??
    findLiveFault(source, clock, venue) ??
    findAccountFault(source, venue);
  if (fault !== undefined) return { ok: false, fault };
  const found = findVenueLogin(source, login, venue);
  return found.ok ? loadAuthority(source, config) : found;
}

type Venue = NonNullable<SessionConfig['venue']>;

function findStpFault(source: LoadedText, { loginUse, stp }: Venue): Fault | undefined {
  if (!stp || loginUse === 'exclusive') return undefined;
  const expected =
    'expected loginUse: exclusive with stp, as two readers take trades from each other';
  const message = `${expected}, found loginUse: ${loginUse}`;
  return faultAt(source, ['venue', 'stp'], 'config.value', message);
}

/** Signers require TLS: the venue proves its identity over https only. */
function findCaFault(source: LoadedText, { ca }: Venue, origin: string): Fault | undefined {
  if (ca === undefined || origin.startsWith('https:')) return undefined;
  const message = `expected an https base URL with ca, found ${origin}`;
  return faultAt(source, ['venue', 'ca'], 'config.value', message);
}

/** A live session does not use the venue's clock. */
function findLiveFault(
  source: LoadedText,
  clock: SessionConfig['clock'],
  { environment }: Venue,
): Fault | undefined {
  if (environment !== 'live' || clock === 'wall') return undefined;
  const message = `expected wall for a live venue, found ${clock}`;
  return faultAt(source, ['clock'], 'config.value', message);
}

/** A live state needs an identity that does not depend on the base URL. */
function findAccountFault(
  source: LoadedText,
  { account, environment, id }: Venue,
): Fault | undefined {
  const isLive = environment === 'live';
  if (!isLive && id === undefined) return undefined;
  const missing = id === undefined ? 'id' : account === undefined ? 'account' : undefined;
  if (missing === undefined) return undefined;
  const what = isLive ? 'for a live venue' : 'with `id`';
  const message = `this key is required ${what}, found none`;
  return faultAt(source, ['venue', missing], 'config.missing-key', message);
}
