// weir venue conformance: what it prints and writes, and that its profile file then holds.
import { readdirSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { parseLines, readLines } from './journal-file.js';
import { startVenue, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, SIMULATOR } from './workspace.js';

afterAll(cleanUp);

const PROFILE = 'noActiveOrderStatus: 404\nsymbolInPath: compact\n';

it('names what differs, exits 1, and proposes a file with which it exits 0', async () => {
  const simulator = { ...(JSON.parse(SIMULATOR) as object), profile: 'spoken.yaml' };
  const workspace = makeSession(
    {},
    { 'simulator.yaml': JSON.stringify(simulator), 'spoken.yaml': PROFILE },
  );
  const { url } = await startVenue(workspace);
  writeRun(workspace, url);
  const run = (config: string, out: string, ...more: string[]) =>
    runWeir(['venue', 'conformance', '--config', config, '--out', out, ...more], {
      cwd: workspace.dir,
      env: { WEIR_PASSWORD: PASSWORD },
    });
  const first = await run('run.yaml', 'first');
  expect([first.code, first.stdout]).toEqual([
    1,
    expect.stringMatching(/report first\/conformance\.md\n/),
  ]);
  expect(first.stdout).toMatch(/│ 11 .*│ DID NOT HOLD │ noActiveOrderStatus: 404/);
  expect(first.stdout).toMatch(/│ 22 .*│ DID NOT HOLD │ symbolInPath: compact/);
  expect(first.stdout.match(/DID NOT HOLD/g)).toHaveLength(2);
  expect(first.stderr).toContain('11 noActiveOrderStatus: differs\n');
  expect(workspace.read('first/profile.yaml')).toMatch(
    /^# .*\nnoActiveOrderStatus: 404\nsymbolInPath: compact\n$/,
  );
  expect(workspace.read('first/conformance.md')).toContain('GET /v2/orders: 404 {');
  for (const name of ['conformance.md', 'profile.yaml']) {
    expect(workspace.read(`first/${name}`)).not.toContain(PASSWORD);
  }
  const session = JSON.parse(workspace.read('run.yaml')) as object;
  workspace.write('next.yaml', JSON.stringify({ ...session, profile: 'first/profile.yaml' }));
  const second = await run('next.yaml', 'second', '--json');
  expect([second.code, second.stderr.includes('differs')]).toEqual([0, false]);
  const { profile } = JSON.parse(second.stdout) as { profile: object };
  expect(profile).toEqual({ noActiveOrderStatus: 404, symbolInPath: 'compact' });
}, 120_000);

it('places orders and requests quotes through gate and journal, when it is told to', async () => {
  const workspace = makeSession();
  const { url } = await startVenue(workspace, '--speed', '1');
  writeRun(workspace, url);
  const words = ['--config', 'run.yaml', '--out', 'out', '--orders', '--json'];
  const { code, stdout, stderr } = await runWeir(['venue', 'conformance', ...words], {
    cwd: workspace.dir,
    env: { WEIR_PASSWORD: PASSWORD },
  });
  expect(code, stderr).toBe(0);
  const { points } = JSON.parse(stdout) as {
    points: readonly { point: number; verdict: string }[];
  };
  const held = points.filter(({ verdict }) => verdict === 'held').map(({ point }) => point);
  expect(held).toEqual(expect.arrayContaining([7, 8, 10, 11, 15, 17, 18]));
  const journals = readdirSync(workspace.path('out')).filter((name) => name.startsWith('call-'));
  expect(journals.toSorted()).toEqual([
    ...['call-1-placeOrder', 'call-2-cancelOrder', 'call-3-cancelOrder', 'call-4-placeOrder'],
    ...['call-5-placeOrder', 'call-6-requestQuotes', 'call-7-withdrawRfs'],
  ]);
  const records = parseLines(readLines(workspace.path('out/call-1-placeOrder')));
  expect(records.map(({ type }) => type)).toEqual(['call-session', 'command', 'send-result']);
}, 120_000);
