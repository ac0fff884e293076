// weir sweep as a process: any number of workers, stopped and killed and gone on with.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatRates, formatSession, GRID } from '../backtest/sweep/case.js';
import { poll, runWeir, startWeir } from './weir.js';
import { cleanUp, makeWorkspace, type Workspace } from './workspace.js';

afterAll(cleanUp);

const FILES = ['results.csv', 'results.parquet', 'results.json'];

function make(text = GRID): Workspace {
  return makeWorkspace({
    'rates.csv': formatRates(6_000),
    'limits.yaml':
      'allowedOrderTypes: { types: [Limit/IOC] }\norderRate: off\n' +
      'repeatedExecution: off\nduplicateOrder: off\n',
    'session.yaml': formatSession(),
    'sweep.yaml': text,
  });
}

function read(dir: string, out: string): readonly string[] {
  return FILES.map((name) => readFileSync(join(dir, out, name)).toString('base64'));
}

const countLines = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

describe('weir sweep', () => {
  it('sweep writes the same files with any number of workers', async () => {
    const { dir, read: text } = make();
    for (const workers of ['0', '1', '3']) {
      const args = ['sweep', 'sweep.yaml', '--workers', workers, '--out', workers];
      const { code, stdout, stderr } = await runWeir(args, { cwd: dir });
      expect(code, stderr).toBe(0);
      expect(stdout).toContain('12 combinations, highest pnl first');
      expect(stdout).toContain(`results ${workers}/results.csv`);
    }
    expect(read(dir, '1')).toEqual(read(dir, '0'));
    expect(read(dir, '3')).toEqual(read(dir, '0'));
    expect(text('0/results.csv').split('\n')).toHaveLength(14);
    expect(JSON.parse(text('0/results.json'))).toMatchObject({ combinations: 12 });
  });

  it.each([
    ['SIGINT', 1],
    ['SIGKILL', null],
  ] as const)('sweep resumed after %s writes the same files', async (signal, ending) => {
    const { dir, path } = make();
    await runWeir(['sweep', 'sweep.yaml', '--workers', '0', '--out', 'whole'], { cwd: dir });
    const args = ['sweep', 'sweep.yaml', '--workers', '1', '--out', 'cut'];
    const cut = startWeir(args, { cwd: dir });
    const journal = path('cut/sweep.ndjson');
    await poll(
      () => (countLines(journal) >= 4 ? true : undefined),
      () => 'rows',
    );
    cut.signal(signal);
    const { code, stderr } = await cut.end();
    expect(code).toBe(ending);
    if (signal === 'SIGINT') expect(stderr).toContain('--out cut --resume');
    expect(existsSync(path('cut/results.csv'))).toBe(false);
    const before = countLines(journal);
    expect(before).toBeLessThan(20);
    const again = await runWeir([...args, '--resume'], { cwd: dir });
    expect(again.code, again.stderr).toBe(0);
    expect(read(dir, 'cut')).toEqual(read(dir, 'whole'));
    expect(countLines(journal)).toBe(23);
  });

  it('weir sweep --json prints one document', async () => {
    const { dir } = make(GRID.replace(', 2s]', ']'));
    const { code, stdout } = await runWeir(['sweep', 'sweep.yaml', '--json'], { cwd: dir });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ name: 'averages', session: 'session.yaml', combinations: 6, invalid: 0 },
      folder: 'sessions/averages-1',
    });
  });

  it.each([
    [['sweep', 'sweep.yaml', '--workers', 'x'], 2, '--workers: expected a whole number from 0'],
    [['sweep', 'sweep.yaml', '--resume'], 2, 'expected --out DIR beside --resume'],
    [['sweep', 'sweep.yaml', '--resume', '--out', 'none'], 1, 'none/sweep.ndjson: expected the'],
    [['sweep', 'session.yaml'], 1, 'session.yaml'],
    [['sweep', 'sweep.yaml', '--out', '.'], 1, '(session.out-not-empty)'],
  ] as const)('sweep refuses %j', async (args, ending, message) => {
    const { code, stderr } = await runWeir(args, { cwd: make().dir });
    expect(code, stderr).toBe(ending);
    expect(stderr).toContain(message);
  });

  it('weir check checks a sweep file', async () => {
    const { dir } = make();
    const { code, stdout } = await runWeir(['check', 'sweep.yaml'], { cwd: dir });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^kind +sweep$/m);
    expect(stdout).toMatch(/^combinations +12$/m);
  });
});
