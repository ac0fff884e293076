// What a configuration says of its login: the keys each way needs, and the secret's place.
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { unwrap } from '../../src/domain/index.js';
import { sessionSchema } from '../../src/plan/config-schema.js';
import { findVenueLogin } from '../../src/plan/venue-login.js';

const USER = { user: 'algo1', org: 'DeskOrg', password: { env: 'PASSWORD' } };
const HMAC = { hmac: { id: 'algo1-hmac', secret: { file: 'secret' } } };

function find(parts: { readonly login?: string; readonly venue: object }) {
  const venue = { baseUrl: 'http://127.0.0.1:1', ...parts.venue };
  const strategies = [{ strategy: 'twap' }];
  const text = JSON.stringify({ name: 'a', strategies, ...parts, venue }, undefined, 1);
  const source = { file: 'session.yaml', text };
  const config = unwrap(parseConfig(source, sessionSchema));
  return findVenueLogin(source, config.login, config.venue);
}

describe('findVenueLogin', () => {
  it('takes a password by default', () => {
    const { path, from, toCredentials } = unwrap(find({ venue: { ...USER, ...HMAC } }));
    expect([path.join('.'), from]).toEqual(['venue.password', { env: 'PASSWORD' }]);
    expect(toCredentials('p')).toEqual({
      ...{ user: 'algo1', org: 'DeskOrg', password: 'p' },
      passwordPlace: '`venue.password` of session.yaml, environment variable PASSWORD',
    });
  });

  it('uses an HMAC secret with login: hmac, whatever other keys exist', () => {
    const login = 'hmac';
    const { path, from, toCredentials } = unwrap(find({ login, venue: { ...USER, ...HMAC } }));
    expect([path.join('.'), from]).toEqual(['venue.hmac.secret', { file: 'secret' }]);
    expect(toCredentials('s')).toEqual({ hmac: { id: 'algo1-hmac', secret: 's' } });
  });

  it.each([
    ['token', { ...USER, user: undefined }, 'user'],
    ['token', { ...USER, org: undefined }, 'org'],
    ['token', { ...USER, password: undefined }, 'password'],
    ['token', HMAC, 'user'],
    ['hmac', USER, 'hmac'],
  ])('with login %s and the venue %j reports a missing %s', (login, venue, key) => {
    expect(find({ login, venue })).toMatchObject({
      ok: false,
      fault: {
        code: 'config.missing-key',
        message: `venue.${key}: \`login: ${login}\` requires this key, found none`,
        where: expect.stringMatching(/^session\.yaml:\d+:\d+$/) as string,
      },
    });
  });

  it('refuses an id that no header can carry', () => {
    const venue = { hmac: { id: 'a"b', secret: { env: 'X' } } };
    expect(() => find({ login: 'hmac', venue })).toThrow('printable ASCII without quote');
  });
});
