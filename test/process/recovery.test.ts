// Bots that are killed and started again: orders and positions of venue and bot are equal after it.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLines, readLines, readRecords } from './journal-file.js';
import {
  makeResting,
  openReader,
  startVenue,
  type Venue,
  waitForOrders,
  waitForRecords,
  writeRun,
} from './venue.js';
import { startWeir, type Running, runWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, TWAP, type Workspace } from './workspace.js';

afterAll(cleanUp);

const CROSSING = readFileSync(
  fileURLToPath(new URL('fixtures/crossing.ts', import.meta.url)),
  'utf8',
);

const env = { WEIR_PASSWORD: PASSWORD };

function start({ dir }: Workspace, out: string, ...args: string[]): Running {
  return startWeir(['run', 'run.yaml', '--out', out, '--state', 'state', ...args], {
    cwd: dir,
    env,
  });
}

async function openVenue(workspace: Workspace): Promise<Venue> {
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  return venue;
}

async function kill(bot: Running): Promise<void> {
  bot.signal('SIGKILL');
  expect((await bot.end()).signal).toBe('SIGKILL');
}

/** Ids of the orders that the venue took: a busy machine turns some back before they leave. */
function listTaken(workspace: Workspace, out: string): readonly string[] {
  return readRecords(workspace.path(out), 'send-result')
    .filter(({ kind, status }) => kind === 'place' && status === 202)
    .map(({ coId }) => coId);
}

/** Own orders of a session folder, by their place commands. */
function listPlaced(workspace: Workspace, out: string): readonly string[] {
  return readRecords(workspace.path(out), 'command')
    .filter(({ kind }) => kind === 'place')
    .map(({ coId }) => coId);
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function logIn(url: string) {
  const login = await fetch(`${url}/v2/sso/login`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ user: 'demo', pass: PASSWORD, org: 'DemoOrg' }),
  });
  return { SSO_TOKEN: login.headers.get('SSO_TOKEN') ?? '' };
}

/** The venue's desk cancels a trade. */
async function takeBack(url: string, tradeId: string): Promise<void> {
  const headers = { ...(await logIn(url)), ...JSON_TYPE };
  const body = JSON.stringify({ tradeId });
  const answer = await fetch(`${url}/v2/trades/cancel`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

async function position(url: string): Promise<number> {
  return (await openReader(url)).position();
}

describe.concurrent('bot killed with resting orders', () => {
  it('next start finds and cancels resting orders in a new epoch', async () => {
    const workspace = makeResting('GTC');
    const venue = await openVenue(workspace);
    const first = start(workspace, 'one');
    await waitForOrders(workspace, first, 3, 'one');
    await kill(first);
    const placed = listTaken(workspace, 'one');
    const reader = await openReader(venue.url);
    expect((await reader.listActive()).map(({ coId }) => coId).sort()).toEqual([...placed].sort());
    const second = start(workspace, 'two');
    await waitForRecords(workspace, second, 'start', 1, 'two');
    // The login of before has ended: session time runs fast.
    const later = await openReader(venue.url);
    for (const coId of placed) expect(await later.find(coId)).toMatchObject({ status: 'CANCELED' });
    await waitForRecords(workspace, second, 'order', 5, 'two');
    second.signal('SIGTERM');
    const { code, stderr } = await second.end();
    expect(stderr).toContain('all own orders have ended, verified by query');
    expect(code).toBe(0);
    const again = listPlaced(workspace, 'two');
    const [tag = ''] = placed[0]?.split('-') ?? [];
    expect(again.every((coId) => coId.startsWith(`${tag}-0002-`))).toBe(true);
    expect(again.filter((coId) => placed.includes(coId))).toEqual([]);
    for (const out of ['one', 'two']) {
      const { code: replayed, stdout } = await runWeir(['replay', out], { cwd: workspace.dir });
      expect([out, replayed, stdout]).toMatchObject([out, 0, expect.stringContaining('digest')]);
    }
    venue.process.signal('SIGTERM');
  });
});

describe.concurrent('parent order of a killed bot', () => {
  it.each(['resume', 'stop'] as const)(
    'parent is not filled twice with parents: %s',
    async (parents) => {
      const workspace = makeSession({ onRestart: { parents } });
      const venue = await openVenue(workspace);
      const first = start(workspace, 'one');
      await waitForRecords(workspace, first, 'trade', 2, 'one');
      await kill(first);
      const before = listPlaced(workspace, 'one');
      const second = start(workspace, 'two');
      const { code, stdout, stderr } = await second.end();
      const after = listPlaced(workspace, 'two');
      const isResumed = parents === 'resume';
      expect([code, after.length > 0]).toEqual(isResumed ? [0, true] : [1, false]);
      expect([stdout.includes('│ WARNING'), stderr.includes('NOT STARTED')]).toEqual([
        !isResumed,
        !isResumed,
      ]);
      const reader = await openReader(venue.url);
      const orders = await Promise.all([...before, ...after].map((coId) => reader.find(coId)));
      const filled = orders.map((order) => order?.cumQty ?? 0).reduce((sum, one) => sum + one, 0);
      if (parents === 'resume') expect(filled).toBe(TWAP.size);
      else expect(filled).toBeLessThan(TWAP.size);
      expect(filled).toBeGreaterThan(0);
      expect(await position(venue.url)).toBe(filled);
      const notes = readRecords(workspace.path('two'), 'note').map((note) => note.text);
      expect(
        notes.filter((text) => text?.endsWith('is known and is not started again')),
      ).toHaveLength(1);
      venue.process.signal('SIGTERM');
    },
  );
});

describe.concurrent('bot that reads the STP download', () => {
  it('next start reads it again and books trades busted meanwhile', async () => {
    const params = { symbol: 'EUR/USD', size: 100_000, trades: 1 };
    const strategies = [{ strategy: './crossing.ts', params }];
    const workspace = makeSession({ strategies }, { 'crossing.ts': CROSSING });
    const { process, url } = await openVenue(workspace);
    const run = JSON.parse(workspace.read('run.yaml')) as { venue: object };
    const venue = { ...run.venue, loginUse: 'exclusive', stp: true };
    workspace.write('run.yaml', JSON.stringify({ ...run, venue }));
    const first = start(workspace, 'one');
    await waitForRecords(workspace, first, 'trade', 1, 'one');
    await kill(first);
    expect(await position(url)).toBe(100_000);
    const [trade] = readRecords(workspace.path('one'), 'trade');
    await takeBack(url, trade?.tradeId ?? '');
    expect(await position(url)).toBe(0);
    const second = start(workspace, 'two');
    await waitForRecords(workspace, second, 'start', 1, 'two');
    second.signal('SIGTERM');
    expect((await second.end()).code).toBe(0);
    const types = parseLines(readLines(workspace.path('two'))).map(({ type }) => type);
    const taken = types.slice(types.indexOf('stp'), types.indexOf('start'));
    // The page stands in the journal before what it holds; the orders' own trades say it as well.
    expect(taken.filter((type) => ['stp', 'recovery', 'halt'].includes(type)).slice(0, 3)).toEqual([
      'stp',
      'stp',
      'recovery',
    ]);
    expect(types).toContain('bust');
    const pages = (out: string) => readRecords(workspace.path(out), 'stp')[0]?.text;
    expect(pages('two')).toContain('"status":"Canceled"');
    const third = start(workspace, 'three');
    await waitForRecords(workspace, third, 'start', 1, 'three');
    third.signal('SIGTERM');
    expect((await third.end()).code).toBe(0);
    expect(pages('three')).toContain('"event":"RESEND"');
    const { code } = await runWeir(['replay', 'two'], { cwd: workspace.dir });
    expect(code).toBe(0);
    process.signal('SIGTERM');
  });
});

describe.concurrent('state directory', () => {
  it('second bot on a state directory ends before it sends anything', async () => {
    const workspace = makeResting('GTC');
    const venue = await openVenue(workspace);
    const first = start(workspace, 'one');
    await waitForRecords(workspace, first, 'order', 1, 'one');
    const { code, stderr } = await start(workspace, 'two').end();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /the bot of demo@DemoOrg at http:\/\/127\.0\.0\.1\S* is already running/,
    );
    expect(stderr).toContain('(state.locked)');
    expect(readdirSync(workspace.path('state/journal'))).toEqual(['000001.jsonl']);
    // The file of the lock is for people only.
    rmSync(workspace.path('state/lock'));
    expect((await start(workspace, 'three').end()).stderr).toContain('(state.locked)');
    first.signal('SIGTERM');
    expect((await first.end()).code).toBe(0);
    venue.process.signal('SIGTERM');
  });

  it('halt survives restarts (RC69), also with its file deleted or damaged', async () => {
    const workspace = makeResting('GTC');
    const venue = await openVenue(workspace);
    const first = start(workspace, 'one');
    await waitForRecords(workspace, first, 'order', 1, 'one');
    workspace.write('state/journal/000002.jsonl', '');
    const lost = await first.end();
    expect([lost.code, lost.stderr]).toEqual([3, expect.stringContaining('HALT (RC60)')]);
    for (const [index, damage] of [
      () => undefined,
      () => rmSync(workspace.path('state/control/halt')),
      () => workspace.write('state/control/halt', 'x'),
    ].entries()) {
      damage();
      const out = `again-${String(index)}`;
      const bot = start(workspace, out);
      // It stays up, and looks at orders and positions, until it is ended.
      await waitForRecords(workspace, bot, 'start', 1, out);
      bot.signal('SIGTERM');
      const { code, stderr } = await bot.end();
      expect([code, stderr]).toEqual([
        3,
        expect.stringMatching(/halt \S+ is in force until weir resume/),
      ]);
      expect(listPlaced(workspace, out)).toEqual([]);
    }
    venue.process.signal('SIGTERM');
  });

  it('state directory of another login or environment is refused', async () => {
    const workspace = makeResting('GTC');
    const venue = await openVenue(workspace);
    const first = start(workspace, 'one');
    await waitForRecords(workspace, first, 'order', 1, 'one');
    first.signal('SIGTERM');
    await first.end();
    const run = JSON.parse(workspace.read('run.yaml')) as { venue: object };
    const other = { ...run, venue: { ...run.venue, environment: 'test' } };
    workspace.write('run.yaml', JSON.stringify(other));
    const { code, stderr } = await start(workspace, 'two').end();
    expect(code).toBe(1);
    expect(stderr).toContain('expected the state of environment test, found that of paper');
    venue.process.signal('SIGTERM');
  });
});
