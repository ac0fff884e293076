// Signals to a running bot: own orders are cancelled and proven ended before it goes.
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import {
  ENDED,
  makeResting,
  openReader,
  startRun,
  startVenue,
  waitForOrders,
  waitForRecords,
  writeRun,
} from './venue.js';
import { poll, runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, TWAP } from './workspace.js';

afterAll(cleanUp);

describe('stop of a bot with working orders', () => {
  it.each([
    ['GTC', 'SIGINT'],
    ['GTT', 'SIGTERM'],
    ['GTC', 'SIGHUP'],
  ] as const)('%s orders are cancelled on %s', async (timeInForce, signal) => {
    const workspace = makeResting(timeInForce);
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace);
    await waitForOrders(workspace, bot, 3);
    const reader = await openReader(venue.url);
    expect(await reader.listActive()).toHaveLength(3);

    bot.signal(signal);
    const { code, stderr, stdout } = await bot.end();
    expect(stderr).toContain(`${signal}: cancelling own orders; a second signal ends at once\n`);
    expect(stderr).toContain(`stopped: ${signal} by an operator\n`);
    expect(stderr).toContain('all own orders have ended, verified by query\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^digest [0-9a-f]{32}$/m);
    expect(await reader.listActive()).toEqual([]);
    const results = readRecords(workspace.path('out'), 'send-result');
    for (const { coId } of results.filter(({ status }) => status === 202)) {
      expect((await reader.find(coId))?.status).toBe('CANCELED');
    }
    const summary = JSON.parse(workspace.read('out/summary.json'));
    expect(summary.end).toMatchObject({ reason: 'stopped', isProven: true, open: [] });
    expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);
  });
});

describe('SIGUSR1', () => {
  it('SIGUSR1 opens no debugger; the bot continues', async () => {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace);
    await waitForOrders(workspace, bot, 3);
    bot.signal('SIGUSR1');
    await bot.waitFor('stderr', /SIGUSR1: ignored: .* opens no debugger/);
    bot.signal('SIGTERM');
    const { code, stderr } = await bot.end();
    expect(stderr).not.toContain('Debugger listening');
    expect(code).toBe(0);
  });
});

describe('SIGINT (RC65)', () => {
  it('SIGINT before the login ends the bot without an order', async () => {
    // A venue that takes connections and never answers: the bot waits for its clock.
    const server = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const workspace = makeSession();
    writeRun(workspace, `http://127.0.0.1:${port}`);
    const connected = new Promise((resolve) => server.once('connection', resolve));
    const bot = startRun(workspace);
    await connected;
    bot.signal('SIGINT');
    const { code, signal, stdout, stderr } = await bot.end();
    server.close();
    expect({ code, signal, stdout }).toEqual({ code: 0, signal: null, stdout: '' });
    expect(stderr).toMatch(/^SIGINT: /);
    expect(existsSync(workspace.path('out'))).toBe(false);
  });

  it('SIGINT during recovery reports that orders of the previous run may rest', async () => {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const first = startRun(workspace, '--state', 'state');
    await waitForOrders(workspace, first, 3);
    first.signal('SIGKILL');
    await first.end();
    // The venue stands still, so that the second run comes no further than its lock.
    venue.process.signal('SIGSTOP');
    const args = ['run', 'run.yaml', '--out', 'two', '--state', 'state'];
    const second = startWeir(args, { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } });
    const owner = `"processId":${String(second.pid)},`;
    await poll(
      () => workspace.read('state/lock').includes(owner) || undefined,
      () => `the lock of ${String(second.pid)}`,
    );
    second.signal('SIGINT');
    const { code, stderr } = await second.end();
    venue.process.signal('SIGCONT');
    expect(stderr).toContain(
      'SIGINT: this run placed nothing, but orders of the previous run may rest',
    );
    expect(code).toBe(3);
    expect(await (await openReader(venue.url)).listActive()).toHaveLength(3);
  });

  it('SIGINT between two slices of a TWAP stops it there', async () => {
    const workspace = makeSession({
      strategies: [{ strategy: 'twap', params: { ...TWAP, duration: '10m' } }],
    });
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace);
    await waitForRecords(workspace, bot, 'fill', 1);
    bot.signal('SIGINT');
    const { code, stderr } = await bot.end();
    expect(stderr).toContain('all own orders have ended, verified by query\n');
    expect(code).toBe(0);
    const summary = JSON.parse(workspace.read('out/summary.json'));
    expect(summary.filledQuantity).toBeGreaterThan(0);
    expect(summary.filledQuantity).toBeLessThan(TWAP.size);
    const reader = await openReader(venue.url);
    for (const { coId } of readRecords(workspace.path('out'), 'command')) {
      expect(ENDED).toContain((await reader.find(coId))?.status);
    }
    expect(await reader.listActive()).toEqual([]);
  });

  it('second SIGINT ends the bot at once with exit code 3', async () => {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const bot = startRun(workspace);
    await waitForOrders(workspace, bot, 3);
    // The venue stands still, so that the cancels cannot be answered.
    venue.process.signal('SIGSTOP');
    bot.signal('SIGINT');
    await bot.waitFor('stderr', /a second signal ends at once/);
    bot.signal('SIGINT');
    const { code, signal } = await bot.end();
    venue.process.signal('SIGCONT');
    expect({ code, signal }).toEqual({ code: 3, signal: null });
    expect(existsSync(workspace.path('out/summary.json'))).toBe(false);
  });

  it('SIGINT to a paper session keeps its simulator until the orders have closed', async () => {
    const workspace = makeResting('GTC');
    const bot = startWeir(['paper', 'session.yaml', '--out', 'out'], { cwd: workspace.dir });
    await waitForOrders(workspace, bot, 3);
    // As a terminal does it: to the whole process group.
    process.kill(-bot.pid, 'SIGINT');
    const { code, stderr } = await bot.end();
    expect(stderr).not.toContain('the simulator ended');
    expect(stderr).toContain('all own orders have ended, verified by query\n');
    expect(code).toBe(0);
  });
});

describe('closed output pipe', () => {
  it.each(['SIGHUP', 'SIGINT'] as const)(
    '%s with a closed output pipe still cancels',
    async (signal) => {
      const workspace = makeResting('GTC');
      const venue = await startVenue(workspace);
      writeRun(workspace, venue.url);
      const bot = startRun(workspace);
      await waitForOrders(workspace, bot, 3);
      bot.hangUp();
      bot.signal(signal);
      expect((await bot.end()).code).toBe(0);
      expect(await (await openReader(venue.url)).listActive()).toEqual([]);
      const { end } = JSON.parse(workspace.read('out/summary.json'));
      expect(end).toMatchObject({ reason: 'stopped', isProven: true });
    },
  );

  it('session with a closed output pipe continues', async () => {
    const workspace = makeSession();
    const bot = startWeir(['paper', 'session.yaml', '--out', 'out'], { cwd: workspace.dir });
    bot.hangUp();
    expect((await bot.end()).code).toBe(0);
    const { filledQuantity } = JSON.parse(workspace.read('out/summary.json'));
    expect(filledQuantity).toBe(TWAP.size);
  });

  it.each([['strategies'], ['backtest', 'session.yaml'], ['check', 'session.yaml']])(
    'weir %s with a closed output pipe exits with 0',
    async (...args) => {
      const { dir } = makeSession();
      const command = startWeir(args, { cwd: dir });
      command.hangUp();
      expect((await command.end()).code).toBe(0);
    },
  );
});
