// `weir journal` on the journals of real sessions: whole ones, damaged ones, and none.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { createJournal } from '../../src/journal/index.js';
import { readLines } from './journal-file.js';
import { runWeir } from './weir.js';
import { cleanUp, makeSession, type Workspace } from './workspace.js';

const workspace = makeSession();
const weir = (...args: readonly string[]) => runWeir(args, { cwd: workspace.dir });

beforeAll(async () => {
  expect((await weir('paper', 'session.yaml', '--out', 'out')).code).toBe(0);
});
afterAll(cleanUp);

it('journal verify accepts a session folder and its state directory', async () => {
  const { journalHead } = JSON.parse(workspace.read('out/summary.json'));
  const records = readLines(workspace.path('out')).length;
  for (const folder of ['out', 'out/state', 'out/state/journal']) {
    const { code, stdout } = await weir('journal', 'verify', folder, '--json');
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ records, epochs: 1, head: journalHead, halts: [] });
  }
});

it('journal export prints every record as a line', async () => {
  const { code, stdout } = await weir('journal', 'export', 'out');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(readLines(workspace.path('out')).length);
  expect(JSON.parse(lines[1]!)).toMatchObject({ seq: 2, type: 'session' });
  // A start's first record has no session time yet.
  expect(lines.filter((line) => line.includes('"at":"1970'))).toEqual([]);
});

it('journal verify names the changed record (RC71) and writes nothing', async () => {
  const path = join(workspace.path('out'), 'state', 'journal', '000001.jsonl');
  const text = readFileSync(path, 'utf8');
  const line = text.split('\n').findIndex((one) => one.includes('"type":"rate"')) + 1;
  const damaged = text.replace(
    '"type":"rate","data":{"symbol":"EUR',
    '"type":"rate","data":{"symbol":"GBP',
  );
  writeFileSync(path, damaged);
  const { code, stderr } = await weir('journal', 'verify', 'out/state');
  expect(code).toBe(1);
  expect(stderr).toContain(`000001.jsonl:${line}: `);
  expect(stderr).toContain('the line was changed (journal.bad-hash)');
  expect(readFileSync(path, 'utf8')).toBe(damaged);
  writeFileSync(path, text);
});

it('journal verify names a summary that disagrees with a shortened journal', async () => {
  const path = join(workspace.path('out'), 'journal', '000001.jsonl');
  const text = readFileSync(path, 'utf8');
  const lines = text.trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
  const cut = await weir('journal', 'verify', 'out');
  writeFileSync(path, '');
  const empty = await weir('journal', 'verify', 'out');
  writeFileSync(path, text);
  expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining('(journal.end)')]);
  expect(cut.stderr).toMatch(/^out\/summary\.json: expected the journal to end with record hash /);
  const none = 'out: expected records, found an empty journal (journal.missing)\n';
  expect([empty.code, empty.stderr]).toEqual([1, none]);
});

it('journal verify reports a folder without a journal', async () => {
  const { code, stderr } = await weir('journal', 'verify', 'strategies');
  expect([code, stderr]).toEqual([1, expect.stringContaining('(journal.missing)')]);
});

describe('weir journal expired', () => {
  const DAY_MS = 86_400_000;

  /** A journal of one record, written so many days ago. */
  function makeJournal(place: Workspace, folder: string, days: number): void {
    const journal = unwrap(createJournal(place.path(`${folder}/journal`)));
    const stamp = { session: 1_000, wall: Date.now() - days * DAY_MS, mono: 1, boot: 'b' };
    unwrap(journal.append(stamp, 'rate', { bid: 1 }));
    unwrap(journal.sync());
  }

  it('journals older than the given years are listed; unreadable ones are kept', async () => {
    const place = makeSession();
    const expired = (...args: readonly string[]) => {
      return runWeir(['journal', 'expired', ...args], { cwd: place.dir });
    };
    makeJournal(place, 'old/state', 5 * 366);
    makeJournal(place, 'new', 5 * 365 - 1);
    makeJournal(place, 'broken', 5 * 366);
    place.write('broken/journal/000001.jsonl', 'not a record\n');
    const { code, stdout } = await expired('.', '--json');
    const { journals } = JSON.parse(stdout);
    expect([code, journals]).toMatchObject([
      0,
      [
        { folder: 'broken', isExpired: false },
        { folder: 'new', isExpired: false },
        { folder: 'old/state', isExpired: true },
      ],
    ]);
    const text = await expired('.');
    expect(text.stdout).toMatch(/^\| old\/state \| 20\d\d-/m);
    expect(text.stdout).toMatch(/^broken: its end cannot be read: keep it$/m);
    expect(text.stdout).toMatch(
      /^1 journals ended before .*, 2 have to be kept; nothing was deleted$/m,
    );
    expect(
      JSON.parse((await expired('old', '--years', '6', '--json')).stdout).journals,
    ).toMatchObject([{ folder: 'old/state', isExpired: false }]);
    const none = await expired('nowhere');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('(journal.missing)')]);
    const wrong = await expired('.', '--years', '0');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--years: expected')]);
  });
});
