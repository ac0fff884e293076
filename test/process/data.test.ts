// weir data inspect: what it prints and writes, and what it says of files that are none.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { formatSession, GRID } from '../backtest/sweep/case.js';
import { runWeir } from './weir.js';
import { cleanUp, formatRates, makeWorkspace } from './workspace.js';

afterAll(cleanUp);

const TRUEFX = 'EUR/USD,20240102 00:00:00.123,1.10427,1.10431\n';

function inspect(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const workspace = makeWorkspace();
  for (const [name, text] of Object.entries(files)) workspace.write(name, text);
  const ran = runWeir(['data', 'inspect', ...args], { cwd: workspace.dir });
  return ran.then((end) => ({ ...end, path: workspace.path }));
}

it('weir data inspect reads another format and writes figures and charts', async () => {
  const text = `${TRUEFX}${TRUEFX}nonsense\n`;
  const args = ['ticks.csv', '--size', 'unlimited', '--out', 'seen', '--json'];
  const { code, path, stderr, stdout } = await inspect({ 'ticks.csv': text }, ...args);
  expect([code, stderr]).toEqual([0, 'pictures seen/inspect.html\n']);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ format: 'truefx', rates: 2, badRows: { total: 1 } },
    symbols: [{ symbol: 'EUR/USD', duplicates: 1 }],
  });
  expect(readFileSync(path('seen/inspect.json'), 'utf8')).toBe(stdout);
  expect(readFileSync(path('seen/inspect.html'), 'utf8')).toContain('<title>ticks.csv: recording');
});

it('weir data inspect applies recording settings of configuration and command line', async () => {
  const config = 'recording:\n  file: ticks.csv\n  size: 5\n  badRows: stop\ninstruments: {}\n';
  const files = { 'config.yaml': config, 'ticks.csv': `${TRUEFX}nonsense\n` };
  const stopped = await inspect(files, 'config.yaml', '--bad', 'stop');
  expect(stopped.stdout).toMatch(/Rates +│ 1 /);
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('ticks.csv:2: ')]);
  expect((await inspect(files, 'config.yaml')).code).toBe(0);
});

it('weir data inspect reads several recordings one by one', async () => {
  const list = 'recording:\n  - { file: a.csv, size: 5 }\n  - { file: b.csv, size: unlimited }\n';
  const files = { 'c.yaml': list, 'a.csv': TRUEFX, 'b.csv': `${TRUEFX}nonsense\n` };
  const listed = await inspect(files, 'c.yaml', '--json', '--out', 'seen');
  const named = await inspect(files, 'a.csv', 'b.csv', '--json');
  for (const { code, stdout } of [listed, named]) {
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { rates: 1, badRows: { total: 0 } },
      { rates: 1, badRows: { total: 1 } },
    ]);
  }
  expect(readdirSync(listed.path('seen')).sort()).toEqual(
    ['inspect-1', 'inspect-2'].flatMap((name) => [`${name}.html`, `${name}.json`]),
  );
  const both = await inspect(files, 'c.yaml', '--config', 'c.yaml');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('one configuration')]);
});

describe.each([
  ['no.csv', {}, 'no.csv: expected a recording, found no such file (data.not-found)\n'],
  [
    'a.csv',
    { 'a.csv': 'when;what\n1;2\n' },
    'or recording.layout; found "when;what" (data.header)\n',
  ],
  ['a.yaml', { 'a.yaml': 'name: a\n' }, 'a.yaml:1:1: recording: expected a map, found no such key'],
])('weir data inspect %s', (args, files, says) => {
  it(`says: ${says.slice(0, 60)}`, async () => {
    const { code, stderr, stdout } = await inspect(files, ...args.split(' '));
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(says)]);
  });
});

describe.each([
  ['--size -4', '--size: expected above 0, found -4\n'],
  ['--from noon', '--from: expected an instant such as 2026-07-13T12:00:00Z, found "noon"\n'],
  ['--to yesterday', '--to: expected an instant such as 2026-07-13T12:00:00Z'],
  ['--bar long', '--bar: expected'],
  [
    '--to 2026-07-13T12:00:00Z --from 2026-07-13T13:00:00Z',
    'expected --from before --to, found 2026-07-13T13:00:00Z and 2026-07-13T12:00:00Z\n',
  ],
])('weir data inspect a.csv %s', (args, says) => {
  it('is refused as a wrong command line', async () => {
    const { code, stderr, stdout } = await inspect(
      { 'a.csv': TRUEFX },
      'a.csv',
      ...args.split(' '),
    );
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
  });
});

it('weir data inspect counts rates of unknown size unless a size is stated', async () => {
  const files = { 'a.csv': `${TRUEFX}${TRUEFX}` };
  const { code, stderr, stdout } = await inspect(files, 'a.csv');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Sizes +│ unknown at 2 rates: a session states recording.size: N/);
  expect((await inspect(files, 'a.csv', '--size', '5')).stdout).not.toContain('Sizes');
});

it('full disk and truncated compressed file have different messages', async () => {
  const workspace = makeWorkspace();
  workspace.write('rates.csv.gz', gzipSync(formatRates(9_000)));
  // Files may grow to so many blocks of 512 bytes: the packed one fits, what is in it does not.
  const shell = "trap '' XFSZ; ulimit -f 400;";
  const args = ['data', 'inspect', 'rates.csv.gz'];
  const { code, stderr } = await runWeir(args, { cwd: workspace.dir, shell });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^rates.csv.gz: cannot decompress into .* temporary files: .*\(data.no-room\)$/m,
    ),
  ]);
  const env = { TMPDIR: workspace.path('none') };
  expect((await runWeir(args, { cwd: workspace.dir, env })).stderr).toContain('(data.no-room)');
});

it('weir check leaves no column cache behind', async () => {
  const venue = { users: [{ user: 'a', password: 'b', org: 'C', account: 'D' }] };
  const recording = { file: 'rates.csv' };
  const workspace = makeWorkspace({
    'rates.csv': formatRates(66_000),
    'limits.yaml': '{}',
    'session.yaml': formatSession(),
    'sweep.yaml': GRID,
    'venue.yaml': JSON.stringify({ port: 0, ...venue, recording }),
  });
  const before = readdirSync(workspace.dir);
  for (const file of ['session.yaml', 'sweep.yaml', 'venue.yaml']) {
    const { code, stderr } = await runWeir(['check', file], { cwd: workspace.dir });
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(workspace.dir)).toEqual(before);
  }
});

it.each([
  ['btcusd', 5, 20],
  ['gbpusd', 1_000_000, 36],
])('TWAP trades the shipped recording of %s to its end', async (name, quantity, orders) => {
  const workspace = makeWorkspace();
  const config = fileURLToPath(new URL(`../../config/${name}.yaml`, import.meta.url));
  const { code, stdout } = await runWeir(['backtest', config, '--json', '--out', 'out'], {
    cwd: workspace.dir,
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ filledQuantity: quantity, requestedQuantity: quantity, orders, refused: 0, halts: [] },
    orderStates: { FILLED: orders },
  });
});
