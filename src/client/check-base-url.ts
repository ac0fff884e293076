// Checks the base URL against the credentials, before a secret is sent there.
import { fail, type Result } from '../domain/index.js';
import type { Credentials } from './login/authenticator.js';
import { type BaseUrl, isLoopbackUrl, parseBaseUrl } from './base-url.js';
import type { VenueClientOptions } from './client-options.js';

/** User of the simulator that comes with Weir: its secrets are published. */
const DEMO = { user: 'demo', password: 'demo-password', id: 'demo-hmac', key: 'demo-hmac-secret' };

/** Whether a login is the published one, which is allowed only for a simulator on this host. */
export function isDemoLogin(credentials: Credentials): boolean {
  if ('hmac' in credentials) {
    const { id, secret } = credentials.hmac;
    return id === DEMO.id && secret === DEMO.key;
  }
  return credentials.user === DEMO.user && credentials.password === DEMO.password;
}

/** Fault code `client.base-url`. */
export function checkBaseUrl(options: VenueClientOptions): Result<BaseUrl> {
  const parsed = parseBaseUrl(options.baseUrl);
  if (!parsed.ok || isLoopbackUrl(options.baseUrl) || !isDemoLogin(options)) return parsed;
  const message = 'expected a login of your own beyond this machine, found that of the demo user';
  return fail('client.base-url', message);
}
