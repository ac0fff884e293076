// A session that was suspended checks whether another one has started on its journal.
import { expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { createJournal } from '../../../src/journal/index.js';
import { createSessionClock } from '../../../src/host/session-clock.js';
import { SessionJournal } from '../../../src/records/session-journal.js';
import { MemoryDisk } from '../../journal/memory-disk.js';

function open(isFenced: () => boolean) {
  const time = { wall: 1_000_000, mono: 0 };
  const clock = {
    wallMillis: () => time.wall,
    monoMicros: () => time.mono,
    setTimer: () => ({ cancel: () => undefined }),
    at: () => ({ cancel: () => undefined }),
  };
  const journal = unwrap(createJournal('/j', { disk: new MemoryDisk() }));
  const machine = { clock, host: { boot: 'b' } as never };
  const session = createSessionClock(0, 1, clock);
  return { time, journal: new SessionJournal(journal, session, machine, 0, isFenced) };
}

it('suspended session continues while no other has taken over', () => {
  const { journal, time } = open(() => false);
  time.wall += 600_000;
  expect(journal.append(journal.stamp(), 'note', {})).toMatchObject({ ok: true });
  expect(journal.seq).toBe(1);
});

it('suspended session writes nothing once another one has started', () => {
  const { journal, time } = open(() => true);
  expect(journal.append(journal.stamp(), 'note', {})).toMatchObject({ ok: true });
  time.wall += 5_000;
  const found = journal.append(journal.stamp(), 'note', {});
  expect(found).toMatchObject({ ok: false, fault: { code: 'journal.write-failed' } });
  expect(journal.fault).toContain(
    'the process was suspended for 5000 ms, and a newer bot was started meanwhile',
  );
  time.wall += 1;
  journal.append(journal.stamp(), 'note', {});
  expect(journal.seq).toBe(1);
});

it('session checks only after a long enough pause, because the check is slow', () => {
  let looks = 0;
  const { journal, time } = open(() => {
    looks += 1;
    return false;
  });
  for (let second = 0; second < 5; second++) {
    time.wall += 4_999;
    journal.append(journal.stamp(), 'note', {});
  }
  expect(looks).toBe(0);
  time.wall -= 3_600_000;
  journal.append(journal.stamp(), 'note', {});
  expect(looks).toBe(1);
});
