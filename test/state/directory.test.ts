import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { localDisk } from '../../src/journal/index.js';
import {
  findStateDirectory,
  markBegun,
  moveStateDirectory,
  openStateDirectory,
  readMark,
  type StateIdentity,
  writeMark,
} from '../../src/state/index.js';

const IDENTITY = { environment: 'paper', baseUrl: 'http://127.0.0.1:8080', login: 'bot@acme' };
const userId = process.getuid?.();

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'weir-state-'));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

const open = (dir = join(parent, 'state'), identity: StateIdentity = IDENTITY) =>
  openStateDirectory({ disk: localDisk, userId }, dir, identity);

describe('state directory', () => {
  it('is created with its parts, for its owner only', () => {
    const state = unwrap(open());
    expect(state.hasBegun).toBe(false);
    for (const path of [state.dir, state.journal, state.control]) {
      expect(statSync(path).mode & 0o777).toBe(0o700);
    }
    expect(statSync(join(state.dir, 'identity.json')).mode & 0o777).toBe(0o600);
  });

  it('is opened again by the same login', () => {
    unwrap(open());
    expect(unwrap(open()).identity).toEqual(IDENTITY);
  });

  it.each([
    ['identity.json', 'a pipe', 'a pipe, a socket or a device: see who made it'],
    ['control/halt', 'a pipe', 'a pipe, a socket or a device: see who made it'],
    ['control/beat', 'a pipe', 'a pipe, a socket or a device: see who made it'],
    ['journal/000001.jsonl', 'a pipe', 'a pipe, a socket or a device: see who made it'],
    ['control/halt', 'a link', 'a symbolic link: see who made it, and move it away'],
    ['control/halt', 'a folder', 'a directory: see who made it, and move it away'],
    ['identity.json', 'open', 'one that others may have written, mode 0660: check it'],
    ['journal/000001.jsonl', 'open', 'one that others may have written, mode 0660: check it'],
  ])('is refused with %s as %s, at once, with the remedy', (name, what, words) => {
    const { dir } = unwrap(open());
    const path = join(dir, name);
    rmSync(path, { force: true });
    if (what === 'a pipe') execFileSync('mkfifo', [path]);
    else if (what === 'a link') symlinkSync('/dev/null', path);
    else if (what === 'a folder') mkdirSync(path);
    else writeFileSync(path, '');
    if (what === 'open') chmodSync(path, 0o660);
    const message = expect.stringContaining(`expected a file, found ${words}`) as string;
    expect(open()).toMatchObject({ fault: { code: 'state.unsafe', message, where: path } });
  });

  it('makes files private that others could read, such as a restored copy', () => {
    const { dir, journal } = unwrap(open());
    const files = [join(dir, 'identity.json'), join(journal, '000001.jsonl')];
    writeFileSync(join(journal, '000001.jsonl'), '');
    for (const file of files) chmodSync(file, 0o644);
    expect(open().ok).toBe(true);
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is found with a kill file of any kind, and with the socket of a bot', () => {
    const { control } = unwrap(open());
    for (const name of ['KILL', 'socket']) execFileSync('mkfifo', [join(control, name)]);
    expect(open().ok).toBe(true);
  });

  it('remembers that a journal was started, also at another address', () => {
    const state = unwrap(open());
    expect(unwrap(open()).hasBegun).toBe(false);
    unwrap(markBegun(localDisk, state));
    expect(unwrap(open()).hasBegun).toBe(true);
    const found = unwrap(findStateDirectory(localDisk, state.dir));
    const baseUrl = 'http://127.0.0.1:1';
    moveStateDirectory(localDisk, found, { ...IDENTITY, baseUrl });
    expect(unwrap(open(undefined, { ...IDENTITY, baseUrl })).hasBegun).toBe(true);
  });

  describe('tag for its orders', () => {
    const dir = () => join(parent, 'state');
    const make = (tag: string) => {
      return unwrap(
        openStateDirectory({ disk: localDisk, userId, drawTag: () => tag }, dir(), IDENTITY),
      );
    };

    it('is drawn once, and kept when a journal starts and when the directory moves', () => {
      expect(make('weirabc')).toMatchObject({ tag: 'weirabc', mayHaveOtherTag: true });
      unwrap(markBegun(localDisk, make('weirxyz')));
      const found = unwrap(findStateDirectory(localDisk, dir()));
      moveStateDirectory(localDisk, found, { ...IDENTITY, login: 'other' });
      const moved = unwrap(findStateDirectory(localDisk, dir()));
      for (const one of [found, moved]) {
        expect([one.tag, one.mayHaveOtherTag]).toEqual(['weirabc', undefined]);
      }
    });

    it('is the default of all bots where it names none, or draws none', () => {
      const text = JSON.stringify({ v: 1, ...IDENTITY, hasBegun: true });
      const state = unwrap(open());
      expect(readFileSync(join(state.dir, 'identity.json'), 'utf8')).not.toContain('tag');
      writeFileSync(join(state.dir, 'identity.json'), text);
      expect([make('weirxyz').tag, state.tag]).toEqual(['weir', 'weir']);
    });

    it('is remembered by its mark when the directory is lost', () => {
      const { dir: real } = make('weirabc');
      writeMark(localDisk, real, { epoch: 1, seq: 1, tag: 'weirabc' });
      writeMark(localDisk, real, { epoch: 1, seq: 9 });
      expect(readMark(localDisk, real)).toEqual({ epoch: 1, seq: 9, tag: 'weirabc' });
      rmSync(join(real, 'identity.json'));
      expect(unwrap(findStateDirectory(localDisk, real, IDENTITY)).tag).toBe('weirabc');
      const again = make('weirxyz');
      expect([again.tag, again.mayHaveOtherTag]).toEqual(['weirabc', undefined]);
      rmSync(join(real, 'identity.json'));
      rmSync(join(parent, 'state.mark'));
      expect(unwrap(findStateDirectory(localDisk, real, IDENTITY))).toMatchObject({
        ...{ tag: 'weir', mayHaveOtherTag: true },
      });
      expect(make('weirxyz').tag).toBe('weirxyz');
    });

    it('has letters and digits behind weir, or it is refused', () => {
      const { dir: real } = make('weirabc');
      for (const tag of ['abc', 'weir-a', 'weirabcdefghijk', 'weirA']) {
        const text = JSON.stringify({ v: 1, ...IDENTITY, hasBegun: true, tag });
        writeFileSync(join(real, 'identity.json'), text);
        expect(open()).toMatchObject({ fault: { code: 'state.other' } });
      }
    });
  });

  it.each(['environment', 'baseUrl', 'login'] as const)('is refused to another %s', (key) => {
    unwrap(open());
    const message = expect.stringContaining(`expected the state of ${key} other`);
    expect(open(undefined, { ...IDENTITY, [key]: 'other' })).toMatchObject({
      fault: { code: 'state.other', message },
    });
  });

  describe('of an account', () => {
    const venue = { id: 'acme-live', account: 'DemoOrg' };

    it('is the same however the account is reached, which is reported once', () => {
      unwrap(open(undefined, { ...IDENTITY, venue }));
      const other = { ...IDENTITY, baseUrl: 'https://10.0.0.1', login: 'hmac-1' };
      const state = unwrap(open(undefined, { ...other, venue: { ...venue, account: 'demoorg ' } }));
      expect(state.before).toBe('bot@acme at http://127.0.0.1:8080');
      unwrap(markBegun(localDisk, state));
      const again = unwrap(open(undefined, { ...other, venue }));
      expect([again.hasBegun, again.before]).toEqual([true, undefined]);
    });

    it.each([
      [
        'of an older state, without an account',
        IDENTITY,
        venue,
        'state.former',
        'weir state move CONFIG',
      ],
      ['without its account', { ...IDENTITY, venue }, undefined, 'state.other', 'venue.account'],
      [
        'for another account',
        { ...IDENTITY, venue },
        { ...venue, account: 'Else' },
        'state.other',
        'found that of account DemoOrg of venue acme-live',
      ],
    ] as const)('is refused %s', (_, first, second, code, words) => {
      unwrap(open(undefined, first));
      const wanted = second === undefined ? IDENTITY : { ...IDENTITY, venue: second };
      expect(open(undefined, wanted)).toMatchObject({
        fault: { code, message: expect.stringContaining(words) },
      });
    });
  });

  it('is refused when it does not name its login', () => {
    const { dir, journal } = unwrap(open());
    rmSync(join(dir, 'identity.json'));
    mkdirSync(join(journal, 'anything'));
    expect(open()).toMatchObject({ fault: { code: 'state.other' } });
  });

  it.each([
    ['below a world-writable parent', 'writable', () => chmodSync(parent, 0o777)],
    ['below a sticky world-writable parent', 'writable', () => chmodSync(parent, 0o1777)],
    ['that is a link', 'a link', () => linkTo('elsewhere', 'state')],
    ['whose journal is a link', 'a link', () => linkTo('elsewhere', 'state/journal')],
    ['whose journal is a file', 'a file', () => writeFileSync(own('state/journal'), '')],
    ['whose control files others may read', '0750', () => mkdirSync(own('state/control'), 0o750)],
  ])('is refused %s', (_, found, prepare) => {
    prepare();
    const message = expect.stringMatching(`found .*${found}`) as string;
    expect(open()).toMatchObject({ fault: { code: 'state.unsafe', message } });
  });

  it('is refused to another user than the one it belongs to', () => {
    mkdirSync(join(parent, 'state'), 0o700);
    const ports = { disk: localDisk, userId: (userId ?? 0) + 1 };
    const opened = openStateDirectory(ports, join(parent, 'state'), IDENTITY);
    expect(opened).toMatchObject({ fault: { code: 'state.unsafe' } });
  });

  it('is refused below a directory of another user, who could replace it', () => {
    const describe = (path: string) => {
      const facts = localDisk.describe(path);
      return path === parent && facts ? { ...facts, owner: (userId ?? 0) + 1 } : facts;
    };
    const ports = { disk: { ...localDisk, describe }, userId };
    const message = expect.stringMatching(/^expected a directory of user \d+, found one of user/);
    expect(openStateDirectory(ports, join(parent, 'state'), IDENTITY)).toMatchObject({
      fault: { code: 'state.unsafe', message, where: parent },
    });
  });

  it('is not the one that contains those of logins', () => {
    unwrap(open(join(parent, 'state', 'paper-venue-bot')));
    expect(open(join(parent, 'state'))).toMatchObject({
      fault: { code: 'state.other', message: expect.stringContaining('paper-venue-bot') },
    });
  });

  it('reports the disk’s message when it cannot be created', () => {
    writeFileSync(join(parent, 'file'), '');
    const message = expect.stringContaining('ENOTDIR');
    expect(open(join(parent, 'file', 'state'))).toMatchObject({
      fault: { code: 'state.failed', message },
    });
  });
});

function own(path: string): string {
  mkdirSync(join(parent, 'state'), { recursive: true, mode: 0o700 });
  return join(parent, path);
}

function linkTo(target: string, path: string): void {
  mkdirSync(join(parent, target), 0o700);
  symlinkSync(join(parent, target), path === 'state' ? join(parent, path) : own(path));
}
