// The journal of a session: what the venue delivers only once is durable before its use.
import { beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { createJournal, type Journal, readJournal } from '../../src/journal/index.js';
import { SessionJournal } from '../../src/records/session-journal.js';
import { MemoryDisk, systemError } from '../journal/memory-disk.js';

const never = () => ({ cancel: () => undefined });
const clock = { speed: 1, now: () => 5_000_000, at: never };
const machine = {
  clock: { wallMillis: () => 7, monoMicros: () => 8, setTimer: never, at: never },
  host: { boot: 'b' } as never,
};

let disk: MemoryDisk;
let journal: SessionJournal;
beforeEach(() => {
  disk = new MemoryDisk();
  const made: Journal = unwrap(createJournal('/journal', { disk }));
  journal = new SessionJournal(made, clock, machine, 0);
});

/** Types of records that outlive a loss of power. */
function listDurable(): readonly string[] {
  return [...readJournal('/journal', disk.crash('synced'), 'chain')].map(
    (next) => unwrap(next).type,
  );
}

describe('session journal', () => {
  it('has a page of the STP download on the disk before it returns', () => {
    unwrap(journal.append(journal.stamp(), 'session', {}));
    unwrap(journal.append(journal.stamp(), 'poll', {}));
    expect(listDurable()).toEqual([]);
    unwrap(journal.append(journal.stamp(), 'stp', { step: 'page', text: '[]' }));
    expect(listDurable()).toEqual(['session', 'poll', 'stp']);
    unwrap(journal.append(journal.stamp(), 'trade', {}));
    expect(listDurable()).toEqual(['session', 'poll', 'stp']);
  });

  it('fails once with a page that it cannot write', () => {
    disk.before = (_, name) => {
      if (name === 'sync') throw systemError('EIO');
    };
    const page = journal.append(journal.stamp(), 'stp', { step: 'page', text: '[]' });
    expect(page).toMatchObject({ ok: false, fault: { code: 'journal.write-failed' } });
    expect(journal.fault).toBeDefined();
    expect(journal.append(journal.stamp(), 'poll', {}).ok).toBe(true);
  });
});
