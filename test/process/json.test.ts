// `--json` of every command: one JSON document on stdout.
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

afterAll(cleanUp);

const { dir } = makeSession();
const weir = (...args: readonly string[]) => runWeir(args, { cwd: dir });

it('every command has --json', async () => {
  const { stderr } = await weir();
  const [, names = ''] = /expected a command \(([^)]+)\)/.exec(stderr) ?? [];
  const commands = names.split(', ');
  expect(commands).toContain('torture');
  for (const command of commands) {
    const { stdout } = await weir(command, '--help');
    expect([command, stdout]).toEqual([command, expect.stringMatching(/^ +--json /m)]);
  }
});

describe.concurrent('weir torture --json', () => {
  it('document has worlds and violations, as the text has', async () => {
    const { code, stdout } = await weir('torture', '--seeds', '1..2', '--json', '--trace');
    const facts = JSON.parse(stdout);
    expect([code, facts]).toMatchObject([0, { worlds: 2, failed: 0, breaches: [] }]);
    const text = await weir('torture', '--seeds', '1..2');
    expect(text.stdout).toContain(`2 worlds, ${String(facts.orders)} orders, 0 failed, `);
    expect(text.stdout).toContain(`traces ${String(facts.traces)}`);
  });

  it('document has the coverage of faults and situations', async () => {
    const { code, stdout } = await weir('torture', 'coverage', '--seeds', '1..2', '--json');
    const { faults, situations, missing, ...counts } = JSON.parse(stdout);
    expect([code, counts]).toEqual([0, { worlds: 2, failed: 0, breaches: [] }]);
    const start = { name: 'a first start', worlds: 2, isReached: true };
    expect(situations).toContainEqual(start);
    const rows: { name: string; isReached: boolean }[] = [...faults, ...situations];
    expect(rows.filter(({ isReached }) => !isReached)).toHaveLength(missing.length);
  });

  it('document is the same for any number of threads', async () => {
    const config = resolve('test/fixtures/torture/in-and-out.yaml');
    const args = ['torture', '--config', config, '--seeds', '5..8', '--json', '--workers'];
    const [here, there] = await Promise.all(
      ['0', '2'].map(async (count) => {
        const { code, stdout } = await weir(...args, count);
        const { timesRealTime, ...facts } = JSON.parse(stdout);
        expect([code, timesRealTime]).toEqual([1, expect.any(Number)]);
        return facts;
      }),
    );
    expect(here.breaches).toHaveLength(2);
    expect(there).toEqual(here);
  });

  it('run stops at the first violating world for any number of threads', async () => {
    const config = resolve('test/fixtures/torture/in-and-out.yaml');
    const args = ['torture', '--config', config, '--seeds', '4..9999', '--first', '--json'];
    const { code, stdout } = await weir(...args, '--workers', '2');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { worlds: 2, failed: 1 }]);
  });

  it('crash points are listed in order for any number of threads', async () => {
    const args = ['torture', 'crash', '--most', '3', '--json', '--workers'];
    const [here, there] = await Promise.all(['0', '2'].map((count) => weir(...args, count)));
    expect([here?.code, there?.code]).toEqual([0, 0]);
    expect(there?.stdout).toEqual(here?.stdout);
  });

  it('document has the runs of crash points', async () => {
    const { code, stdout } = await weir('torture', 'crash', '--most', '2', '--json');
    const counts = { runs: 2, failed: 0, breaches: [] };
    expect([code, JSON.parse(stdout)]).toMatchObject([0, counts]);
  });
});

it('weir simulate --json prints its address', async () => {
  const venue = startWeir(['simulate', '--port', '0', '--json'], { cwd: dir });
  await venue.waitFor('stdout', /\n/);
  venue.signal('SIGTERM');
  const { stdout } = await venue.end();
  expect(JSON.parse(stdout)).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
});
