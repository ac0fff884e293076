// The command line on files and folders of another kind: one line says what they look like.
import { mkdirSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeWorkspace } from './workspace.js';

afterAll(cleanUp);

const SWEEP = 'name: x\nsession: s.yaml\nranges: { seed: [1, 2] }\n';
const LOOK = 'found what looks like a sweep configuration: `weir sweep` takes it (cli.wrong-file)';

it.each([
  [['backtest', 'sweep.yaml'], `expected a session configuration, ${LOOK}`],
  [['simulate', 'sweep.yaml'], `expected a simulator configuration, ${LOOK}`],
  [['run', 'sweep.yaml'], `expected a session configuration, ${LOOK}`],
  [['replay', 'sweep.yaml'], `expected the folder of a session, ${LOOK}`],
  [['journal', 'verify', 'sweep.yaml'], `expected the folder of a session, ${LOOK}`],
  [['journal', 'export', 'notes.txt'], 'expected a journal, found a file (journal.missing)'],
  [['replay', 'notes.txt'], 'with its journal, found a file (journal.missing)'],
  [['parity', 'notes.txt'], 'with its journal, found a file (journal.missing)'],
])('%j names the kind of file that it was given', async (args, says) => {
  const { dir } = makeWorkspace({ 'sweep.yaml': SWEEP, 'notes.txt': 'plain\n' });
  const { code, stdout, stderr } = await runWeir(args, { cwd: dir });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.split(':')[0]).toBe(args.at(-1));
  expect(stderr).toContain(says);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

it('folder with a journal counts as a session folder', async () => {
  const { dir, path } = makeWorkspace();
  mkdirSync(path('one/journal'), { recursive: true });
  const { code, stderr } = await runWeir(['backtest', 'one'], { cwd: dir });
  expect(code).toBe(1);
  expect(stderr).toContain('found what looks like the folder of a session: `weir replay`');
});
