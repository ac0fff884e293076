// The login of a session file: which secrets may lie in a repository, and which never.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { sessionSchema } from '../../src/session/config-schema.js';
import { readLogin } from '../../src/session/read-login.js';

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
  const file = join(folder, 'session.yaml');
  writeFileSync(join(folder, 'secret'), secret);
  chmodSync(join(folder, 'secret'), 0o600);
  const text = JSON.stringify({ name: 'one', login, venue, strategies: [{ strategy: 'twap' }] });
  const source = { file, text, sha256: '' };
  const parsed = parseConfig(source, sessionSchema);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return readLogin({ file, source, config: parsed.value }, { environment: {} });
}

const password = { file: 'secret' };

describe('a secret in a repository', () => {
  it('is taken for the demo user at a simulator on this machine alone', () => {
    const token = read({ ...DEMO, password }, 'demo-password');
    expect(token).toMatchObject({ ok: true, value: { user: 'demo', password: 'demo-password' } });
    const hmac = { id: 'demo-hmac', secret: { file: 'secret' } };
    const signed = read({ baseUrl: DEMO.baseUrl, hmac }, 'demo-hmac-secret', 'hmac');
    expect(signed).toMatchObject({ ok: true, value: { hmac: { id: 'demo-hmac' } } });
  });

  it.each([
    ['another password', { ...DEMO, password }, 'other-password'],
    ['another user', { ...DEMO, user: 'desk', password }, 'demo-password'],
    ['another machine', { ...DEMO, baseUrl: 'https://venue.example', password }, 'demo-password'],
    ['another kind of place', { ...DEMO, environment: 'live', password }, 'demo-password'],
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
