// Output that does not arrive: a command says so, whatever it prints and whatever prints it.
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

afterAll(cleanUp);

const workspace = makeSession();
const FULL = 'cannot write to stdout: ENOSPC: no space left on device';
/** Runs a command line whose stdout goes to a file. */
const weirTo = (file: string, args: readonly string[], limit = '') => {
  const shell = `exec 3>"${file}" >&3; ${limit}`;
  return runWeir(args, { cwd: workspace.dir, shell });
};

it("every command exits with 1 and the cause when stdout's disk is full", async () => {
  const backtest = ['backtest', 'session.yaml', '--out', 'out'];
  expect((await runWeir(backtest, { cwd: workspace.dir })).code).toBe(0);
  const lines = [
    ['--help'],
    ['--version'],
    ['strategies', '--json'],
    ['backtest', '--help'],
    ['data', 'catalog', '.'],
    ['report', 'out', 'out'],
    ['backtest', 'session.yaml', '--out', 'full', '--json'],
  ];
  for (const line of lines) {
    const { code, stderr } = await weirTo('/dev/full', line);
    expect([line, code, stderr]).toEqual([line, 1, expect.stringContaining(FULL)]);
  }
});

it('disk that fills up during the output gives exit code 1', async () => {
  const paper = await runWeir(['paper', 'session.yaml', '--out', 'paper'], { cwd: workspace.dir });
  expect(paper.code).toBe(0);
  const file = workspace.path('records.ndjson');
  // 16 blocks of 512 bytes: one write is cut short, the next one fails.
  const line = ['journal', 'export', 'paper'];
  const { code, stderr } = await weirTo(file, line, "trap '' XFSZ; ulimit -f 16;");
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot write to stdout: EFBIG')]);
  expect(readFileSync(file)).toHaveLength(8192);
});

it('closed pipe is no error', async () => {
  const line = `"$@" | head -n 1;`;
  const shell = `f() { ${line} }; f "$@"; exit $?;`;
  const ended = await runWeir(['journal', 'export', 'paper'], { cwd: workspace.dir, shell });
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(ended.stdout).toMatch(/^\{"seq":1,.*\n$/);
});
