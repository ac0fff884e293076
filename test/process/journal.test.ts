// `weir journal` on the journals of real sessions: whole ones, damaged ones, and none.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLines } from './journal-file.js';
import { runWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

const workspace = makeSession();
const weir = (...args: readonly string[]) => runWeir(args, { cwd: workspace.dir });

beforeAll(async () => {
  expect((await weir('paper', 'session.yaml', '--out', 'out')).code).toBe(0);
});
afterAll(cleanUp);

it('verifies the journal of a session folder and of its state directory alike', async () => {
  const { journalHead } = JSON.parse(workspace.read('out/summary.json'));
  const records = readLines(workspace.path('out')).length;
  for (const folder of ['out', 'out/state', 'out/state/journal']) {
    const { code, stdout } = await weir('journal', 'verify', folder, '--json');
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ records, epochs: 1, head: journalHead, halts: [] });
  }
});

it('exports every record as a line', async () => {
  const { code, stdout } = await weir('journal', 'export', 'out');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(readLines(workspace.path('out')).length);
  expect(JSON.parse(lines[1]!)).toMatchObject({ seq: 2, type: 'session' });
});

it('names the record that was changed (RC71), and changes nothing', async () => {
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

it('says when there is no journal', async () => {
  const { code, stderr } = await weir('journal', 'verify', 'strategies');
  expect([code, stderr]).toEqual([1, expect.stringContaining('(journal.missing)')]);
});
