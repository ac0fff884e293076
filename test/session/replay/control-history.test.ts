// History of controls in a journal: counts of each control, and the operator's commands.
import { expect, it } from 'vitest';
import { createJournal } from '../../../src/journal/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { readControlHistory } from '../../../src/session/replay/control-history.js';
import { MemoryDisk } from '../../journal/memory-disk.js';

const AT = 1_783_944_000_000_000;

function write(records: readonly (readonly [string, object])[]): MemoryDisk {
  const disk = new MemoryDisk();
  const journal = unwrap(createJournal('/state/journal', { disk }));
  for (const [index, [type, data]] of records.entries()) {
    const session = AT + index * 1_000_000;
    unwrap(journal.append({ session, wall: session / 1_000, mono: index, boot: 'b' }, type, data));
  }
  unwrap(journal.sync());
  return disk;
}

const read = (disk: MemoryDisk) => unwrap(readControlHistory(disk, '/state', () => undefined));

it('control history counts what each control did, of single calls too, and when last', () => {
  const disk = write([
    ['epoch', { epoch: 1 }],
    ['refused', { rule: 'RC04', message: 'too much' }],
    ['refused', { rule: 'RC04' }],
    ['refused', { gate: { refusals: [{ rule: 'RC04' }, { rule: 'RC14' }] } }],
    ['alert', { rule: 'RC05', overridden: 'RC05', level: 'warn' }],
    ['halt', { rule: 'RC52', scope: 'all', strategy: '', reason: 'HTTP 500' }],
    ['rate', { symbol: 'EUR/USD' }],
  ]);
  const { controls, epochs, from, records, to } = read(disk);
  expect({ epochs, from, records, to }).toEqual({
    ...{ epochs: 1, records: 7, from: '2026-07-13T12:00:00.000Z', to: '2026-07-13T12:00:06.000Z' },
  });
  const none = { refused: 0, halts: 0, alerts: 0, overridden: 0 };
  expect(controls).toEqual({
    RC04: { ...none, refused: 3, lastAt: '2026-07-13T12:00:03.000Z' },
    RC05: { ...none, alerts: 1, overridden: 1, lastAt: '2026-07-13T12:00:04.000Z' },
    RC14: { ...none, refused: 1, lastAt: '2026-07-13T12:00:03.000Z' },
    RC52: { ...none, halts: 1, lastAt: '2026-07-13T12:00:05.000Z' },
  });
});

it('control history lists halts and the commands on them, the newest 200 of many', () => {
  const halt = { rule: 'RC63', scope: 'symbol', strategy: '', symbol: 'EUR/USD', who: 'Ada' };
  const disk = write([
    ...Array.from({ length: 500 }, (): [string, object] => [
      'halt',
      { ...halt, reason: 'a drill' },
    ]),
    ['resume', { halts: ['h1', 'h2'], by: 'Kim', reason: 'the cause is gone' }],
    ['override', { rule: 'RC05', cap: 7, minutes: 5, by: 'Kim', reason: 'a large hedge' }],
    ['revoke', { id: 'O1-1', by: 'Kim', reason: 'done' }],
  ]);
  const { incidentCount, incidents } = read(disk);
  expect([incidentCount, incidents.length]).toEqual([503, 200]);
  expect(incidents.slice(-4)).toMatchObject([
    { kind: 'halt', rule: 'RC63', text: 'symbol EUR/USD: a drill', by: 'Ada' },
    {
      kind: 'resume',
      rule: '',
      text: 'h1 h2: the cause is gone',
      by: 'Kim',
      writtenAt: expect.stringMatching(/^20/),
    },
    { kind: 'override', rule: 'RC05', text: 'up to 7 for 5 min: a large hedge', by: 'Kim' },
    { kind: 'revoke', rule: '', text: 'O1-1: done', by: 'Kim' },
  ]);
});

it('control history refuses a damaged journal and a folder without one', () => {
  const missing = readControlHistory(new MemoryDisk(), '/state', () => undefined);
  expect(missing).toMatchObject({ ok: false, fault: { code: 'journal.missing' } });
});
