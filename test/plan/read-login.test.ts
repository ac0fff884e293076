// The login of a session file: which secrets are taken from where, and whose certificates.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { sessionSchema } from '../../src/plan/config-schema.js';
import { readLogin } from '../../src/plan/read-login.js';
import { createAuthority } from '../certificates.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-read-login-'));
  mkdirSync(join(folder, '.git'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const DEMO = { baseUrl: 'http://127.0.0.1:8080', user: 'demo', org: 'DemoOrg' };

/** Reads a session file whose secret lies beside it, in a repository. */
function read(venue: object, secret: string, login = 'token') {
  writeFileSync(join(folder, 'secret'), secret);
  chmodSync(join(folder, 'secret'), 0o600);
  return readFrom(venue, '', login);
}

/** Reads a session file whose secret is in the variable SECRET, if it says so. */
function readFrom(venue: object, secret: string, login = 'token') {
  const file = join(folder, 'session.yaml');
  const text = JSON.stringify({ name: 'one', login, venue, strategies: [{ strategy: 'twap' }] });
  const source = { file, text, sha256: '' };
  const parsed = parseConfig(source, sessionSchema);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return readLogin({ file, source, config: parsed.value }, { environment: { SECRET: secret } });
}

const FAR = { baseUrl: 'https://venue.example', environment: 'test' };
const password = { file: 'secret' };

describe('secret in a repository', () => {
  it('is accepted only for the demo user at a simulator on this machine', () => {
    const token = read({ ...DEMO, password }, 'demo-password');
    expect(token).toMatchObject({ ok: true, value: { user: 'demo', password: 'demo-password' } });
    const hmac = { id: 'demo-hmac', secret: { file: 'secret' } };
    const signed = read({ baseUrl: DEMO.baseUrl, hmac }, 'demo-hmac-secret', 'hmac');
    expect(signed).toMatchObject({ ok: true, value: { hmac: { id: 'demo-hmac' } } });
  });

  it.each([
    ['another password', { ...DEMO, password }, 'other-password'],
    ['another user', { ...DEMO, user: 'desk', password }, 'demo-password'],
    ['another machine', { ...DEMO, ...FAR, password }, 'demo-password'],
    [
      'another environment',
      { ...DEMO, ...FAR, environment: 'live', password },
      'weir-live:demo-password',
    ],
    ['a test venue', { ...DEMO, environment: 'test', password }, 'demo-password'],
  ])('is refused for %s', (_, venue, secret) => {
    const result = read(venue, secret);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.fault.code).toBe('config.secret-file');
    expect(result.fault.message).toContain('expected a file outside of any repository');
    expect(result.fault.where).toContain('session.yaml:1:');
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});

describe('secret of a venue that no session may dial', () => {
  it.each([
    ['IP address', { baseUrl: 'https://192.0.2.7', environment: 'test' }, 'client.base-url'],
    ['plain http', { baseUrl: 'http://venue.example', environment: 'test' }, 'client.base-url'],
    ['paper on another machine', { baseUrl: 'https://venue.example' }, 'config.value'],
    ['live over plain http', { environment: 'live' }, 'config.value'],
  ])('is not read: %s', (_, place, code) => {
    const file = join(folder, 'no-such-file');
    const read = readFrom({ ...DEMO, user: 'desk', ...place, password: { file } }, '');
    expect(read).toMatchObject({ ok: false, fault: { code } });
  });
});

describe('secret of the demo user, from wherever it is read', () => {
  const HMAC = { baseUrl: 'https://venue.example', environment: 'test' };

  it.each([
    ['another machine', { ...DEMO, baseUrl: 'https://venue.example', environment: 'test' }],
    ['a test venue on this machine', { ...DEMO, environment: 'test' }],
  ])('is refused for %s', (_, venue) => {
    const read = readFrom({ ...venue, password: { env: 'SECRET' } }, 'demo-password');
    expect(read).toMatchObject({ ok: false, fault: { code: 'config.secret' } });
    expect(JSON.stringify(read)).toContain('found the published one of the demo user');
    expect(JSON.stringify(read)).not.toContain('demo-password');
  });

  it('is refused as a key of signed requests, and under a tag', () => {
    const hmac = { id: 'demo-hmac', secret: { env: 'SECRET' } };
    for (const text of ['demo-hmac-secret', 'weir-test:demo-hmac-secret']) {
      const read = readFrom({ ...HMAC, hmac }, text, 'hmac');
      expect(read).toMatchObject({ ok: false, fault: { code: 'config.secret' } });
    }
    expect(readFrom({ ...HMAC, hmac }, 'another-secret', 'hmac').ok).toBe(true);
  });
});

describe('trusted signers of the venue', () => {
  const venue = { ...DEMO, password: { env: 'SECRET' }, ca: 'ca.pem' };
  const { cert } = createAuthority();
  const { key } = createAuthority().issue('127.0.0.1');

  it('reach the client as they are in the named file', () => {
    writeFileSync(join(folder, 'ca.pem'), `${cert}${cert}`);
    expect(readFrom(venue, 'x')).toMatchObject({ ok: true, value: { ca: `${cert}${cert}` } });
  });

  it.each([
    ['other text', 'no certificate\n', 'found none'],
    ['a private key', `${cert}${key}`, 'found a private key'],
    [
      'a damaged certificate',
      `${cert}${cert.replace(/\n[A-Za-z0-9]{20}/, '\nAAAAAAAAAAAAAAAAAAAA')}`,
      'block 2',
    ],
  ])('are refused with the line of the configuration: %s', (_, text, found) => {
    writeFileSync(join(folder, 'ca.pem'), text);
    const read = readFrom(venue, 'x');
    expect(read).toMatchObject({ ok: false, fault: { code: 'config.authority' } });
    if (read.ok) return;
    expect(read.fault.message).toContain('expected certificates of authorities (PEM)');
    expect(read.fault.message).toContain(found);
    expect(read.fault.where).toMatch(/session\.yaml:1:\d+$/);
    expect(read.fault.message).not.toContain('PRIVATE');
  });

  it('that are missing are named', () => {
    const read = readFrom({ ...venue, ca: 'missing.pem' }, 'x');
    expect(read).toMatchObject({ ok: false, fault: { code: 'config.no-file' } });
  });
});
