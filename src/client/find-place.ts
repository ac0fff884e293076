// Where a client may take the secret that it was given: its base URL, and whose secret it is.
import { fail, type Result } from '../domain/index.js';
import type { Credentials } from './login/authenticator.js';
import { type BaseUrl, isLoopbackUrl, parseBaseUrl } from './base-url.js';
import type { VenueClientOptions } from './client-options.js';

/** The user of the simulator that Weir brings along: everybody may read its secrets. */
const DEMO = { user: 'demo', password: 'demo-password', id: 'demo-hmac', key: 'demo-hmac-secret' };

/** Such a login is for a simulator on this machine and no other place. */
export function isDemoLogin(credentials: Credentials): boolean {
  if ('hmac' in credentials) {
    const { id, secret } = credentials.hmac;
    return id === DEMO.id && secret === DEMO.key;
  }
  return credentials.user === DEMO.user && credentials.password === DEMO.password;
}

/** Fault code `client.base-url`. */
export function findPlace(options: VenueClientOptions): Result<BaseUrl> {
  const parsed = parseBaseUrl(options.baseUrl);
  if (!parsed.ok || isLoopbackUrl(options.baseUrl) || !isDemoLogin(options)) return parsed;
  const message = 'expected a login of your own beyond this machine, found that of the demo user';
  return fail('client.base-url', message);
}
