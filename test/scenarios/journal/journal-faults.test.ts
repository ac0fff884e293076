// Texts of the faults of journal and reader, word for word, and the bound of a line.
import { beforeEach, describe, expect, it } from 'vitest';
import { BugError } from '../../../src/domain/fault.js';
import { unwrap } from '../../../src/domain/index.js';
import { createJournal, type Journal, readJournal } from '../../../src/journal/index.js';
import { recoverJournal } from '../../../src/journal/recover-journal.js';
import { MemoryDisk, systemError } from '../../journal/memory-disk.js';

const STAMP = { session: 1, wall: 1, mono: 1, boot: 'b' };
const LONGEST = 16 * 1024 * 1024;

let disk: MemoryDisk;
let journal: Journal;
beforeEach(() => {
  disk = new MemoryDisk();
  journal = unwrap(createJournal('/j', { disk }));
});

/** The bytes of its first segment. */
function read(from: MemoryDisk, dir: string): Buffer {
  return Buffer.from(from.text(dir, '000001.jsonl'));
}

/** What the reader says of a journal of two records once its lines, or all bytes, are others. */
function findFault(change: (lines: readonly string[]) => readonly (string | Uint8Array)[]): string {
  for (const data of [1, 2]) unwrap(journal.append(STAMP, 'rate', data));
  const parts = change(read(disk, '/j').toString().trimEnd().split('\n'));
  const areLines = parts.length > 1;
  disk.read = () => parts.map((part) => Buffer.from(areLines ? `${part as string}\n` : part));
  for (const one of readJournal('/j', disk)) if (!one.ok) return one.fault.message;
  return 'nothing';
}

describe('closed journal', () => {
  it.each([
    ['append', () => journal.append(STAMP, 'rate', 1)],
    ['hold', () => (journal.hold(), undefined)],
    ['release', () => journal.release()],
    ['sync', () => journal.sync()],
  ])('reports %s as a bug', (name, act) => {
    unwrap(journal.close());
    expect(act).toThrow(BugError);
    expect(act).toThrow(`journal: ${name} after close`);
  });

  it('repeats what failed when it was closed', () => {
    unwrap(journal.append(STAMP, 'rate', 1));
    disk.before = (_, name) => {
      if (name === 'sync') throw systemError('EIO');
    };
    const message = 'after seq 1: cannot sync: EIO: of the test';
    const fault = { code: 'journal.write-failed', message, where: '/j/000001.jsonl' };
    expect(journal.close()).toEqual({ ok: false, fault });
    expect(journal.close()).toEqual({ ok: false, fault });
  });
});

describe('fault of a write', () => {
  it('states how many bytes were to be written, and how many were', () => {
    let asked = 0;
    disk.take = (bytes) => ((asked = bytes), 40);
    const appended = journal.append(STAMP, 'rate', 1);
    const message = `after seq 0: cannot write ${String(asked)} bytes: only 40 bytes were written`;
    expect(appended).toMatchObject({ fault: { message } });
  });

  it('is a bug and no fault when it is not of the system', () => {
    disk.before = () => {
      throw new TypeError('of the test');
    };
    expect(() => journal.append(STAMP, 'rate', 1)).toThrow(TypeError);
  });
});

describe('journal that cannot be started', () => {
  it('states what is in the way', () => {
    const again = createJournal('/j', { disk });
    const message = 'expected a directory without a journal, found a segment';
    const fault = { code: 'journal.not-empty', message, where: '/j/000001.jsonl' };
    expect(again).toEqual({ ok: false, fault });
    disk.before = () => {
      throw systemError('EROFS');
    };
    const failed = createJournal('/k', { disk });
    expect(failed).toMatchObject({
      fault: { message: 'cannot create a journal: EROFS: of the test', where: '/k' },
    });
  });
});

describe('line', () => {
  /** Bytes of a first record of type `x` whose data is an empty text. */
  const lengthOfEmpty = (): number => {
    const other = new MemoryDisk();
    unwrap(unwrap(createJournal('/l', { disk: other })).append(STAMP, 'x', ''));
    return read(other, '/l').length - 1;
  };
  /** A text that fills the line up to so many bytes, most in letters of three. */
  const fill = (bytes: number): string => {
    const rest = bytes - lengthOfEmpty();
    return '€'.repeat(Math.floor(rest / 3)) + 'x'.repeat(rest % 3);
  };

  it('has fewer than 16 MiB: one with more is a bug, and nothing of it is written', () => {
    expect(() => journal.append(STAMP, 'x', fill(LONGEST))).toThrow(
      `journal: "x" has ${String(LONGEST)} bytes`,
    );
    expect(read(disk, '/j')).toHaveLength(0);
    unwrap(journal.append(STAMP, 'x', fill(LONGEST - 1)));
    unwrap(journal.close());
    expect([...readJournal('/j', disk)].map(({ ok }) => ok)).toEqual([true]);
  });

  it('without an end is read up to 16 MiB, and no further', () => {
    const chunks = (length: number) => [new Uint8Array(length).fill(120)];
    expect(findFault(() => chunks(LONGEST))).toContain('bytes without a line end');
    expect(findFault(() => chunks(LONGEST + 1))).toBe(
      `expected at most ${String(LONGEST)} bytes a line, found more`,
    );
  });
});

describe('journal reader', () => {
  it.each([
    ['swapped', [1, 0], 'expected seq 1, found 2'],
    ['written twice', [0, 1, 1], 'expected seq 3, found 2'],
  ])('of lines that are %s reports the expected number', (_, order, message) => {
    expect(findFault((lines) => order.map((at) => lines[at] ?? ''))).toBe(message);
  });

  it('reports the byte at which a line without its end starts', () => {
    let [first, cut] = ['', ''];
    const message = findFault((lines) => {
      [first = '', cut = ''] = lines;
      return [`${first}\n${cut.slice(0, -10)}`];
    });
    const found = `found ${String(cut.length - 10)} bytes without a line end or with holes`;
    const expected = `expected a whole record at byte ${String(first.length + 1)}`;
    expect(message).toBe(`after seq 1: ${expected}, ${found}`);
  });

  it('takes segments in order, whatever other files exist', () => {
    const inOrder = disk.list.bind(disk);
    unwrap(journal.append(STAMP, 'rate', 1));
    disk.list = (dir) => [...inOrder(dir), 'snapshot-000001.json', '000002.jsonl.part'].reverse();
    expect([...readJournal('/j', disk)].map(({ ok }) => ok)).toEqual([true]);
  });

  it.each([
    [['000002.jsonl'], 'expected segment 000001.jsonl, found 000002.jsonl'],
    [['000003.jsonl', '000001.jsonl'], 'expected segment 000002.jsonl, found 000003.jsonl'],
    [[], 'expected a journal, found no segment 000001.jsonl'],
  ])('of segments %o reports: %s', (names, message) => {
    disk.list = () => names;
    disk.read = () => [];
    const [found] = [...readJournal('/j', disk)];
    expect(found).toMatchObject({ fault: { code: 'journal.missing', message, where: '/j' } });
  });

  it('distinguishes a missing directory from an unreadable one', () => {
    const say = (code: string) => {
      disk.list = () => {
        throw systemError(code);
      };
      return [...readJournal('/j', disk)][0];
    };
    const message = 'cannot open the journal directory: ENOENT: of the test';
    expect(say('ENOENT')).toMatchObject({ fault: { code: 'journal.missing', message } });
    expect(say('EACCES')).toMatchObject({ fault: { code: 'journal.read-failed' } });
  });

  it('reports the disk’s message when a segment cannot be read', () => {
    disk.read = () => {
      throw systemError('EIO');
    };
    expect([...readJournal('/j', disk)][0]).toMatchObject({
      fault: { code: 'journal.read-failed', message: 'cannot read the journal: EIO: of the test' },
    });
  });
});

describe('recovery', () => {
  it('truncates nothing, and reports a journal that was not started', () => {
    const visit = () => {
      throw new Error('expected no record');
    };
    const fresh = new MemoryDisk();
    fresh.createDirectory('/f');
    const tail = { segment: 0, seq: 0, head: '0'.repeat(64) };
    const recovered = recoverJournal('/f', { disk: fresh, visit });
    expect(recovered).toEqual({ ok: true, value: { tail, cut: '' } });
  });
});
