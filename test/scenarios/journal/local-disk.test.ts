import { hash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import {
  continueJournal,
  createJournal,
  formatSnapshotName,
  type JournalDisk,
  readSnapshots,
  localDisk,
  readJournal,
  readSnapshot,
  readWhole,
  recoverJournal,
  replaceFile,
  writeSnapshot,
} from '../../../src/journal/index.js';
import { MemoryDisk, systemError } from '../../journal/memory-disk.js';

const DIR = '/state/journal';
const STAMP = { session: 1, wall: 1, mono: 1, boot: 'b' };
const TAIL = { segment: 1, seq: 1, head: '0'.repeat(64) };
const PLACE = { segment: 1, seq: 0, head: '0'.repeat(64) };

let disk = new MemoryDisk();
beforeEach(() => {
  disk = new MemoryDisk();
  disk.createDirectory(DIR);
});

/** A journal of one record in `disk`. */
function begin() {
  const journal = unwrap(createJournal(DIR, { disk }));
  unwrap(journal.append(STAMP, 'wake', {}));
  unwrap(journal.close());
}

/** The disk with one call that throws. */
function diskThat(call: keyof JournalDisk, error: unknown): JournalDisk {
  return new Proxy<JournalDisk>(disk, {
    get(target, key) {
      if (key !== call) {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return () => {
        throw error;
      };
    },
  });
}

const visit = () => undefined;
const ACTS: readonly [string, keyof JournalDisk, (on: JournalDisk) => unknown, string][] = [
  ['a start', 'list', (on) => createJournal(DIR, { disk: on }), 'journal.open-failed'],
  ['a new segment', 'create', (on) => continueJournal(DIR, TAIL, { disk: on }), 'open-failed'],
  ['a reading', 'list', (on) => readJournal(DIR, on).next().value, 'journal.read-failed'],
  ['a line', 'read', (on) => readJournal(DIR, on).next().value, 'journal.read-failed'],
  ['a recovery', 'list', (on) => recoverJournal(DIR, { disk: on, visit }), 'read-failed'],
  ['a cut', 'truncate', (on) => recoverJournal(DIR, { disk: on, visit }), 'journal.cut-failed'],
  [
    'a snapshot',
    'create',
    (on) => writeSnapshot(DIR, { place: PLACE, state: 1 }, on),
    'journal.snapshot-failed',
  ],
];

describe('exception of the disk', () => {
  it.each(ACTS)(
    'is a fault with its message when it is of the system: %s',
    (_, call, act, code) => {
      begin();
      const found = act(diskThat(call, systemError('EIO')));
      expect(found).toMatchObject({
        ok: false,
        fault: {
          code: expect.stringContaining(code) as string,
          message: expect.stringMatching(/^cannot [^:]+: EIO: of the test/) as string,
        },
      });
    },
  );

  it.each(ACTS)('is thrown on when it is a bug: %s', (_, call, act) => {
    begin();
    const bug = new RangeError('a bug of the port');
    expect(() => act(diskThat(call, bug))).toThrow(bug);
  });

  it('is thrown on by an append too, and does not fail the journal', () => {
    const journal = unwrap(createJournal(DIR, { disk }));
    const bug = new RangeError('a bug of the port');
    disk.before = () => {
      throw bug;
    };
    expect(() => journal.append(STAMP, 'wake', {})).toThrow(bug);
    disk.before = () => undefined;
    expect(unwrap(journal.append(STAMP, 'wake', {})).seq).toBe(1);
  });

  it('is returned by every close after the first', () => {
    const journal = unwrap(createJournal(DIR, { disk }));
    disk.before = () => {
      throw systemError('ENOSPC');
    };
    const failed = journal.append(STAMP, 'wake', {});
    disk.before = () => undefined;
    expect(failed).toMatchObject({ fault: { code: 'journal.write-failed' } });
    expect(journal.close()).toEqual(failed);
    expect(journal.close()).toEqual(failed);
  });

  it('names a missing directory', () => {
    const missing = diskThat('list', systemError('ENOENT'));
    const found = readJournal(DIR, missing).next().value;
    expect(found).toMatchObject({ fault: { code: 'journal.missing', where: DIR } });
  });
});

describe('unreadable snapshot', () => {
  const name = formatSnapshotName(1);
  const read = (on: JournalDisk = disk) => readSnapshot(DIR, name, on);

  it('is missing where there is no such file', () => {
    expect(read()).toBeUndefined();
  });

  it('is damaged when the disk does not deliver it', () => {
    begin();
    unwrap(writeSnapshot(DIR, { place: PLACE, state: 1 }, disk));
    const broken = diskThat('read', systemError('EIO'));
    expect([...readSnapshots(DIR, broken)]).toEqual([]);
    expect([...readSnapshots(DIR, disk)]).toMatchObject([{ state: 1 }]);
  });

  it('is damaged when its hash is right and its text is no JSON', () => {
    disk.put(DIR, name, `{"v":1,,"hash":"${hash('sha256', '{"v":1,')}"}`);
    expect(read()).toBeUndefined();
    disk.put(DIR, name, `{"v":1,"hash":"${hash('sha256', '{"v":1')}"}`);
    expect(read()).toBeUndefined();
  });

  it('throws a bug on', () => {
    expect(() => read(diskThat('read', new RangeError('of the port')))).toThrow('of the port');
  });
});

describe('small file', () => {
  it('is read whole, however it lies in chunks, and is undefined where it is missing', () => {
    replaceFile(disk, DIR, 'note', 'Zürich €1m');
    const bytes = Buffer.from(disk.text(DIR, 'note'));
    const single = { read: () => [...bytes].map((byte) => Uint8Array.of(byte)) };
    expect(readWhole(single, DIR, 'note')).toBe('Zürich €1m');
    expect(readWhole(disk, DIR, 'other')).toBeUndefined();
  });

  it('throws what the disk threw, except for a missing file', () => {
    const refused = systemError('EACCES');
    expect(() => readWhole(diskThat('read', refused), DIR, 'x')).toThrow(refused);
  });

  it('keeps its old text when a write takes fewer bytes than it was given', () => {
    replaceFile(disk, DIR, 'note', 'old');
    disk.take = (bytes) => bytes - 1;
    expect(() => {
      replaceFile(disk, DIR, 'note', 'new one');
    }).toThrow('expected 7 bytes to be written, found 6');
    expect(disk.text(DIR, 'note')).toBe('old');
  });

  it('is dropped when it is cancelled, and leaves no other file', () => {
    const replace = (text: string, isWanted: boolean) =>
      replaceFile(disk, DIR, 'note', text, { writer: 7, isWanted: () => isWanted });
    expect(replace('old', true)).toBe(true);
    expect(replace('new', false)).toBe(false);
    expect(disk.text(DIR, 'note')).toBe('old');
    expect(disk.list(DIR)).toEqual(['note']);
  });
});

describe('disk of this machine', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-disk-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('distinguishes a file, a directory, a link and a pipe, with their permissions', () => {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('file'), 'x');
    chmodSync(at('file'), 0o640);
    mkdirSync(at('folder'));
    chmodSync(at('folder'), 0o1777);
    symlinkSync('file', at('link'));
    execFileSync('mkfifo', [at('pipe')]);
    const owner = process.getuid?.();
    expect(localDisk.describe(at('file'))).toMatchObject({ kind: 'file', mode: 0o640, owner });
    expect(localDisk.describe(at('folder'))).toMatchObject({
      ...{ kind: 'directory', mode: 0o1777, owner },
    });
    expect(localDisk.describe(at('link'))).toMatchObject({ kind: 'link' });
    expect(localDisk.describe(at('pipe'))).toMatchObject({ kind: 'other' });
    expect(localDisk.describe(at('missing'))).toBeUndefined();
    expect(localDisk.resolve(at('link'))).toBe(localDisk.resolve(at('file')));
  });

  it('neither writes nor reads nor truncates through a link', () => {
    writeFileSync(join(folder, 'file'), 'kept');
    symlinkSync('file', join(folder, 'link'));
    expect(() => localDisk.create(folder, 'link')).toThrow('EEXIST');
    expect(() => [...localDisk.read(folder, 'link')]).toThrow('ELOOP');
    expect(() => {
      localDisk.truncate(folder, 'link', 1);
    }).toThrow('ELOOP');
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('kept');
  });

  it('neither waits for a pipe nor reads what is no file', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    mkdirSync(join(folder, 'folder'));
    for (const name of ['pipe', 'folder']) {
      const text = new RegExp(`^expected a file, found a .*: see who made it, .*/${name}$`);
      expect(() => [...localDisk.read(folder, name)]).toThrow(text);
    }
    expect(() => {
      localDisk.truncate(folder, 'pipe', 1);
    }).toThrow('expected a file, found a pipe or a device');
  });

  it('renames over a file, adds second names, truncates, and removes missing files too', () => {
    replaceFile(localDisk, folder, 'a', 'first');
    replaceFile(localDisk, folder, 'a', 'second');
    localDisk.createDirectory(join(folder, 'deep', 'er'));
    localDisk.createDirectory(join(folder, 'deep', 'er'));
    localDisk.link(folder, 'a', join(folder, 'deep', 'er'), 'b');
    localDisk.truncate(folder, 'a', 3);
    expect(readWhole(localDisk, join(folder, 'deep', 'er'), 'b')).toBe('sec');
    localDisk.remove(folder, 'a');
    localDisk.remove(folder, 'a');
    expect(localDisk.list(folder)).toEqual(['deep']);
  });

  it('has at most as much free space as space', () => {
    const { freeBytes, totalBytes } = localDisk.freeSpace(folder);
    expect(Number.isSafeInteger(freeBytes) && freeBytes >= 0).toBe(true);
    expect(totalBytes).toBeGreaterThan(freeBytes);
  });
});
