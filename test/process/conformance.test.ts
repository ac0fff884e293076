// weir venue conformance: what it prints and writes, and that its profile file then holds.
import { readdirSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { parseLines, readLines } from './journal-file.js';
import { startVenue, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, LIMITS, makeSession, PASSWORD, SIMULATOR } from './workspace.js';

afterAll(cleanUp);

const PROFILE = 'noActiveOrderStatus: 404\nsymbolInPath: compact\n';

it('conformance run names differences and proposes a file with which it exits 0', async () => {
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
  expect(first.stdout).toMatch(/│ 11 .*│ DIFFERS +│ noActiveOrderStatus: 404/);
  expect(first.stdout).toMatch(/│ 22 .*│ DIFFERS +│ symbolInPath: compact/);
  expect(first.stdout.match(/DIFFERS/g)).toHaveLength(2);
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

/** A session at a venue whose user is a broker, with limits that let the orders of point 9 pass. */
async function startBroker() {
  const venue = JSON.parse(SIMULATOR) as { readonly users: readonly object[] };
  const users = venue.users.map((user) => ({ ...user, role: 'broker' }));
  const times = ['IOC', 'FOK', 'GTC', 'GTT', 'DAY'];
  const types = ['Limit', 'Stop', 'StopLimit', 'Pegged'];
  const allowed = types.flatMap((type) => times.map((time) => `${type}/${time}`));
  const limits = { ...(JSON.parse(LIMITS) as object), allowedOrderTypes: { types: allowed } };
  const workspace = makeSession(
    {},
    {
      'simulator.yaml': JSON.stringify({ ...venue, users }),
      'limits.yaml': JSON.stringify(limits),
    },
  );
  const { url } = await startVenue(workspace, '--speed', '1');
  writeRun(workspace, url);
  const run = (...words: string[]) =>
    runWeir(['venue', 'conformance', '--config', 'run.yaml', '--out', 'out', ...words], {
      cwd: workspace.dir,
      env: { WEIR_PASSWORD: PASSWORD },
    });
  return { workspace, run };
}

const WORDS = 'bookTrade amendTrade rollTrade cancelTrades stpResend';

it('conformance run tests all that the operator allows, through gate and journal', async () => {
  const { workspace, run } = await startBroker();
  const flags = ['--orders', '--back-office', '--stp', '--limits', '--json'];
  const { code, stdout, stderr } = await run(...flags, '--confirm', WORDS);
  expect(code, stderr).toBe(0);
  const { points } = JSON.parse(stdout) as {
    points: readonly { point: number; verdict: string }[];
  };
  const held = points.filter(({ verdict }) => verdict === 'held').map(({ point }) => point);
  const some = [7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 23, 24];
  expect(held).toEqual(expect.arrayContaining(some));
  const journals = readdirSync(workspace.path('out')).filter((name) => name.startsWith('call-'));
  const calls = new Set(journals.map((name) => name.replace(/^call-\d+-/, '')));
  expect([...calls].toSorted()).toEqual(
    [...['placeOrder', 'cancelOrder', 'requestQuotes', 'withdrawRfs'], ...WORDS.split(' ')].sort(),
  );
  const records = parseLines(readLines(workspace.path('out/call-1-placeOrder')));
  expect(records.map(({ type }) => type)).toEqual([
    ...['epoch', 'call-session', 'command', 'send-result'],
  ]);
  const kept = workspace.read('out/stp.jsonl').trim().split('\n');
  expect(kept.map((line) => JSON.parse(line) as unknown)).toEqual([
    [expect.objectContaining({ event: 'NEW', symbol: 'EUR/USD' })],
  ]);
}, 180_000);

it('conformance run sends no back-office call and no STP without consent', async () => {
  const { workspace, run } = await startBroker();
  for (const [flags, expected] of [
    [['--back-office'], '--back-office needs --orders'],
    [['--orders', '--back-office', '--stp'], `expected --confirm '${WORDS}', found none`],
    [['--stp', '--confirm', 'yes'], "expected --confirm 'stpResend', found `yes`"],
  ] as const) {
    const { code, stderr } = await run(...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining(expected)]);
  }
  expect(readdirSync(workspace.dir)).not.toContain('out');
}, 60_000);
