// `--json` of every command: one JSON document on stdout.
import { afterAll, describe, expect, it } from 'vitest';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

afterAll(cleanUp);

const { dir } = makeSession();
const weir = (...args: readonly string[]) => runWeir(args, { cwd: dir });

it('is an option of every command', async () => {
  const { stderr } = await weir();
  const [, names = ''] = /expected a command \(([^)]+)\)/.exec(stderr) ?? [];
  const commands = names.split(', ');
  expect(commands).toContain('torture');
  for (const command of commands) {
    const { stdout } = await weir(command, '--help');
    expect([command, stdout]).toEqual([command, expect.stringMatching(/^ +--json /m)]);
  }
});

describe.concurrent('of weir torture', () => {
  it('tells the worlds, as the text does, and what broke', async () => {
    const { code, stdout } = await weir('torture', '--seeds', '1..2', '--json', '--trace');
    const facts = JSON.parse(stdout);
    expect([code, facts]).toMatchObject([0, { worlds: 2, failed: 0, breaches: [] }]);
    const text = await weir('torture', '--seeds', '1..2');
    expect(text.stdout).toContain(`2 worlds, ${String(facts.orders)} orders, 0 failed, `);
    expect(text.stdout).toContain(`traces ${String(facts.traces)}`);
  });

  it('tells how far faults and situations were reached', async () => {
    const { code, stdout } = await weir('torture', 'coverage', '--seeds', '1..2', '--json');
    const { faults, situations, missing, ...counts } = JSON.parse(stdout);
    expect([code, counts]).toEqual([0, { worlds: 2, failed: 0, breaches: [] }]);
    const start = { name: 'a first start', worlds: 2, isReached: true };
    expect(situations).toContainEqual(start);
    const rows: { name: string; isReached: boolean }[] = [...faults, ...situations];
    expect(rows.filter(({ isReached }) => !isReached)).toHaveLength(missing.length);
  });

  it('tells the runs of crashes', async () => {
    const { code, stdout } = await weir('torture', 'crash', '--most', '2', '--json');
    const counts = { runs: 2, failed: 0, breaches: [] };
    expect([code, JSON.parse(stdout)]).toMatchObject([0, counts]);
  });
});

it('of weir simulate says where it listens', async () => {
  const venue = startWeir(['simulate', '--port', '0', '--json'], { cwd: dir });
  await venue.waitFor('stdout', /\n/);
  venue.signal('SIGTERM');
  const { stdout } = await venue.end();
  expect(JSON.parse(stdout)).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
});
