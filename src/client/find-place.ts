// Where a client may take the secret that it was given: its base URL, and whose secret it is.
import { fail, type Result } from '../domain/index.js';
import { type BaseUrl, isLoopbackUrl, parseBaseUrl } from './base-url.js';
import type { VenueClientOptions } from './client-options.js';
import { isDemoLogin } from './demo-login.js';

/** Fault code `client.base-url`. */
export function findPlace(options: VenueClientOptions): Result<BaseUrl> {
  const parsed = parseBaseUrl(options.baseUrl);
  if (!parsed.ok || isLoopbackUrl(options.baseUrl) || !isDemoLogin(options)) return parsed;
  const message = 'expected a login of your own beyond this machine, found that of the demo user';
  return fail('client.base-url', message);
}
