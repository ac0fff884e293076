// A venue that shows its orders no more, and a journal that is gone: nothing is said to have ended
// by silence, and no bot trades on without a person's word.
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { isCancel, type Seen, startProxy, type Verdict } from './proxy.js';
import { makeResting, openReader, startVenue, waitForOrders, writeRun } from './venue.js';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, PASSWORD, type Workspace } from './workspace.js';

afterAll(cleanUp);

const env = { WEIR_PASSWORD: PASSWORD };
const STATE = ['--state', 'state'];

function weir({ dir }: Workspace, command: string, ...more: readonly string[]) {
  return runWeir([command, 'run.yaml', ...STATE, ...more], { cwd: dir, env });
}

/** A bot with three resting orders behind a proxy; what it judges can be changed. */
async function open() {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  let evaluate = (_: Seen): Verdict => 'pass';
  const proxy = await startProxy(venue.url, (seen) => evaluate(seen));
  writeRun(workspace, proxy.url);
  const start = (out: string, ...more: readonly string[]) =>
    startWeir(['run', 'run.yaml', '--out', out, ...STATE, ...more], { cwd: workspace.dir, env });
  const bot = start('out');
  await waitForOrders(workspace, bot, 3);
  const close = () => {
    proxy.close();
    venue.process.signal('SIGTERM');
  };
  const meddle = (by: (seen: Seen) => Verdict) => void (evaluate = by);
  return { workspace, venue, bot, start, close, meddle };
}

const NONE = JSON.stringify({ errorCode: '404', errorMessage: 'There is none.' });

/** It knows of no order, takes cancels, and does nothing. */
const forget = (seen: Seen): Verdict => {
  if (isCancel(seen)) return { status: 202, body: '{}' };
  if (seen.method !== 'GET') return 'pass';
  if (seen.path === '/v2/orders') return { status: 200, body: '[]' };
  const isOfOrder = seen.path.startsWith('/v2/orders') || seen.path.startsWith('/v2/trades?');
  return isOfOrder ? { status: 404, body: NONE } : 'pass';
};

describe('venue that drops its orders', () => {
  it('stop, status and kill report orders as not proven ended', async () => {
    const { workspace, venue, bot, close, meddle } = await open();
    meddle(forget);
    bot.signal('SIGTERM');
    const { code, stderr } = await bot.end();
    expect(stderr).not.toContain('all own orders have ended');
    expect([code, stderr]).toEqual([3, expect.stringContaining('NOT PROVEN ENDED')]);
    const status = JSON.parse((await weir(workspace, 'status', '--json')).stdout);
    expect([status.mode, status.orders]).toMatchObject(['dead', { length: 3 }]);
    const killed = await weir(workspace, 'kill', '--by', 'Ada', '--reason', 'the venue forgot');
    expect([killed.code, killed.stdout]).toEqual([3, expect.stringMatching(/weir resolve COID/)]);
    for (const { coId } of status.orders) expect(killed.stdout).toContain(coId);
    expect(await (await openReader(venue.url)).listActive()).toHaveLength(3);
    close();
  });

  it('kill of a dead bot cancels the orders of its journal if the venue lists none', async () => {
    const { workspace, venue, bot, close, meddle } = await open();
    bot.signal('SIGKILL');
    await bot.end();
    meddle(({ method, path }) => {
      const isList = method === 'GET' && path === '/v2/orders';
      return isList ? { status: 200, body: '[]' } : 'pass';
    });
    const killed = await weir(workspace, 'kill', '--by', 'Ada', '--reason', 'the day is over');
    expect(killed.stdout).toMatch(/3 own orders cancelled\nno own order is left/);
    expect(killed.code).toBe(0);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    const { mode, orders } = JSON.parse((await weir(workspace, 'status', '--json')).stdout);
    const states = orders.map(({ state }: { readonly state: string }) => state);
    expect([mode, states]).toEqual(['ended', ['CANCELED', 'CANCELED', 'CANCELED']]);
    const replayed = await runWeir(['replay', 'out'], { cwd: workspace.dir });
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining('digest')]);
    close();
  });
});

describe('lost journal', () => {
  it('start without the previous journal needs --accept-lost-journal', async () => {
    const { workspace, bot, start, close } = await open();
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(0);
    // The whole state, as if it had never been.
    renameSync(workspace.path('state'), workspace.path('gone'));
    const refused = await start('second').end();
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('--accept-lost-journal --by NAME --reason TEXT'),
    ]);
    const args = ['--accept-lost-journal', '--by', 'Ada', '--reason', 'flat at the venue'];
    const third = start('third', ...args);
    await waitForOrders(workspace, third, 1, 'third');
    third.signal('SIGTERM');
    expect((await third.end()).code).toBe(0);
    const [epoch] = readRecords(workspace.path('state'), 'epoch');
    expect(epoch).toMatchObject({ epoch: 2, lostAccepted: { by: 'Ada' } });
    close();
  });

  it('journal removed while the bot runs halts it at once', async () => {
    const { workspace, bot, close } = await open();
    rmSync(workspace.path('state/journal/000001.jsonl'));
    const { code, stderr } = await bot.end();
    expect(stderr).toMatch(/HALT \(RC59\): the journal: .*cannot find 000001\.jsonl unchanged/);
    expect(code).toBe(3);
    expect(readFileSync(workspace.path('state.mark'), 'utf8')).toContain('"epoch":1');
    close();
  });
});
