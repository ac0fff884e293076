import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import {
  continueJournal,
  formatSnapshotName,
  continuesFrom,
  type JournalPlace,
  readSnapshots,
  recoverJournal,
  writeSnapshot,
} from '../../src/journal/index.js';
import { MemoryDisk, systemError } from './memory-disk.js';

const DIR = '/state/journal';
/** Characters of `,"hash":"..."}`. */
const TAIL = 75;
const STAMP = { session: 1, wall: 1, mono: 1, boot: 'b' };

let disk = new MemoryDisk();
beforeEach(() => {
  disk = new MemoryDisk();
  disk.createDirectory(DIR);
});

const findNewest = (on: MemoryDisk) =>
  [...readSnapshots(DIR, on)].find((one) => continuesFrom(DIR, one, on));

/** Begins an epoch as a session does: the snapshot first, then the segment and its first record. */
function beginEpoch(state: unknown, on = disk): JournalPlace {
  const { tail } = unwrap(recoverJournal(DIR, { disk: on, visit: () => undefined }));
  const place = { ...tail, segment: tail.segment + 1 };
  unwrap(writeSnapshot(DIR, { place, state }, on));
  const journal = unwrap(continueJournal(DIR, tail, { disk: on }));
  unwrap(journal.append(STAMP, 'epoch', {}));
  unwrap(journal.close());
  return place;
}

describe('snapshot of a journal', () => {
  it('is the newest one', () => {
    beginEpoch({ epoch: 1 });
    const place = beginEpoch({ epoch: 2 });
    expect(place).toMatchObject({ segment: 2, seq: 1 });
    expect(findNewest(disk)).toEqual({ place, state: { epoch: 2 } });
  });

  it('is an older one when its segment was never started', () => {
    const place = beginEpoch({ epoch: 1 });
    const next = { segment: 2, seq: 1, head: 'f'.repeat(64) };
    unwrap(writeSnapshot(DIR, { place: next, state: { epoch: 2 } }, disk));
    expect(findNewest(disk)).toEqual({ place, state: { epoch: 1 } });
  });

  it('is an older one when the journal disagrees with it: the journal wins', () => {
    const place = beginEpoch({ epoch: 1 });
    const second = beginEpoch({ epoch: 2 });
    unwrap(writeSnapshot(DIR, { place: { ...second, seq: 9 }, state: { epoch: 9 } }, disk));
    expect(findNewest(disk)).toEqual({ place, state: { epoch: 1 } });
  });

  it('is missing when none is whole', () => {
    beginEpoch({ epoch: 1 });
    const name = formatSnapshotName(1);
    const text = disk.text(DIR, name);
    disk.put(DIR, name, text.replace('"epoch":1', '"epoch":2'));
    expect(findNewest(disk)).toBeUndefined();
  });

  it.each([
    ['of another version', /"v":1/, '"v":2'],
    ['whose state is not the one that its hash names', /"epoch":1/, '"epoch":2'],
  ])('is not used when it is one %s', (_, from, to) => {
    beginEpoch({ epoch: 1 });
    const name = formatSnapshotName(1);
    const changed = disk.text(DIR, name).replace(from, to);
    const body = changed.slice(0, -TAIL);
    disk.put(DIR, name, `${body},"hash":"${hash('sha256', body)}"}`);
    expect(findNewest(disk)).toBeUndefined();
  });

  it('is the old one or the new one after a crash at any effect of writing it', () => {
    const place = beginEpoch({ epoch: 1 });
    for (let allowed = 0; ; allowed++) {
      const from = disk.effects;
      disk.before = (effect) => {
        if (effect > from + allowed) throw systemError('EIO');
      };
      const written = writeSnapshot(DIR, { place, state: { epoch: 2 } }, disk);
      disk.before = () => undefined;
      for (const survivors of ['synced', 'all'] as const) {
        const state = findNewest(disk.crash(survivors))?.state;
        expect(state).toEqual(expect.toBeOneOf([{ epoch: 1 }, { epoch: 2 }]));
      }
      if (written.ok) break;
      expect(written.fault.code).toBe('journal.snapshot-failed');
    }
    expect(findNewest(disk.crash('synced'))?.state).toEqual({ epoch: 2 });
  });
});
