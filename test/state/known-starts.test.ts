// Known starts: the state of a configuration's last start, found by its path.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localDisk } from '../../src/journal/index.js';
import {
  findStarts,
  listStarts,
  noteStart,
  pickStart,
  type VenueAccount,
} from '../../src/state/index.js';

const made: string[] = [];
let dir = '';
let home = '';

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'weir-starts-'));
  made.push(dir);
  home = join(dir, 'home');
});

afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true });
});

function start(
  config: string,
  name: string,
  login = 'ann@Org',
  text = 'a',
  venue?: VenueAccount,
): string {
  const state = join(dir, name);
  mkdirSync(join(state, 'control'), { recursive: true });
  const own = { environment: 'paper', baseUrl: 'http://venue', login };
  const identity = venue === undefined ? own : { ...own, venue };
  const ports = { disk: localDisk, host: { stateHome: home, processId: 1 } };
  expect(noteStart(ports, join(dir, config), { state, identity, text })).toBeUndefined();
  return state;
}

const find = (config: string) => findStarts(localDisk, home, join(dir, config));

describe('known starts', () => {
  it('find the last state of a configuration and login, with or without its file', () => {
    start('run.yaml', 'old');
    const state = start('run.yaml', 'new');
    start('other.yaml', 'other');
    expect(find('run.yaml')).toMatchObject([{ state, identity: { login: 'ann@Org' } }]);
    expect(find('runn.yaml')).toEqual([]);
    expect(listStarts(localDisk, home)).toHaveLength(2);
    expect(listStarts(localDisk, join(dir, 'nowhere'))).toEqual([]);
  });

  it('are found by a link, and by its target', () => {
    writeFileSync(join(dir, 'v1.yaml'), 'a');
    symlinkSync(join(dir, 'v1.yaml'), join(dir, 'run.yaml'));
    const state = start('run.yaml', 'state');
    expect([find('run.yaml')[0]?.state, find('v1.yaml')[0]?.state]).toEqual([state, state]);
    rmSync(join(dir, 'run.yaml'));
    expect([find('run.yaml')[0]?.state, find('v1.yaml')[0]?.state]).toEqual([state, state]);
  });

  it('keep the account, which is one start however it is reached', () => {
    const venue = { id: 'acme-live', account: 'DemoOrg' };
    const state = start('run.yaml', 'state', 'ann@Org', 'a', venue);
    start('run.yaml', 'state', 'hmac-1', 'b', venue);
    expect(find('run.yaml')).toMatchObject([{ state, identity: { login: 'hmac-1', venue } }]);
  });

  it('drop a state that no longer exists, and are for their user only', () => {
    rmSync(start('run.yaml', 'gone'), { recursive: true });
    expect(find('run.yaml')).toEqual([]);
    start('other.yaml', 'other');
    const [file, ...more] = readdirSync(join(home, 'starts'));
    expect(more).toEqual([]);
    const modes = ['', file ?? ''].map((one) => statSync(join(home, 'starts', one)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  it('leave out what is damaged', () => {
    start('run.yaml', 'state');
    for (const [name, text] of [
      ['a', ''],
      ['b', '[]'],
      ['c', '{"v":2}'],
      ['d', 'null'],
    ] as const) {
      writeFileSync(join(home, 'starts', `${name.repeat(32)}.json`), text);
    }
    expect(listStarts(localDisk, home)).toHaveLength(1);
  });

  it('report why they cannot be kept', () => {
    writeFileSync(home, '');
    const ports = { disk: localDisk, host: { stateHome: home, processId: 1 } };
    const identity = { environment: 'paper', baseUrl: 'http://venue', login: 'ann@Org' };
    const reported = noteStart(ports, 'run.yaml', { state: dir, identity, text: '' });
    expect(reported).toMatch(/^cannot note this start for weir kill: .*ENOTDIR/);
  });
});

describe('pickStart', () => {
  it('returns the only one, else the only one with this text, else none', () => {
    const ann = start('run.yaml', 'ann', 'ann@Org', 'a');
    expect(pickStart(find('run.yaml'), () => 'changed')?.state).toBe(ann);
    const bob = start('run.yaml', 'bob', 'bob@Org', 'b');
    expect(pickStart(find('run.yaml'), () => 'b')?.state).toBe(bob);
    expect(pickStart(find('run.yaml'), () => undefined)).toBeUndefined();
    start('run.yaml', 'eve', 'eve@Org', 'b');
    expect(pickStart(find('run.yaml'), () => 'b')).toBeUndefined();
    expect(pickStart([], () => 'b')).toBeUndefined();
  });
});
