import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import {
  continueJournal,
  createJournal,
  type Journal,
  type JournalRecord,
  readJournal,
  recoverJournal,
} from '../../src/journal/index.js';
import { MemoryDisk, systemError } from './memory-disk.js';
import { countRuns } from '../runs.js';

const DIR = '/state/journal';
const LAST = '000001.jsonl';

let disk = new MemoryDisk();
beforeEach(() => {
  disk = new MemoryDisk();
});

function append(journal: Journal): JournalRecord {
  const at = journal.seq;
  const stamp = { session: 1_000 + at, wall: 1_783_944_000_000, mono: 100 + at, boot: 'b' };
  return unwrap(journal.append(stamp, 'rate', { bid: at, text: 'é'.repeat(at % 7) }));
}

/** Appends so many records; those up to `synced` are made durable. */
function write(count: number, synced: number, on = disk, journal?: Journal): JournalRecord[] {
  const to = journal ?? unwrap(createJournal(DIR, { disk: on }));
  return Array.from({ length: count }, (_, index) => {
    const record = append(to);
    if (index + 1 === synced) unwrap(to.sync());
    return record;
  });
}

function recover(on: MemoryDisk) {
  const records: JournalRecord[] = [];
  const result = recoverJournal(DIR, { disk: on, visit: (record) => records.push(record) });
  return { result, records };
}

describe('reopened journal', () => {
  it('starts empty in a directory without segments', () => {
    disk.createDirectory(DIR);
    const { result, records } = recover(disk);
    expect(unwrap(result)).toMatchObject({ tail: { segment: 0, seq: 0 }, cut: '' });
    expect(records).toEqual([]);
  });

  it('continues in a new segment, chained to the last record', () => {
    const first = write(3, 3);
    const { tail, cut } = unwrap(recover(disk).result);
    expect([tail.seq, tail.head, cut]).toEqual([3, first[2]?.hash, '']);
    const journal = unwrap(continueJournal(DIR, tail, { disk }));
    const next = append(journal);
    unwrap(journal.close());
    expect([next.seq, next.prev, next.synced]).toEqual([4, tail.head, 3]);
    expect(disk.list(DIR)).toEqual([LAST, '000002.jsonl']);
    expect(recover(disk).records).toEqual([...first, next]);
  });

  it('is not continued over a segment that already exists', () => {
    write(1, 1);
    const tail = { segment: 0, seq: 0, head: '' };
    expect(continueJournal(DIR, tail, { disk })).toMatchObject({
      fault: { code: 'journal.not-empty' },
    });
  });

  it('is read from a position on, and not before it', () => {
    const [one, two] = write(2, 2);
    const tail = unwrap(recover(disk).result).tail;
    const journal = unwrap(continueJournal(DIR, tail, { disk }));
    const three = append(journal);
    disk.put(DIR, LAST, 'damaged');
    const from = { segment: 2, seq: two!.seq, head: two!.hash };
    expect([...readJournal(DIR, disk, 'chain', from)]).toEqual([{ ok: true, value: three }]);
    const wrong = { ...from, head: one!.hash };
    expect([...readJournal(DIR, disk, 'chain', wrong)]).toMatchObject([{ ok: false }]);
  });

  it('names for each record what was durable when it was written', () => {
    const records = write(5, 3);
    expect(records.map(({ synced }) => synced)).toEqual([0, 0, 0, 3, 3]);
  });
});

describe('crash', () => {
  it('at any byte of the tail costs only the record that it cuts', () => {
    const records = write(4, 4);
    const bytes = Buffer.from(disk.text(DIR, LAST));
    const ends = records.map((_, index) => nthLineEnd(bytes, index + 1));
    for (let size = 0; size <= bytes.length; size++) {
      const next = new MemoryDisk();
      next.createDirectory(DIR);
      next.put(DIR, LAST, bytes.subarray(0, size));
      const whole = ends.filter((end) => end <= size).length;
      const { result, records: found } = recover(next);
      expect(found).toEqual(records.slice(0, whole));
      expect(unwrap(result).cut === '').toBe(size === (ends[whole - 1] ?? 0));
      expect(next.text(DIR, LAST)).toBe(bytes.subarray(0, ends[whole - 1] ?? 0).toString());
      // What was cut does not come back.
      expect(unwrap(recover(next).result).cut).toBe('');
    }
  });

  it('that leaves zeros after any byte costs only the record in which they start', () => {
    const records = write(4, 4);
    const bytes = Buffer.from(disk.text(DIR, LAST));
    const ends = records.map((_, index) => nthLineEnd(bytes, index + 1));
    for (let size = 0; size <= bytes.length; size++) {
      for (const zeros of [1, 5_000]) {
        const next = new MemoryDisk();
        next.createDirectory(DIR);
        next.put(DIR, LAST, Buffer.concat([bytes.subarray(0, size), Buffer.alloc(zeros)]));
        const whole = ends.filter((end) => end <= size).length;
        const { result, records: found } = recover(next);
        expect(found).toEqual(records.slice(0, whole));
        const isAtEnd = size === (ends[whole - 1] ?? 0);
        expect(unwrap(result).cut).toEqual(isAtEnd ? '' : expect.stringContaining('with holes'));
        expect(next.text(DIR, LAST)).toBe(bytes.subarray(0, ends[whole - 1] ?? 0).toString());
      }
    }
  });

  it('keeps all that was synced and a clean prefix of the rest, whatever subset survives', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(8), fc.infiniteStream(fc.boolean()), (count, sync, kept) => {
        const before = new MemoryDisk();
        const records = write(count, sync, before);
        const keeps = new Map<number | 'size', boolean>();
        const crashed = before.crash({
          keeps: (index) => {
            const known = keeps.get(index) ?? kept.next().value === true;
            keeps.set(index, known);
            return known;
          },
        });
        const { result, records: found } = recover(crashed);
        unwrap(result);
        const durable = sync <= count ? sync : 0;
        expect(found.length).toBeGreaterThanOrEqual(durable);
        expect(found).toEqual(records.slice(0, found.length));
        let prefix = durable;
        while (prefix < count && keeps.get(prefix - durable) === true) prefix += 1;
        expect(found).toHaveLength(prefix);
      }),
      { numRuns: countRuns(300) },
    );
  });

  it('during reopening leaves a journal that can be reopened', () => {
    write(3, 2);
    const torn = Buffer.from(disk.text(DIR, LAST)).subarray(0, -5);
    for (const survivors of ['synced', 'all'] as const) {
      const next = new MemoryDisk();
      next.createDirectory(DIR);
      next.put(DIR, LAST, torn);
      next.before = (_, name) => {
        if (name === 'truncate') throw systemError('EIO');
      };
      expect(recover(next).result).toMatchObject({ fault: { code: 'journal.cut-failed' } });
      expect(unwrap(recover(next.crash(survivors)).result).tail.seq).toBe(2);
    }
  });

  it('leaves a torn tail that a reader does not cut: another process may be writing it', () => {
    write(3, 2);
    const torn = Buffer.from(disk.text(DIR, LAST)).subarray(0, -5);
    disk.put(DIR, LAST, torn);
    const visit = () => undefined;
    const { tail, cut } = unwrap(recoverJournal(DIR, { disk, visit, onlyReads: true }));
    expect(tail.seq).toBe(2);
    expect(cut).toContain('without a line end');
    expect(disk.text(DIR, LAST)).toBe(torn.toString());
  });

  it('right after a new segment was created leaves an empty one, which is skipped', () => {
    const records = write(2, 2);
    const { tail } = unwrap(recover(disk).result);
    unwrap(continueJournal(DIR, tail, { disk }));
    const crashed = disk.crash('synced');
    const again = recover(crashed);
    expect(again.records).toEqual(records);
    expect(unwrap(again.result).tail.segment).toBe(2);
  });
});

describe('damage that no crash causes', () => {
  it('is reported and nothing is changed: any byte of a durable record', () => {
    write(4, 4);
    const bytes = Buffer.from(disk.text(DIR, LAST));
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        fc.pre(damaged[at] !== 0);
        const next = new MemoryDisk();
        next.createDirectory(DIR);
        next.put(DIR, LAST, damaged);
        const { result } = recover(next);
        expect(result).toMatchObject({ ok: false });
        if (!result.ok) {
          expect(result.fault.code).toMatch(/^journal\.bad-(line|hash|version|seq|chain)$/);
          expect(result.fault.where).toMatch(/000001\.jsonl:[1-4]$/);
        }
        expect(Buffer.from([...next.read(DIR, LAST)][0]!)).toEqual(damaged);
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('is reported when zeros are where a later record saw a sync', () => {
    const journal = unwrap(createJournal(DIR, { disk }));
    write(3, 3, disk, journal);
    append(journal);
    const bytes = Buffer.from(disk.text(DIR, LAST));
    bytes.fill(0, nthLineEnd(bytes, 1), nthLineEnd(bytes, 2));
    disk.put(DIR, LAST, bytes);
    expect(recover(disk).result).toMatchObject({
      fault: { code: 'journal.bad-line', where: `${DIR}/${LAST}:2` },
    });
  });

  it('is reported when zeros run on into a record that saw the sync of what they cover', () => {
    const journal = unwrap(createJournal(DIR, { disk }));
    write(2, 2, disk, journal);
    append(journal);
    const bytes = Buffer.from(disk.text(DIR, LAST));
    bytes.fill(0, nthLineEnd(bytes, 1), nthLineEnd(bytes, 2));
    for (const tail of [0, 3]) {
      disk.put(DIR, LAST, bytes.subarray(0, bytes.length - tail));
      const code = tail === 0 ? 'journal.bad-line' : undefined;
      const { result } = recover(disk);
      expect(result.ok ? undefined : result.fault.code).toBe(code);
    }
  });

  it('is reported when zeros surround a record that saw the sync of the first', () => {
    const journal = unwrap(createJournal(DIR, { disk }));
    write(2, 2, disk, journal);
    append(journal);
    append(journal);
    const bytes = Buffer.from(disk.text(DIR, LAST));
    const third = nthLineEnd(bytes, 3) - 1;
    const end = bytes.length;
    bytes.fill(0, nthLineEnd(bytes, 1), nthLineEnd(bytes, 2));
    // Its line end is zeros too; behind it more of them, with a part of the next record or none.
    for (const [from, to] of [
      [third, end],
      [third, end - 9],
      [third, third + 50],
    ] as const) {
      const damaged = Buffer.from(bytes).fill(0, from, to);
      disk.put(DIR, LAST, damaged);
      expect(recover(disk).result).toMatchObject({ fault: { code: 'journal.bad-line' } });
      expect(Buffer.from([...disk.read(DIR, LAST)][0]!)).toEqual(damaged);
    }
  });

  it('is reported when a segment that is not the last is truncated', () => {
    write(2, 2);
    const { tail } = unwrap(recover(disk).result);
    append(unwrap(continueJournal(DIR, tail, { disk })));
    disk.put(DIR, LAST, Buffer.from(disk.text(DIR, LAST)).subarray(0, -3));
    expect(recover(disk).result).toMatchObject({ fault: { code: 'journal.bad-line' } });
  });
});

function nthLineEnd(bytes: Buffer, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line++) at = bytes.indexOf(10, at) + 1;
  return at;
}
