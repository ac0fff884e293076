import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BugError } from '../../src/domain/fault.js';
import { type Fault, unwrap } from '../../src/domain/index.js';
import {
  createJournal,
  encodeRecord,
  FIRST_PREV,
  type Journal,
  type JournalDisk,
  type JournalFile,
  type JournalOptions,
  type JournalRecord,
  localDisk,
  readJournal,
} from '../../src/journal/index.js';
import { MemoryDisk } from './memory-disk.js';

let parent = '';
let dir = '';

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'weir-journal-'));
  dir = join(parent, 'journal');
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

function append(journal: Journal, data: unknown = { bid: journal.seq }): JournalRecord {
  const stamp = {
    session: 1_000 + journal.seq,
    wall: 1_783_944_000_000,
    mono: 100 + journal.seq,
    boot: 'b',
  };
  return unwrap(journal.append(stamp, 'rate', data));
}

/** The real disk; `writes` gets the length of each. */
function watchWrites(writes: number[]): JournalDisk {
  const create: JournalDisk['create'] = (folder, name) => {
    const file = localDisk.create(folder, name);
    return {
      write: (bytes) => {
        writes.push(bytes.length);
        return file.write(bytes);
      },
      reserve: (bytes) => {
        file.reserve(bytes);
      },
      sync: () => {
        file.sync();
      },
      close: () => {
        file.close();
      },
      isInPlace: () => file.isInPlace(),
    };
  };
  return { ...localDisk, create };
}

const STAMP = { session: 1, wall: 1, mono: 1, boot: 'b' };

/** A closed journal of `count` records. */
function write(count: number, options: JournalOptions = {}): JournalRecord[] {
  const journal = unwrap(createJournal(dir, options));
  const records = Array.from({ length: count }, () => append(journal));
  unwrap(journal.close());
  return records;
}

function read(disk?: JournalDisk): { records: JournalRecord[]; fault: Fault | undefined } {
  const records: JournalRecord[] = [];
  for (const next of readJournal(dir, disk)) {
    if (!next.ok) return { records, fault: next.fault };
    records.push(next.value);
  }
  return { records, fault: undefined };
}

const segment = (number: number) => join(dir, `00000${String(number)}.jsonl`);
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1);

/** The real disk with one file call replaced. */
function diskWith(change: (file: JournalFile) => Partial<JournalFile>): JournalDisk {
  return {
    ...localDisk,
    create: (at, name) => {
      const file = localDisk.create(at, name);
      return { ...file, ...change(file) };
    },
  };
}

function eio(): never {
  throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
}

describe('journal', () => {
  it('returns what was appended, chained from 64 zeros', () => {
    const written = write(5);
    const { records, fault } = read();
    expect(fault).toBeUndefined();
    expect(records).toEqual(written);
    expect(records.map((record) => record.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(records[0]?.prev).toBe(FIRST_PREV);
    expect(records[4]?.prev).toBe(records[3]?.hash);
  });

  it('is rebuilt byte for byte from the records read', () => {
    write(3);
    const { records } = read();
    expect(records.map((record) => encodeRecord(record).line)).toEqual(linesOf(segment(1)));
  });

  it('has its last number and hash as seq and head', () => {
    const journal = unwrap(createJournal(dir));
    expect([journal.seq, journal.head]).toEqual([0, FIRST_PREV]);
    const record = append(journal);
    expect([journal.seq, journal.head]).toEqual([1, record.hash]);
    unwrap(journal.close());
  });

  it('can be read before it is synced or closed', () => {
    const journal = unwrap(createJournal(dir));
    const record = append(journal);
    expect(read().records).toEqual([record]);
    unwrap(journal.close());
  });

  it('is readable by its owner only', () => {
    write(1);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(segment(1)).mode & 0o777).toBe(0o600);
  });

  it('is not started in a directory that already holds one', () => {
    write(1);
    const again = createJournal(dir);
    expect(again).toMatchObject({
      ok: false,
      fault: { code: 'journal.not-empty', where: segment(1) },
    });
  });

  it('cannot be started where a file is in the way', () => {
    writeFileSync(dir, '');
    expect(createJournal(dir)).toMatchObject({
      fault: { code: 'journal.open-failed', where: dir },
    });
  });

  it('accepts no record after it is closed, and may be closed twice', () => {
    const journal = unwrap(createJournal(dir));
    unwrap(journal.close());
    expect(journal.close().ok).toBe(true);
    expect(() => append(journal)).toThrow(BugError);
  });

  it('continues after an invalid record as if it had not been appended', () => {
    const journal = unwrap(createJournal(dir));
    expect(() => append(journal, { token: 'x' })).toThrow('names a secret');
    append(journal);
    unwrap(journal.close());
    expect(read().records).toHaveLength(1);
    expect(readFileSync(segment(1), 'utf8')).not.toContain('token');
  });
});

describe('segments', () => {
  it('are started when a record would not fit, and read in order', () => {
    write(1);
    const one = statSync(segment(1)).size;
    rmSync(dir, { recursive: true });
    const written = write(7, { maxSegmentBytes: 2 * one });
    expect(readdirSync(dir).sort()).toEqual([1, 2, 3, 4].map((n) => `00000${String(n)}.jsonl`));
    expect(linesOf(segment(1))).toHaveLength(2);
    expect(read()).toEqual({ records: written, fault: undefined });
  });

  it('contain at least one record, however long it is', () => {
    expect(write(2, { maxSegmentBytes: 1 })).toHaveLength(2);
    expect(readdirSync(dir)).toHaveLength(2);
    expect(read().records).toHaveLength(2);
  });

  it('have a durable name before the first record, and close durably before the next', () => {
    const effects: string[] = [];
    const disk: JournalDisk = {
      ...diskWith((file) => ({
        write: (bytes) => (effects.push('write'), file.write(bytes)),
        sync: () => (effects.push('sync'), file.sync()),
        close: () => (effects.push('close'), file.close()),
      })),
      syncDirectory: (at) => (effects.push('sync directory'), localDisk.syncDirectory(at)),
    };
    write(2, { maxSegmentBytes: 1, disk });
    const perSegment = ['sync directory', 'write', 'sync', 'close'];
    expect(effects).toEqual([...perSegment, ...perSegment]);
  });

  it('are synced only when something was appended since', () => {
    let syncs = 0;
    const disk = diskWith((file) => ({ sync: () => ((syncs += 1), file.sync()) }));
    const journal = unwrap(createJournal(dir, { disk }));
    unwrap(journal.sync());
    append(journal);
    append(journal);
    unwrap(journal.sync());
    unwrap(journal.sync());
    expect(syncs).toBe(1);
    unwrap(journal.close());
  });
});

describe('buffered records', () => {
  it('are written at once, with the bytes that single writes would give', () => {
    const one = write(4);
    rmSync(dir, { recursive: true });
    const writes: number[] = [];
    const journal = unwrap(createJournal(dir, { disk: watchWrites(writes) }));
    append(journal);
    journal.hold();
    for (let i = 0; i < 3; i++) append(journal);
    expect(writes).toHaveLength(1);
    expect(journal.seq).toBe(4);
    unwrap(journal.release());
    unwrap(journal.release());
    expect(writes).toHaveLength(2);
    append(journal);
    expect(writes).toHaveLength(3);
    unwrap(journal.close());
    expect(read().records.slice(0, 4)).toEqual(one);
  });

  it.each(['sync', 'close'] as const)('are on the disk after a %s', (end) => {
    const journal = unwrap(createJournal(dir));
    journal.hold();
    append(journal);
    append(journal);
    expect(read().records).toEqual([]);
    unwrap(journal[end]());
    expect(read().records).toHaveLength(2);
  });

  it('are whole up to any cut of their write, and the cut one is torn', () => {
    const journal = unwrap(createJournal(dir));
    journal.hold();
    for (let i = 0; i < 3; i++) append(journal);
    unwrap(journal.close());
    const file = join(dir, readdirSync(dir)[0] ?? '');
    const bytes = readFileSync(file);
    for (let end = 0; end < bytes.length; end++) {
      writeFileSync(file, bytes.subarray(0, end));
      const whole = bytes.subarray(0, end).filter((byte) => byte === 10).length;
      const { records, fault } = read();
      expect(records).toHaveLength(whole);
      const isAtEnd = end === 0 || bytes[end - 1] === 10;
      expect(fault?.code).toBe(isAtEnd ? undefined : 'journal.torn');
    }
  });

  it('fail together, and the fault names the last record before them', () => {
    const disk = new MemoryDisk();
    const journal = unwrap(createJournal(dir, { disk }));
    append(journal);
    journal.hold();
    append(journal);
    append(journal);
    disk.take = (bytes) => bytes - 1;
    const fault = {
      code: 'journal.write-failed',
      message: expect.stringMatching(/^after seq 1: /),
    };
    expect(journal.release()).toMatchObject({ ok: false, fault });
    disk.take = (bytes) => bytes;
    expect(journal.sync()).toMatchObject({ ok: false, fault });
    expect(journal.append(STAMP, 'rate', {})).toMatchObject({ ok: false, fault });
  });
});

describe('failing disk', () => {
  it('full: the append is a fault, and so is every later call', () => {
    let files = 0;
    const disk: JournalDisk = {
      ...localDisk,
      create: (at, name) => {
        files += 1;
        localDisk.create(at, name).close();
        const fd = openSync('/dev/full', 'w');
        return {
          write: (bytes) => writeSync(fd, bytes),
          reserve: (bytes) => writeSync(fd, new Uint8Array(bytes)),
          sync: () => undefined,
          close: () => {
            closeSync(fd);
          },
          isInPlace: () => true,
        };
      },
    };
    const journal = unwrap(createJournal(dir, { disk }));
    const first = journal.append({ session: 1, wall: 1, mono: 1, boot: 'b' }, 'wake', {});
    expect(first).toMatchObject({
      ok: false,
      fault: { code: 'journal.write-failed', where: segment(1) },
    });
    expect(first).toMatchObject({
      fault: { message: expect.stringContaining('ENOSPC') as string },
    });
    expect(journal.append({ session: 2, wall: 2, mono: 2, boot: 'b' }, 'wake', {})).toEqual(first);
    expect(journal.sync()).toEqual(first);
    expect(journal.close()).toEqual(first);
    expect([journal.seq, journal.head, files]).toEqual([0, FIRST_PREV, 1]);
  });

  it('short write: the record does not count, and the reader reports it as torn', () => {
    let calls = 0;
    const disk = diskWith((file) => ({
      write: (bytes) => file.write((calls += 1) === 2 ? bytes.subarray(0, 40) : bytes),
    }));
    const journal = unwrap(createJournal(dir, { disk }));
    const kept = append(journal);
    const cut = journal.append({ session: 1, wall: 1, mono: 1, boot: 'b' }, 'wake', {});
    expect(cut).toMatchObject({ ok: false, fault: { code: 'journal.write-failed' } });
    expect(cut).toMatchObject({
      fault: {
        message: expect.stringMatching(/after seq 1: .*: only 40 bytes were written/) as string,
      },
    });
    expect(journal.seq).toBe(1);
    journal.close();
    expect(read()).toMatchObject({ records: [kept], fault: { code: 'journal.torn' } });
  });

  it('one sync error: a later success is not trusted', () => {
    let syncs = 0;
    const disk = diskWith((file) => ({ sync: () => ((syncs += 1) === 1 ? eio() : file.sync()) }));
    const journal = unwrap(createJournal(dir, { disk }));
    append(journal);
    const failed = journal.sync();
    expect(failed).toMatchObject({ ok: false, fault: { code: 'journal.write-failed' } });
    expect(journal.sync()).toEqual(failed);
    expect(journal.append({ session: 1, wall: 1, mono: 1, boot: 'b' }, 'wake', {})).toEqual(failed);
    expect(journal.close()).toEqual(failed);
    expect(syncs).toBe(1);
  });

  it('no new segment: the append fails, and the closed segment is not closed again', () => {
    let [created, closed] = [0, 0];
    const disk: JournalDisk = {
      ...localDisk,
      create: (at, name) => {
        if ((created += 1) === 2) eio();
        const file = localDisk.create(at, name);
        return { ...file, close: () => ((closed += 1), file.close()) };
      },
    };
    const journal = unwrap(createJournal(dir, { disk, maxSegmentBytes: 1 }));
    append(journal);
    const second = journal.append({ session: 1, wall: 1, mono: 1, boot: 'b' }, 'wake', {});
    expect(second).toMatchObject({ ok: false, fault: { where: segment(2) } });
    expect(journal.close().ok).toBe(false);
    expect(closed).toBe(1);
    expect(read().records).toHaveLength(1);
  });
});

describe('journal reader', () => {
  it('reports a last line cut at any byte as torn, after all whole records', () => {
    write(3);
    const whole = readFileSync(segment(1));
    const from = whole.lastIndexOf(10, -2) + 1;
    for (let end = from + 1; end < whole.length; end += 1) {
      writeFileSync(segment(1), whole.subarray(0, end));
      const { records, fault } = read();
      expect(records).toHaveLength(2);
      expect(fault).toMatchObject({ code: 'journal.torn', where: `${segment(1)}:3` });
      expect(fault?.message).toContain(
        `after seq 2: expected a whole record at byte ${String(from)}`,
      );
    }
  });

  it('takes a cut between two records for the end', () => {
    write(3);
    writeFileSync(segment(1), `${linesOf(segment(1)).slice(0, 2).join('\n')}\n`);
    expect(read()).toMatchObject({ records: [{ seq: 1 }, { seq: 2 }], fault: undefined });
  });

  it('does not report a cut outside the last segment as torn', () => {
    write(2, { maxSegmentBytes: 1 });
    writeFileSync(segment(1), readFileSync(segment(1)).subarray(0, -5));
    expect(read().fault).toMatchObject({ code: 'journal.bad-line', where: `${segment(1)}:1` });
  });

  it.each([
    [
      'changed',
      'journal.bad-hash',
      ([a = '', b = '', c = '']: string[]) => [a, b.replace('"bid":1', '"bid":9'), c],
    ],
    ['left out', 'journal.bad-seq', ([a = '', , c = '']: string[]) => [a, c]],
    ['repeated', 'journal.bad-seq', ([a = '', b = '']: string[]) => [a, a, b]],
    ['emptied', 'journal.bad-line', ([a = '', , c = '']: string[]) => [a, '', c]],
  ])('names the place of a record that was %s', (_, code, change) => {
    write(3);
    writeFileSync(segment(1), `${change(linesOf(segment(1))).join('\n')}\n`);
    const { records, fault } = read();
    expect(records).toHaveLength(1);
    expect(fault).toMatchObject({ code, where: `${segment(1)}:2` });
  });

  it('detects a record that was rewritten with a hash of its own', () => {
    write(3);
    const second = read().records.find((record) => record.seq === 2);
    if (second === undefined) throw new Error('no second record');
    const forged = encodeRecord({ ...second, data: { bid: 99 } }).line;
    const [first = '', , third = ''] = linesOf(segment(1));
    writeFileSync(segment(1), `${[first, forged, third].join('\n')}\n`);
    const after = read();
    expect(after.records).toHaveLength(2);
    expect(after.fault).toMatchObject({ code: 'journal.bad-chain', where: `${segment(1)}:3` });
    expect(after.fault?.message).toContain(`found ${second.hash}`);
  });

  it.each([
    ['no directory', () => undefined],
    ['no segment', () => (unwrap(createJournal(dir)).close(), rmSync(segment(1)))],
    ['a segment left out', () => (write(3, { maxSegmentBytes: 1 }), rmSync(segment(2)))],
  ])('reports %s as missing', (_, prepare) => {
    prepare();
    expect(read().fault).toMatchObject({ code: 'journal.missing', where: dir });
  });

  it('reports an error of the disk', () => {
    write(1);
    const disk: JournalDisk = { ...localDisk, read: () => ({ [Symbol.iterator]: eio }) };
    expect(read(disk).fault).toMatchObject({ code: 'journal.read-failed', where: segment(1) });
  });

  it('joins lines across the chunks of the disk', () => {
    const written = write(20);
    const disk: JournalDisk = {
      ...localDisk,
      *read(at, name) {
        const bytes = readFileSync(join(at, name));
        for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7);
      },
    };
    expect(read(disk)).toEqual({ records: written, fault: undefined });
  });

  it('gives up on a line without end', () => {
    write(1);
    const disk: JournalDisk = {
      ...localDisk,
      *read() {
        for (;;) yield new Uint8Array(1024 * 1024);
      },
    };
    expect(read(disk).fault).toMatchObject({ code: 'journal.bad-line' });
  });
});
