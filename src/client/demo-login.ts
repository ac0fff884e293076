// The user of the simulator that Weir brings along: everybody may read its secrets.
import type { Credentials } from './authenticator.js';

const DEMO = { user: 'demo', password: 'demo-password', id: 'demo-hmac', key: 'demo-hmac-secret' };

/** Such a login is for a simulator on this machine and no other place. */
export function isDemoLogin(credentials: Credentials): boolean {
  if ('hmac' in credentials) {
    const { id, secret } = credentials.hmac;
    return id === DEMO.id && secret === DEMO.key;
  }
  return credentials.user === DEMO.user && credentials.password === DEMO.password;
}
