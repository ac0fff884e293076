// A pause until resume: it outlives the bot, is shown in its status, and ends by the operator.
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { isPlace, type Proxy, startProxy } from './proxy.js';
import { startRun, startVenue, waitForRecords, writeRun } from './venue.js';
import { poll, runWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, TWAP } from './workspace.js';

const proxies: Proxy[] = [];

afterAll(() => {
  for (const proxy of proxies) proxy.close();
  cleanUp();
});

const STATE = ['--state', 'state'];
const RESUME = ['--by', 'Ada', '--reason', 'the venue has let us read again'];

const isRate = ({ path }: { readonly path: string }) => path.startsWith('/v2/rates');

/** A bot whose venue answers one read of a rate after the first order with this status. */
async function makePaused(status: 400 | 403) {
  const params = { ...TWAP, duration: '3600s', slices: 100 };
  const workspace = makeSession({ strategies: [{ strategy: 'twap', params }] });
  const venue = await startVenue(workspace);
  let isForbidden = false;
  const proxy = await startProxy(venue.url, (request, log) => {
    if (isForbidden || !log.some(isPlace) || !isRate(request)) return 'pass';
    isForbidden = true;
    return { status, body: '' };
  });
  proxies.push(proxy);
  writeRun(workspace, proxy.url);
  const env = { WEIR_PASSWORD: PASSWORD };
  const weir = (command: string, args: readonly string[] = [], input = '') =>
    runWeir([command, 'run.yaml', ...STATE, ...args], { cwd: workspace.dir, env, input });
  const readState = async () => {
    const { stdout } = await weir('status', ['--json']);
    return JSON.parse(stdout) as { mode: string; pauses: string[]; halts: object[] };
  };
  const bot = startRun(workspace, ...STATE);
  await poll(
    () => isForbidden || undefined,
    () => `a read that is forbidden; ${bot.stderr()}`,
  );
  while ((await readState()).pauses.length === 0);
  return { workspace, venue, proxy, bot, weir, readState };
}

/** Asks again until a minute of session time, which runs fast, has passed since the pause. */
async function untilCool(ask: () => ReturnType<typeof runWeir>): ReturnType<typeof runWeir> {
  for (;;) {
    const answer = await ask();
    if (!/FAILED (cool-down|no order)/.test(answer.stderr)) return answer;
  }
}

describe.concurrent('pause until resume', () => {
  it('operator ends the pause after checks; the bot continues to trade', async () => {
    const { workspace, venue, proxy, bot, weir, readState } = await makePaused(403);
    const pause = expect.stringMatching(
      /^RC56: EUR\/USD is paused since .* until an operator resumes \(weir resume\): .*403/,
    );
    expect(await readState()).toMatchObject({ mode: 'ready', halts: [], pauses: [pause] });
    await waitForRecords(workspace, bot, 'refused', 1);
    const before = proxy.log.filter(isPlace).length;
    const wrong = await untilCool(() => weir('resume', RESUME, 'RC63\n'));
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('(control.words)')]);
    const resumed = await untilCool(() => weir('resume', RESUME, 'RC56\n'));
    expect([resumed.code, resumed.stdout]).toEqual([
      0,
      'ended: pause-1; a running bot continues to trade\n',
    ]);
    expect(await readState()).toMatchObject({ mode: 'ready', pauses: [] });
    await poll(
      () => proxy.log.filter(isPlace).length > before || undefined,
      () => `another order; ${bot.stderr()}`,
    );
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(0);
    expect(readRecords(workspace.path('out'), 'operator')).toMatchObject([
      { action: 'resume', who: 'Ada', reason: 'the venue has let us read again (Ada)' },
      { action: 'stop' },
    ]);
    expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);
    venue.process.signal('SIGTERM');
  });

  it('pause by a bad request stops the poll until the operator resumes', async () => {
    const { venue, proxy, bot, weir, readState } = await makePaused(400);
    const pause = expect.stringMatching(
      /^RC56: EUR\/USD is paused since .* until an operator resumes \(weir resume\): .*400/,
    );
    expect((await readState()).pauses).toContainEqual(pause);
    const count = () => proxy.log.filter(isRate).length;
    const asked = count();
    let last = 0;
    const resumed = await untilCool(() => {
      last = count();
      return weir('resume', RESUME, 'RC56\n');
    });
    expect([resumed.code, last]).toEqual([0, asked]);
    const places = proxy.log.filter(isPlace).length;
    await poll(
      () => proxy.log.filter(isPlace).length > places || undefined,
      () => `another order; ${bot.stderr()}`,
    );
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(0);
    venue.process.signal('SIGTERM');
    await venue.process.end();
  });

  it('pause outlives a killed bot and can be ended without it', async () => {
    const { venue, bot, weir, readState } = await makePaused(403);
    bot.signal('SIGKILL');
    await bot.end();
    expect((await readState()).pauses).toHaveLength(1);
    const resumed = await untilCool(() => weir('resume', [...RESUME, '--json'], 'RC56\n'));
    expect([resumed.code, resumed.stderr]).toEqual([
      0,
      expect.stringContaining('pause-1 of symbol EUR/USD: RC56'),
    ]);
    expect(JSON.parse(resumed.stdout)).toEqual({
      ...{ ended: ['pause-1'], killFile: '', keepsFile: false, tradesOn: true },
    });
    expect(await readState()).toMatchObject({ mode: 'dead', pauses: [] });
    const again = await weir('resume', RESUME, 'RC56\n');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('(control.halt)')]);
    venue.process.signal('SIGTERM');
  });
});

describe('pause that ends by itself', () => {
  it('weir status shows a pause that ends by itself', async () => {
    const strategies = [{ strategy: 'twap', params: { ...TWAP, duration: '3600s', slices: 100 } }];
    const workspace = makeSession({ strategies });
    const venue = await startVenue(workspace);
    const portal = { status: 200, body: '<html>log in first</html>' };
    const proxy = await startProxy(venue.url, (request) => (isPlace(request) ? portal : 'pass'));
    proxies.push(proxy);
    writeRun(workspace, proxy.url);
    const bot = startRun(workspace, ...STATE);
    await bot.waitFor('stderr', /^WARN \(RC53\) EUR\/USD: 1 orders of unknown outcome/m);
    for (;;) {
      const env = { WEIR_PASSWORD: PASSWORD };
      const status = ['status', 'run.yaml', ...STATE];
      const { stdout } = await runWeir(status, { cwd: workspace.dir, env });
      if (/^pause: RC53: EUR\/USD is paused .* until its cause is over: 1 orders/m.test(stdout))
        break;
      expect(stdout).toMatch(/^ready: /);
    }
    bot.signal('SIGTERM');
    await bot.end();
    venue.process.signal('SIGTERM');
  });
});
