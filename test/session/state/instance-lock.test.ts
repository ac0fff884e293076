import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { localDisk } from '../../../src/journal/index.js';
import {
  bindLocalName,
  type BoundName,
  takeLock,
  toLockName,
} from '../../../src/session/state/index.js';

let dir = '';
let identity = { environment: 'paper', baseUrl: '', login: 'bot@acme' };
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'weir-lock-'));
  identity = { ...identity, baseUrl: `http://127.0.0.1${dir}` };
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const take = (bindName = bindLocalName) => {
  const ports = { disk: localDisk, bindName, processId: 7, startedAt: '2026-07-13T12:00:00Z' };
  return takeLock(ports, dir, identity);
};

describe('the instance lock', () => {
  it('is held once, and free again when released', async () => {
    const first = unwrap(await take());
    expect(await take()).toMatchObject({ ok: false, fault: { code: 'state.locked' } });
    first.release();
    const second = unwrap(await take());
    expect([first.isHeld, second.isHeld]).toEqual([false, true]);
    second.release();
  });

  it('does not depend on its file, which is for people', async () => {
    const first = unwrap(await take());
    expect(JSON.parse(readFileSync(join(dir, 'lock'), 'utf8'))).toMatchObject({ processId: 7 });
    rmSync(join(dir, 'lock'));
    expect(await take()).toMatchObject({ fault: { code: 'state.locked' } });
    expect(first.check()).toBe(true);
    first.release();
  });

  it('is one for each login and venue, whatever the directory', () => {
    const other = { ...identity, login: 'else@acme' };
    expect(toLockName(identity)).toBe(toLockName({ ...identity, environment: 'x' }));
    expect(toLockName(identity)).not.toBe(toLockName(other));
    expect(toLockName(identity)).not.toBe(toLockName({ ...identity, baseUrl: 'http://else' }));
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

  it('is refused in words when the name cannot be bound', async () => {
    const error = Object.assign(new Error('EPERM: of the test'), { code: 'EPERM' });
    const taken = await take(() => Promise.reject(error));
    expect(taken).toMatchObject({ fault: { code: 'state.lock-failed' } });
  });
});
