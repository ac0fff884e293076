// How a session authenticates at its venue, from its configuration, without the secret.
import { faultAt, type SecretSource, type SourceText } from '../config/index.js';
import type { Credentials } from '../client/index.js';
import { ok, type Result } from '../domain/index.js';
import type { Path } from '../validation/index.js';
import type { SessionConfig } from './config-schema.js';

export interface VenueLogin {
  /** Path of the secret's place in the configuration. */
  readonly path: Path;
  readonly baseUrl: string;
  readonly from: SecretSource;
  readonly toCredentials: (secret: string) => Credentials;
}

/** Checks `venue` and the keys that `login` needs. Fault code `config.missing-key`. */
export function findVenueLogin(
  source: SourceText,
  login: SessionConfig['login'],
  venue: SessionConfig['venue'],
): Result<VenueLogin> {
  if (venue === undefined) {
    const keys = login === 'hmac' ? 'baseUrl and hmac' : 'baseUrl, user, org and password';
    const message = `expected \`venue:\` with ${keys}, found none`;
    return { ok: false, fault: faultAt(source, [], 'config.missing-key', message) };
  }
  const failMissing = (key: string) => {
    const message = `\`login: ${login}\` requires this key, found none`;
    return {
      ok: false,
      fault: faultAt(source, ['venue', key], 'config.missing-key', message),
    } as const;
  };
  const { baseUrl, user, org, password, hmac } = venue;
  if (login === 'hmac') {
    if (hmac === undefined) return failMissing('hmac');
    const path = ['venue', 'hmac', 'secret'];
    const toCredentials = (secret: string) => ({ hmac: { id: hmac.id, secret } });
    return ok({ path, baseUrl, from: hmac.secret, toCredentials });
  }
  if (user === undefined) return failMissing('user');
  if (org === undefined) return failMissing('org');
  if (password === undefined) return failMissing('password');
  const passwordPlace = `\`venue.password\` of ${source.file}, ${describePlace(password)}`;
  const toCredentials = (secret: string) => ({ user, org, password: secret, passwordPlace });
  return ok({ path: ['venue', 'password'], baseUrl, from: password, toCredentials });
}

function describePlace({ env, file }: SecretSource): string {
  return env === undefined ? `file ${file ?? ''}` : `environment variable ${env}`;
}
