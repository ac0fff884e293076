// A file control/KILL, made by hand: the bot halts, cancels its orders and says so (RC62).
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import {
  makeResting,
  openReader,
  startRun,
  startVenue,
  waitForOrders,
  waitForRecords,
  writeRun,
} from './venue.js';
import { poll, runWeir, startWeir } from './weir.js';
import { cleanUp, LOGIN, makeSession, PASSWORD, TWAP, type Workspace } from './workspace.js';

afterAll(cleanUp);

it('kill file with any content stops a bot and cancels its orders', async () => {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, '--state', 'state');
  await waitForOrders(workspace, bot, 3);
  writeFileSync(workspace.path('state/control/KILL'), '');
  await waitForRecords(workspace, bot, 'halt', 1);
  // It stays up halted, until it is ended.
  bot.signal('SIGTERM');
  const { code, stderr } = await bot.end();
  expect([code, stderr]).toEqual([3, expect.stringContaining('HALT (RC62)')]);
  expect(readRecords(workspace.path('out'), 'halt')).toMatchObject([{ rule: 'RC62' }]);
  expect(await (await openReader(venue.url)).listActive()).toEqual([]);
  venue.process.signal('SIGTERM');
});

it('SIGUSR2 during a start writes the kill file, and the bot halts', async () => {
  const workspace = makeResting('GTC');
  // It logs nobody in until it is told to refuse.
  const asked: ServerResponse[] = [];
  const silent = createServer((_, answer) => {
    asked.push(answer);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  writeRun(workspace, `http://127.0.0.1:${String(port)}`);
  const bot = startRun(workspace, '--state', 'state');
  const answer = await poll(
    () => asked[0],
    () => bot.stderr(),
  );
  bot.signal('SIGUSR2');
  const file = workspace.path('state/control/KILL');
  await poll(
    () => existsSync(file) || undefined,
    () => bot.stderr(),
  );
  const text = /^RC65 SIGUSR2: killed by a signal\nkill-\d+-RC65\n$/;
  expect(readFileSync(file, 'utf8')).toMatch(text);
  answer.writeHead(400).end();
  expect((await bot.end()).stderr).toContain('SIGUSR2: the bot finishes its start, then halts');
  silent.close();
});

it('kill during a first start waits for its state directory', async () => {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, '--state', 'state');
  const args = ['kill', 'run.yaml', '--state', 'state', '--reason', 'early'];
  const env = { WEIR_PASSWORD: PASSWORD };
  expect(await runWeir(args, { cwd: workspace.dir, env })).toMatchObject({ code: 0 });
  await poll(
    () => bot.stderr().includes('early') || undefined,
    () => bot.stderr(),
  );
  bot.signal('SIGTERM');
  const { code, stderr } = await bot.end();
  expect([code, stderr]).toEqual([3, expect.stringContaining('early')]);
  expect(await (await openReader(venue.url)).listActive()).toEqual([]);
  venue.process.signal('SIGTERM');
});

describe('state directory named by a kill', () => {
  const env = { WEIR_PASSWORD: PASSWORD };

  async function run(workspace: Workspace) {
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace, '--state', 'state');
    await waitForOrders(workspace, bot, 1);
    const weir = (command: string, state: string) =>
      runWeir([command, 'run.yaml', '--state', state], { cwd: workspace.dir, env });
    return { workspace, venue, bot, weir };
  }

  it('kill with another state directory reports that the bot continues', async () => {
    const work = { strategy: 'twap', params: { ...TWAP, duration: '10m' } };
    const { workspace, venue, bot, weir } = await run(makeSession({ strategies: [work] }));
    const refused = ['run', 'run.yaml', '--out', 'second', '--state', 'other'];
    const second = startWeir(refused, { cwd: workspace.dir, env });
    expect((await second.end()).stderr).toContain('(state.locked)');
    const { code, stderr, stdout } = await weir('kill', 'other');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('NOT STOPPED: a process holds the lock'),
    ]);
    expect(stdout).not.toContain('no own order is left');
    expect((await weir('status', 'state')).stdout).toMatch(/^ready: /);
    expect((await weir('kill', 'state')).code).toBe(0);
    bot.signal('SIGTERM');
    await bot.end();
    venue.process.signal('SIGTERM');
  });

  it('kill with a state directory of no login stops the bot of the configuration', async () => {
    const { workspace, venue, bot, weir } = await run(makeResting('GTC'));
    workspace.write('state/identity.json', '{');
    const status = await weir('status', 'state');
    expect([status.code, status.stderr]).toEqual([1, expect.stringContaining('(state.other)')]);
    expect((await weir('kill', 'state')).code).toBe(0);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    bot.signal('SIGTERM');
    await bot.end();
    venue.process.signal('SIGTERM');
  });

  it('kill creates a missing control directory; two kills both stay in force', async () => {
    // One that was on its way when the bot died would be looked for first.
    const { workspace, venue, bot, weir } = await run(makeResting('GTC', 1));
    bot.signal('SIGKILL');
    await bot.end();
    rmSync(workspace.path('state/control'), { recursive: true });
    const ends = await Promise.all([weir('kill', 'state'), weir('kill', 'state')]);
    for (const { code, stderr, stdout } of ends) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/latch durable [^]*no own order is left/);
    }
    expect(existsSync(workspace.path('state/control/KILL'))).toBe(true);
    rmSync(workspace.path('state/control/halt'));
    // Both are in the journal, which had the lock for one after the other.
    expect((await weir('status', 'state')).stdout.match(/^halt kill-/gm)).toHaveLength(2);
    venue.process.signal('SIGTERM');
  });

  it('kill without a journal cancels listed orders and reports them not proven ended', async () => {
    const { workspace, venue, bot, weir } = await run(makeResting('GTC'));
    bot.signal('SIGKILL');
    await bot.end();
    renameSync(workspace.path('state/journal'), workspace.path('journal'));
    for (const command of ['status', 'kill']) {
      const { code, stderr } = await weir(command, 'state');
      expect([command, code, stderr]).toEqual([
        command,
        command === 'kill' ? 3 : 1,
        expect.stringContaining('cannot read the journal: ENOENT'),
      ]);
    }
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    venue.process.signal('SIGTERM');
  });

  it('kill without the state of a dead bot cancels listed orders and proves no more', async () => {
    const { workspace, venue, bot, weir } = await run(makeResting('GTC'));
    bot.signal('SIGKILL');
    await bot.end();
    renameSync(workspace.path('state'), workspace.path('gone'));
    const order = ['--type', 'Limit', '--side', 'Buy', '--symbol', 'EUR/USD', '--currency', 'EUR'];
    const terms = [
      '--price',
      '1.1426',
      '--timeInForce',
      'GTC',
      '--size',
      '1000',
      '--coId',
      'desk-1',
    ];
    const place = ['venue', 'orders', 'placeOrder', ...order, ...terms, '--config', 'run.yaml'];
    const placed = await runWeir([...place, '--state', 'desk'], { cwd: workspace.dir, env });
    expect([placed.stderr, placed.code]).toEqual([expect.any(String), 0]);
    const { code, stderr, stdout } = await weir('kill', 'state');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('no state directory of demo@DemoOrg existed'),
    ]);
    expect(stdout).toContain('left alone, not of this bot: 1 orders: desk-1\n');
    expect(stdout).toMatch(/latch durable [^]*[123] own orders cancelled\nNOT PROVEN ENDED: /);
    expect(stdout).toContain('cannot read the open orders from the journal: expected a journal');
    const left = await (await openReader(venue.url)).listActive();
    expect(left).toMatchObject([{ coId: 'desk-1' }]);
    expect((await weir('status', 'state')).stdout).toContain('RC63: weir kill, no reason given');
    const args = ['run', 'run.yaml', '--out', 'next', '--state', 'state'];
    const refused = await runWeir(args, { cwd: workspace.dir, env });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('journal-lost')]);
    const accepted = ['--accept-lost-journal', '--by', 'Ada', '--reason', 'looked at the venue'];
    const next = startWeir([...args, ...accepted], { cwd: workspace.dir, env });
    await next.waitFor('stderr', /halt kill-\d+-RC63 is in force until weir resume/);
    next.signal('SIGTERM');
    expect((await next.end()).code).toBe(3);
    venue.process.signal('SIGTERM');
  });
});

describe('kill by a faulty configuration', () => {
  const env = { WEIR_PASSWORD: PASSWORD };
  const VENUE = { user: LOGIN.user, org: LOGIN.org, password: { env: 'WEIR_PASSWORD' } };

  async function start() {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace, '--state', 'state');
    await waitForOrders(workspace, bot, 3);
    const weir = (...args: readonly string[]) => runWeir(args, { cwd: workspace.dir, env });
    return { workspace, venue, bot, weir };
  }

  it('dead bot is killed despite faults outside of venue and login', async () => {
    const { workspace, venue, bot, weir } = await start();
    bot.signal('SIGKILL');
    await bot.end();
    const text = JSON.stringify({ baseUrl: venue.url, ...VENUE });
    workspace.write('run.yaml', `venue: ${text}\nseed: 1\nseed: 2\nstrategies: []\nname: A B\n`);
    expect((await weir('status', 'run.yaml', '--state', 'state')).code).toBe(1);
    const { code, stderr, stdout } = await weir('kill', 'run.yaml', '--state', 'state');
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 own orders cancelled')]);
    expect(stderr).toContain('ignored for the kill: ');
    expect(stderr).toMatch(/run\.yaml:3:1: expected each key once/);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    venue.process.signal('SIGTERM');
  });

  it.each([
    [
      'faulty venue section',
      'venue: {baseUrl: "http://127.0.0.1:1", baseUrl: "http://127.0.0.1:2"}\n',
    ],
    ['invalid YAML', 'venue: {\n'],
  ])('%s: kill uses the last start or the state directory', async (_, text) => {
    const { workspace, venue, bot, weir } = await start();
    workspace.write('run.yaml', text);
    const without = await weir('kill', 'run.yaml');
    expect([without.code, without.stderr]).toEqual([0, expect.stringMatching(/run\.yaml:\d+:/)]);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    const { code, stderr, stdout } = await weir('kill', 'run.yaml', '--state', 'state');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/run\.yaml:\d+:/)]);
    expect(stdout).toContain('the bot answered and halted');
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    bot.signal('SIGTERM');
    await bot.end();
    const dead = await weir('kill', 'run.yaml', '--state', 'state');
    expect([dead.code, dead.stderr]).toEqual([3, expect.stringContaining('were not cancelled')]);
    venue.process.signal('SIGTERM');
  });
});
