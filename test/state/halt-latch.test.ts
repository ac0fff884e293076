import { beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import {
  addToLatch,
  HaltLatch,
  type HaltRecord,
  joinHalts,
  readLatch,
  UNREADABLE,
} from '../../src/state/index.js';
import { MemoryDisk, systemError } from '../journal/memory-disk.js';

const DIR = '/state/control';
const BY_PERSON: HaltRecord = {
  id: '3-1',
  scope: 'all',
  strategy: '',
  symbol: '',
  cause: 'RC63',
  reason: 'weir kill',
  evidence: 'seq 17',
  who: 'Ada',
  at: 1_783_944_000_000_000,
  wallAt: 1_783_944_000_000,
  monoAt: 5_000_000,
  epoch: 3,
};
const OF_TWAP: HaltRecord = { ...BY_PERSON, id: '3-2', scope: 'strategy', strategy: 'twap' };
const OF_EURUSD: HaltRecord = { ...BY_PERSON, id: '3-3', scope: 'symbol', symbol: 'EUR/USD' };

let disk = new MemoryDisk();
beforeEach(() => {
  disk = new MemoryDisk();
  disk.createDirectory(DIR);
});

describe('halt latch', () => {
  it.each([
    [BY_PERSON, 'twap', 'EUR/USD', true],
    [BY_PERSON, 'other', 'USD/JPY', true],
    [OF_TWAP, 'twap', 'USD/JPY', true],
    [OF_TWAP, 'other', 'USD/JPY', false],
    [OF_EURUSD, 'twap', 'EUR/USD', true],
    [OF_EURUSD, 'twap', 'USD/JPY', false],
    [{ ...OF_EURUSD, strategy: 'twap' }, 'other', 'EUR/USD', false],
  ] as const)('%o stops %s %s: %s', (halt, strategy, symbol, isBlocked) => {
    const latch = new HaltLatch(disk, DIR, [], 1);
    latch.add(halt);
    expect(latch.find(strategy, symbol) !== undefined).toBe(isBlocked);
  });

  it('measures the cool-down of an unreadable file from its discovery', () => {
    disk.put(DIR, 'halt', '{');
    const latch = new HaltLatch(disk, DIR, joinHalts(readLatch(disk, DIR), [BY_PERSON]), 1);
    latch.dateUnreadable({ at: 7, wallAt: 8, monoAt: 9 });
    expect(latch.halts).toMatchObject([
      { id: BY_PERSON.id, monoAt: BY_PERSON.monoAt },
      { id: UNREADABLE, at: 7, wallAt: 8, monoAt: 9 },
    ]);
  });

  it('is kept in memory though the disk fails', () => {
    const latch = new HaltLatch(disk, DIR, [], 1);
    disk.before = () => {
      throw systemError('ENOSPC');
    };
    latch.add(BY_PERSON);
    expect(latch.write()).toMatchObject({ ok: false, fault: { code: 'state.latch' } });
    expect(latch.find('any', 'any')).toBe(BY_PERSON);
  });

  it('adopts what another process latched, except what it has cleared itself', () => {
    const latch = new HaltLatch(disk, DIR, [], 1);
    latch.add(BY_PERSON);
    const other = new HaltLatch(disk, DIR, [], 2);
    for (const halt of [BY_PERSON, OF_TWAP]) other.add(halt);
    unwrap(other.write());
    latch.adopt();
    expect(latch.halts).toEqual([BY_PERSON, OF_TWAP]);
    unwrap(latch.clear([BY_PERSON.id]));
    unwrap(other.write());
    latch.adopt();
    expect(latch.halts).toEqual([OF_TWAP]);
  });

  it('reports once what it adopted, also what a write of its own found', () => {
    const latch = new HaltLatch(disk, DIR, [], 1);
    const other = new HaltLatch(disk, DIR, [], 2);
    other.add(OF_TWAP);
    unwrap(other.write());
    latch.add(BY_PERSON);
    unwrap(latch.write());
    expect(latch.takeAdopted()).toEqual([OF_TWAP]);
    expect(latch.takeAdopted()).toEqual([]);
  });

  it.each(['remove', 'create', 'write', 'sync', 'rename'])(
    'is written though another process writes it at its %s, and both halts are kept',
    (effect) => {
      const latch = new HaltLatch(disk, DIR, [], 1);
      const other = new HaltLatch(disk, DIR, [], 2);
      latch.add(BY_PERSON);
      other.add(OF_TWAP);
      disk.before = (_, name) => {
        if (name !== effect) return;
        disk.before = () => undefined;
        unwrap(other.write());
      };
      unwrap(latch.write());
      // Between the last look and the rename nothing can be seen; the next write makes it good.
      if (effect === 'rename') unwrap(other.write());
      const ids = joinHalts(readLatch(disk, DIR), []).map(({ id }) => id);
      expect(ids.sort()).toEqual([BY_PERSON.id, OF_TWAP.id]);
      expect(disk.list(DIR)).toEqual(['halt']);
    },
  );

  it('adopts another process’s halt while its owner clears one, which stays cleared', () => {
    const latch = new HaltLatch(disk, DIR, [BY_PERSON], 1);
    unwrap(latch.write());
    disk.before = (_, name) => {
      if (name !== 'sync') return;
      disk.before = () => undefined;
      unwrap(latch.clear([BY_PERSON.id]));
    };
    unwrap(addToLatch(disk, DIR, OF_TWAP, 2));
    expect(readLatch(disk, DIR)).toEqual({ kind: 'read', halts: [OF_TWAP] });
  });

  it('that is unreadable halts already, and is left untouched', () => {
    disk.put(DIR, 'halt', '{');
    unwrap(addToLatch(disk, DIR, OF_TWAP, 2));
    expect(disk.text(DIR, 'halt')).toBe('{');
  });

  it('with foreign bytes is reported in plain words, without those bytes', () => {
    disk.put(DIR, 'halt', '\u001b[2J\u0000junk');
    const message = 'expected the list of halts, found a damaged file';
    expect(readLatch(disk, DIR)).toEqual({ kind: 'unreadable', message });
  });

  it('that is unreadable halts its owner too, once, also in its next write', () => {
    const latch = new HaltLatch(disk, DIR, [OF_TWAP], 1);
    unwrap(latch.write());
    disk.put(DIR, 'halt', '{');
    expect(latch.takeAdopted()).toMatchObject([{ id: UNREADABLE, scope: 'all', cause: 'RC69' }]);
    expect(latch.takeAdopted()).toEqual([]);
    expect(latch.find('other', 'USD/JPY')).toMatchObject({ id: UNREADABLE });
    unwrap(latch.write());
    const halts = [OF_TWAP, { id: UNREADABLE }];
    expect(readLatch(disk, DIR)).toMatchObject({ kind: 'read', halts });
    unwrap(latch.clear([UNREADABLE]));
    disk.put(DIR, 'halt', '{');
    expect(latch.takeAdopted()).toMatchObject([{ id: UNREADABLE }]);
  });

  it('is written in the end though another process writes again and again', () => {
    const latch = new HaltLatch(disk, DIR, [], 1);
    latch.add(BY_PERSON);
    let writes = 0;
    disk.before = (_, name) => {
      if (name === 'sync') disk.put(DIR, 'halt', `{"v":1,"halts":[]}${' '.repeat(++writes)}`);
    };
    unwrap(latch.write());
    expect(writes).toBe(5);
    expect(readLatch(disk, DIR)).toEqual({ kind: 'read', halts: [BY_PERSON] });
  });

  it('is read as it was written', () => {
    const latch = new HaltLatch(disk, DIR, [], 1);
    latch.add(BY_PERSON);
    latch.add(OF_TWAP);
    unwrap(latch.write());
    expect(readLatch(disk, DIR)).toEqual({ kind: 'read', halts: [BY_PERSON, OF_TWAP] });
  });

  it('survives a crash right after it was written', () => {
    const latch = new HaltLatch(disk, DIR, [], 1);
    latch.add(BY_PERSON);
    unwrap(latch.write());
    expect(readLatch(disk.crash('synced'), DIR)).toEqual({ kind: 'read', halts: [BY_PERSON] });
  });

  it('is the old one or the new one after a crash at any effect of a write', () => {
    const before = new HaltLatch(disk, DIR, [], 1);
    before.add(BY_PERSON);
    unwrap(before.write());
    const latch = new HaltLatch(disk, DIR, [BY_PERSON], 1);
    latch.add(OF_TWAP);
    // Each try gets one effect further than the one before.
    for (let allowed = 0; ; allowed++) {
      const from = disk.effects;
      disk.before = (effect) => {
        if (effect > from + allowed) throw systemError('EIO');
      };
      const { ok } = latch.write();
      disk.before = () => undefined;
      for (const survivors of ['synced', 'all'] as const) {
        const reading = readLatch(disk.crash(survivors), DIR);
        expect(reading).toMatchObject({ kind: 'read' });
        expect(joinHalts(reading, [])).toContainEqual(BY_PERSON);
      }
      if (ok) break;
    }
    expect(readLatch(disk, DIR)).toEqual({ kind: 'read', halts: [BY_PERSON, OF_TWAP] });
  });
});

describe('halts in force at a start', () => {
  it.each([
    ['an empty file', ''],
    ['text that is not JSON', '\0\0\0'],
    ['another JSON list', '{"v":1,"halts":[{"id":"1-1"}]}'],
    ['another version', '{"v":2,"halts":[]}'],
    ['a truncated file', '{"v":1,"halts":['],
  ])('are one of everything with %s', (_, text) => {
    disk.put(DIR, 'halt', text);
    const [halt] = joinHalts(readLatch(disk, DIR), []);
    expect(halt).toMatchObject({ id: UNREADABLE, scope: 'all', cause: 'RC69' });
  });

  it('are one of everything when the disk cannot read the file', () => {
    const reading = readLatch(disk, '/nowhere/\0');
    expect(reading.kind).toBe('missing');
    disk.read = () => {
      throw systemError('EACCES');
    };
    expect(joinHalts(readLatch(disk, DIR), [])).toMatchObject([{ scope: 'all' }]);
  });

  it('are none with a missing file and a journal without halts', () => {
    expect(joinHalts(readLatch(disk, DIR), [])).toEqual([]);
  });

  it('are those of the journal when the file is missing or was emptied', () => {
    expect(joinHalts(readLatch(disk, DIR), [BY_PERSON])).toEqual([BY_PERSON]);
    disk.put(DIR, 'halt', '{"v":1,"halts":[]}');
    expect(joinHalts(readLatch(disk, DIR), [BY_PERSON])).toEqual([BY_PERSON]);
  });
});

describe('clearing halts', () => {
  it('removes the named halts and leaves one that came in between', () => {
    const latch = new HaltLatch(disk, DIR, [BY_PERSON], 1);
    latch.add(OF_TWAP);
    unwrap(latch.clear([BY_PERSON.id]));
    expect(latch.halts).toEqual([OF_TWAP]);
    expect(readLatch(disk, DIR)).toEqual({ kind: 'read', halts: [OF_TWAP] });
  });

  it('removes nothing that it cannot write', () => {
    const latch = new HaltLatch(disk, DIR, [BY_PERSON], 1);
    disk.before = (_, name) => {
      if (name === 'rename') throw systemError('EIO');
    };
    expect(latch.clear([BY_PERSON.id])).toMatchObject({ fault: { code: 'state.latch' } });
    expect(latch.halts).toEqual([BY_PERSON]);
  });

  it('lists the existing halts when it is given another', () => {
    const latch = new HaltLatch(disk, DIR, [BY_PERSON], 1);
    const message = 'expected the id of a halt (3-1), found 9-9';
    expect(latch.clear(['9-9'])).toMatchObject({ fault: { code: 'state.no-halt', message } });
  });
});
