import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { localDisk } from '../../src/journal/index.js';
import { bindLocalName, type BoundName } from '../../src/host/bind-name.js';
import { takeLock, type StateIdentity } from '../../src/state/index.js';

let dir = '';
let identity: StateIdentity = { environment: 'paper', baseUrl: '', login: 'bot@acme' };
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'weir-lock-'));
  identity = { ...identity, baseUrl: `http://127.0.0.1${dir}` };
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const take = (bindName = bindLocalName, whose: Partial<StateIdentity> = {}) => {
  const ports = { disk: localDisk, bindName, processId: 7, startedAt: '2026-07-13T12:00:00Z' };
  return takeLock(ports, dir, { ...identity, ...whose });
};

describe('instance lock', () => {
  it('is held once, and free again when released', async () => {
    const first = unwrap(await take());
    expect(await take()).toMatchObject({ ok: false, fault: { code: 'state.locked' } });
    first.release();
    const second = unwrap(await take());
    expect([first.isHeld, second.isHeld]).toEqual([false, true]);
    second.release();
  });

  it('does not depend on its file, which is for operators', async () => {
    const first = unwrap(await take());
    expect(JSON.parse(readFileSync(join(dir, 'lock'), 'utf8'))).toMatchObject({ processId: 7 });
    rmSync(join(dir, 'lock'));
    expect(await take()).toMatchObject({ fault: { code: 'state.locked' } });
    expect(first.check()).toBe(true);
    first.release();
  });

  it('is one for each login and venue, whatever the directory', async () => {
    const first = unwrap(await take());
    const locked = { fault: { code: 'state.locked' } };
    expect(await take(undefined, { environment: 'x' })).toMatchObject(locked);
    for (const host of ['127.8.0.9', 'localhost', '[::1]']) {
      const baseUrl = identity.baseUrl.replace('127.0.0.1', host);
      expect(await take(undefined, { baseUrl })).toMatchObject(locked);
    }
    for (const other of [{ login: 'else@acme' }, { baseUrl: 'http://else' }]) {
      unwrap(await take(undefined, other)).release();
    }
    first.release();
  });

  it('is one for an account, however it is reached, and one for its login too', async () => {
    const venue = { id: 'acme-live', account: `DemoOrg ${dir}` };
    const first = unwrap(await take(undefined, { venue }));
    const locked = { fault: { code: 'state.locked' } };
    const reached = { baseUrl: 'https://127.0.0.1:9', login: 'hmac-1' };
    const spelled = { ...venue, account: venue.account.toUpperCase() };
    expect(await take(undefined, { ...reached, venue: spelled })).toMatchObject(locked);
    // By a version, or a configuration, that does not know of the account.
    expect(await take()).toMatchObject(locked);
    const other = { ...venue, account: `Else ${dir}` };
    expect(await take(undefined, { venue: other })).toMatchObject(locked);
    unwrap(await take(undefined, { ...reached, venue: other })).release();
    first.release();
    const asLogin = unwrap(await take());
    expect(await take(undefined, { venue })).toMatchObject(locked);
    // What it had bound already is free again.
    unwrap(await take(undefined, { ...reached, venue })).release();
    asLogin.release();
  });

  it('stays lost once a check found it lost', async () => {
    let isHeld = true;
    const bound: BoundName = { isHeld: () => isHeld, release: () => undefined };
    const lock = unwrap(await take(() => Promise.resolve(bound)));
    expect(lock.check()).toBe(true);
    isHeld = false;
    expect(lock.isHeld).toBe(true);
    expect(lock.check()).toBe(false);
    isHeld = true;
    expect([lock.check(), lock.isHeld]).toEqual([false, false]);
  });

  it('is free again when its file cannot be written', async () => {
    let isReleased = false;
    const release = () => {
      isReleased = true;
    };
    const bindName = () => Promise.resolve({ isHeld: () => true, release });
    rmSync(dir, { recursive: true });
    expect(await take(bindName)).toMatchObject({ fault: { code: 'state.lock-failed' } });
    expect(isReleased).toBe(true);
    mkdirSync(dir);
  });

  it('is refused with a message when the name cannot be bound', async () => {
    const error = Object.assign(new Error('EPERM: of the test'), { code: 'EPERM' });
    const taken = await take(() => Promise.reject(error));
    expect(taken).toMatchObject({ fault: { code: 'state.lock-failed' } });
  });
});
