// Preallocated space of a segment: on the disk, after a crash, and for a concurrent reader.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import {
  continueJournal,
  createJournal,
  type Journal,
  type JournalDisk,
  type JournalOptions,
  readJournal,
  recoverJournal,
} from '../../../src/journal/index.js';
import { MemoryDisk, systemError } from '../../journal/memory-disk.js';

const ROOM = 256 * 1024;
const DIR = '/state/journal';
const FIRST = '000001.jsonl';
const STAMP = { session: 1, wall: 1, mono: 1, boot: 'b' };

let disk = new MemoryDisk();
beforeEach(() => {
  disk = new MemoryDisk();
});

const begin = (options: JournalOptions = {}) => unwrap(createJournal(DIR, { disk, ...options }));

function append(journal: Journal, text = ''): void {
  unwrap(journal.append(STAMP, 'rate', { text }));
}

const bytesOf = (name = FIRST) => Buffer.concat([...disk.read(DIR, name)]);

/** Numbers of the records that can be read, and the code of the fault behind them. */
function read(from: JournalDisk = disk) {
  const seqs: number[] = [];
  for (const next of readJournal(DIR, from)) {
    if (!next.ok) return { seqs, fault: next.fault.code };
    seqs.push(next.value.seq);
  }
  return { seqs, fault: undefined };
}

describe('segment on the disk of this machine', () => {
  it('has its full size before its records come, and in the end what they need', () => {
    const dir = mkdtempSync(join(tmpdir(), 'weir-room-'));
    onTestFinished(() => {
      rmSync(dir, { recursive: true });
    });
    const file = join(dir, FIRST);
    const journal = unwrap(createJournal(dir));
    const sizes = ['', 'x'.repeat(1_000), 'x'.repeat(ROOM), ''].map((text) => {
      append(journal, text);
      unwrap(journal.sync());
      return statSync(file).size;
    });
    expect(sizes.slice(0, 2)).toEqual([ROOM, ROOM]);
    // One that takes more than the room that is left makes some behind what was written before it.
    expect(sizes[2]).toBeGreaterThan(ROOM);
    expect(sizes[3]).toBeGreaterThan(sizes[2]!);
    const written = readFileSync(file).indexOf(0);
    unwrap(journal.close());
    expect(statSync(file).size).toBe(written);
    expect([...readJournal(dir)].map((one) => one.ok)).toEqual([true, true, true, true]);
  });
});

describe('preallocated space', () => {
  it('is no larger than a segment may be, also when it is allocated again', () => {
    const journal = begin({ maxSegmentBytes: 1_000 });
    append(journal);
    expect(bytesOf()).toHaveLength(1_000);
    const other = unwrap(createJournal('/other', { disk, maxSegmentBytes: ROOM + 1_000 }));
    append(other, 'x'.repeat(ROOM - 500));
    append(other);
    expect(Buffer.concat([...disk.read('/other', FIRST)])).toHaveLength(ROOM + 1_000);
  });

  it('is truncated durably before the next segment exists', () => {
    const journal = begin({ maxSegmentBytes: 400 });
    append(journal);
    const effects: string[] = [];
    disk.before = (_, name) => effects.push(name);
    append(journal);
    expect(effects).toEqual(['sync', 'close', 'create', 'syncDirectory', 'reserve', 'write']);
    expect(bytesOf().includes(0)).toBe(false);
  });

  it('that cannot be allocated is no fault: a record that finds none is', () => {
    const journal = begin();
    disk.before = (_, name) => {
      if (name === 'reserve') throw systemError('ENOSPC');
    };
    append(journal);
    unwrap(journal.sync());
    disk.before = (_, name) => {
      if (name === 'write') throw systemError('ENOSPC');
    };
    expect(journal.append(STAMP, 'rate', {})).toMatchObject({
      fault: { code: 'journal.write-failed' },
    });
  });

  it('that meets a bug stops the append, as any bug does', () => {
    const journal = begin();
    disk.before = (_, name) => {
      if (name === 'reserve') throw new TypeError('a bug');
    };
    expect(() => journal.append(STAMP, 'rate', {})).toThrow('a bug');
  });
});

describe('preallocated space after a crash', () => {
  it.each(['synced', 'all'] as const)('(%s) is no torn tail, and is truncated', (survivors) => {
    const journal = begin();
    append(journal);
    append(journal);
    unwrap(journal.sync());
    disk = disk.crash(survivors);
    expect(bytesOf().at(-1)).toBe(0);
    expect(read()).toEqual({ seqs: [1, 2], fault: undefined });
    const { tail, cut } = unwrap(recoverJournal(DIR, { disk, visit: () => undefined }));
    expect({ seq: tail.seq, cut, hasRoom: bytesOf().includes(0) }).toEqual({
      ...{ seq: 2, cut: '', hasRoom: false },
    });
    append(unwrap(continueJournal(DIR, tail, { disk })));
    expect(read()).toEqual({ seqs: [1, 2, 3], fault: undefined });
  });

  it('is damage in a segment that is not the last', () => {
    const journal = begin();
    append(journal);
    unwrap(journal.close());
    append(unwrap(continueJournal(DIR, { segment: 1, seq: 1, head: journal.head }, { disk })));
    disk.put(DIR, FIRST, Buffer.concat([bytesOf(), Buffer.alloc(10)]));
    expect(read()).toEqual({ seqs: [1], fault: 'journal.bad-line' });
  });
});

describe('reader beside the writer', () => {
  /** The disk, where the first bytes of the file are read before the rest of it was written. */
  function readWhile(journal: Journal, before: number, after: number): JournalDisk {
    for (let i = 0; i < before; i++) append(journal);
    const early = bytesOf().subarray(0, 2_000);
    for (let i = 0; i < after; i++) append(journal);
    unwrap(journal.sync());
    append(journal);
    const late = (from = 0) => bytesOf().subarray(from);
    let reads = 0;
    const chunks = (from?: number) => (++reads === 1 ? [early, late(2_000)] : [late(from)]);
    return new Proxy(disk, {
      get: (target, key) => {
        if (key === 'read') return (_dir: string, _name: string, from?: number) => chunks(from);
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  it('takes no hole that was filled in the meantime for a loss', () => {
    const from = readWhile(begin(), 3, 20);
    expect(read(from)).toEqual({
      seqs: Array.from({ length: 24 }, (_, index) => index + 1),
      fault: undefined,
    });
  });

  it('reports a hole that stays, with its line', () => {
    const journal = begin();
    for (let i = 0; i < 3; i++) append(journal);
    unwrap(journal.sync());
    append(journal);
    const bytes = bytesOf();
    bytes.fill(0, bytes.indexOf(10) + 1, bytes.indexOf(10) + 9);
    disk.put(DIR, FIRST, bytes);
    const faults = [...readJournal(DIR, disk)].flatMap((one) => (one.ok ? [] : [one.fault]));
    expect(faults).toMatchObject([{ code: 'journal.bad-line', where: `${DIR}/${FIRST}:2` }]);
  });
});
