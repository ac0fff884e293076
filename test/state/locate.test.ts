// The place of a state when the command line does not name it.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { localDisk } from '../../src/journal/index.js';
import { realPorts } from '../../src/host/index.js';
import {
  locateState,
  openStateDirectory,
  placeState,
  spellPlace,
  type StateIdentity,
} from '../../src/state/index.js';

const IDENTITY = { environment: 'paper', baseUrl: 'http://127.0.0.1:8080', login: 'bot@acme' };
const NAME = 'paper-127.0.0.1_8080-bot@acme';
const STATE_HOME = '/ada/.local/state/weir';
const PORTS = { disk: localDisk, host: { stateHome: STATE_HOME } };
const before = process.cwd();

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'weir-place-'));
  process.chdir(dir);
});
afterEach(() => {
  process.chdir(before);
  rmSync(dir, { recursive: true });
  vi.unstubAllEnvs();
});

describe('state of a login', () => {
  it('has a place by environment, host and login, from every directory', () => {
    const path = { ok: true, value: join(STATE_HOME, NAME) };
    expect(placeState(PORTS, undefined, IDENTITY)).toEqual(path);
    for (const baseUrl of ['http://localhost:8080/', 'HTTP://127.0.0.1:8080']) {
      expect(placeState(PORTS, undefined, { ...IDENTITY, baseUrl })).toEqual(path);
    }
    expect(spellPlace('https://localhost:8443')).toBe('https://127.0.0.1:8443');
    expect(spellPlace('https://localhost.example')).toBe('https://localhost.example');
    const value = join(STATE_HOME, 'paper-127.0.0.1_8080-.._x');
    const login = '../x';
    expect(placeState(PORTS, undefined, { ...IDENTITY, login })).toEqual({ ok: true, value });
  });

  it('is where the operator says', () => {
    mkdirSync(join('state', NAME), { recursive: true });
    expect(placeState(PORTS, 'mine', IDENTITY)).toEqual({ ok: true, value: 'mine' });
  });

  it('of an earlier version below the working directory is not ignored', () => {
    mkdirSync(join('state', NAME), { recursive: true });
    expect(placeState(PORTS, undefined, IDENTITY)).toMatchObject({
      fault: {
        code: 'state.former',
        where: join(process.cwd(), 'state', NAME),
        message: expect.stringContaining(`move it there, or name it with --state DIR`),
      },
    });
  });

  it('of an earlier version is found under its base URL in its old spelling', () => {
    mkdirSync(join('state', 'paper-localhost_8080-bot@acme'), { recursive: true });
    const identity = { ...IDENTITY, baseUrl: 'http://localhost:8080' };
    expect(placeState(PORTS, undefined, identity)).toMatchObject({
      fault: { code: 'state.former' },
    });
  });

  it('is searched in both places by a command that stops a bot', () => {
    const host = { stateHome: join(process.cwd(), 'home') };
    const ports = { disk: localDisk, host };
    const [path, former] = [join(host.stateHome, NAME), join(process.cwd(), 'state', NAME)];
    expect(locateState(ports, undefined, IDENTITY)).toBe(path);
    mkdirSync(former, { recursive: true });
    expect(locateState(ports, undefined, IDENTITY)).toBe(former);
    mkdirSync(path, { recursive: true });
    expect(locateState(ports, undefined, IDENTITY)).toBe(path);
    expect(locateState(ports, 'mine', IDENTITY)).toBe('mine');
  });

  describe('of an account', () => {
    const VENUE = { id: 'acme-live', account: 'Demo Org' };
    const OWN = 'paper-acme-live-demo_org';
    let home = '';
    beforeEach(() => {
      home = join(dir, 'home');
    });

    const place = (identity: StateIdentity, given?: string) =>
      placeState({ disk: localDisk, host: { stateHome: home } }, given, identity);
    const make = (name: string, identity: StateIdentity = IDENTITY) =>
      unwrap(
        openStateDirectory({ disk: localDisk, userId: undefined }, join(home, name), identity),
      );

    it('has one place, however it is reached', () => {
      for (const [baseUrl, login, account] of [
        ['http://127.0.0.1:8080', 'bot@acme', 'Demo Org'],
        ['https://venue.example:1', 'hmac-1', ' demo org'],
      ] as const) {
        const identity = { ...IDENTITY, baseUrl, login, venue: { ...VENUE, account } };
        expect(place(identity)).toEqual({ ok: true, value: join(home, OWN) });
      }
    });

    it('that has a state by its login is refused until that is moved', () => {
      const { dir: where } = make(NAME);
      const message = expect.stringContaining('run `weir state move CONFIG`');
      for (const given of [undefined, 'mine']) {
        expect(place({ ...IDENTITY, venue: VENUE }, given)).toMatchObject({
          fault: { code: 'state.former', where, message },
        });
      }
      expect(place({ ...IDENTITY, venue: VENUE, login: 'else@acme' }).ok).toBe(true);
      expect(place({ ...IDENTITY, venue: VENUE, environment: 'test' }).ok).toBe(true);
    });

    it('is refused by a second spelling of it', () => {
      const { dir: where } = make(OWN, { ...IDENTITY, venue: VENUE });
      const local = { ...IDENTITY, baseUrl: 'http://127.7.7.7:8080' };
      for (const [wanted, words] of [
        [local, 'account Demo Org of venue acme-live (paper), found none'],
        [{ ...local, venue: { ...VENUE, id: 'acme' } }, 'found account Demo Org of venue acme'],
        [{ ...IDENTITY, login: 'x', environment: 'test', venue: VENUE }, 'expected one state of'],
      ] as const) {
        expect(place(wanted)).toMatchObject({
          fault: { code: 'state.other', where, message: expect.stringContaining(words) },
        });
      }
      expect(place({ ...local, login: 'hmac-1', venue: VENUE }).ok).toBe(true);
    });

    it('is not created again in another directory', () => {
      const { dir: where } = make(OWN, { ...IDENTITY, venue: VENUE });
      expect(place({ ...IDENTITY, venue: VENUE }, 'mine')).toMatchObject({
        fault: { code: 'state.other', where },
      });
      symlinkSync(where, join(dir, 'link'));
      expect(place({ ...IDENTITY, venue: VENUE }, 'link').ok).toBe(true);
      // A copy by another name is none of Weir's.
      make('backup', { ...IDENTITY, venue: VENUE });
      expect(place({ ...IDENTITY, venue: VENUE }).ok).toBe(true);
    });

    it('is found by a command that stops a bot, also under a former name', () => {
      const ports = { disk: localDisk, host: { stateHome: home } };
      const wanted = { ...IDENTITY, venue: VENUE };
      const { dir: where } = make('paper-127.0.0.2_8080-bot@acme', {
        ...IDENTITY,
        baseUrl: 'http://127.0.0.2:8080',
      });
      expect([wanted, IDENTITY].map((one) => locateState(ports, undefined, one))).toEqual([
        where,
        where,
      ]);
      expect(place(IDENTITY)).toMatchObject({ fault: { code: 'state.former', where } });
    });
  });

  it('is under $XDG_STATE_HOME, or under the home directory', () => {
    vi.stubEnv('HOME', '/ada');
    vi.stubEnv('XDG_STATE_HOME', '/var/lib/ada');
    expect(realPorts.host.stateHome).toBe('/var/lib/ada/weir');
    vi.stubEnv('XDG_STATE_HOME', 'relative');
    expect(realPorts.host.stateHome).toBe('/ada/.local/state/weir');
    vi.stubEnv('HOME', '');
    const { homedir } = userInfo();
    expect(realPorts.host.stateHome).toBe(join(homedir, '.local/state/weir'));
  });
});
