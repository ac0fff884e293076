// One account is one bot with one state, however its configurations reach it; a state of before is
// taken over by a person's command only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import {
  makeResting,
  startRun,
  startVenue,
  waitForOrders,
  waitForRecords,
  writeRun,
} from './venue.js';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, HMAC, PASSWORD, toVenue, type Workspace } from './workspace.js';

afterAll(cleanUp);

/** Its lock is one for the whole machine: each simulator is another venue. */
const toAccount = (url: string) => ({ id: `acme-${new URL(url).port}`, account: 'DemoOrgLE' });
const toOwn = (url: string) => `paper-${toAccount(url).id}-demoorgle`;
const home = ({ path }: Workspace, ...names: string[]) => join(path('.local/state/weir'), ...names);

/** Words of Weir in the workspace, with every secret that its configurations need. */
function weir({ dir }: Workspace, ...words: string[]) {
  const env = { WEIR_PASSWORD: PASSWORD, WEIR_HMAC: HMAC.secret };
  return runWeir(words, { cwd: dir, env });
}

/** The same account by signed requests, at another address of this machine. */
function writeSigned(workspace: Workspace, baseUrl: string): void {
  const session = JSON.parse(workspace.read('session.yaml')) as object;
  const hmac = { id: HMAC.id, secret: { env: 'WEIR_HMAC' } };
  const venue = { baseUrl, hmac, ...toAccount(baseUrl) };
  workspace.write('signed.yaml', JSON.stringify({ ...session, login: 'hmac', venue }));
}

describe.concurrent('one account under two addresses or logins', () => {
  it('account has one bot and one latch', async () => {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    const own = toOwn(venue.url);
    writeRun(workspace, venue.url, { venue: { ...toVenue(venue.url), ...toAccount(venue.url) } });
    writeSigned(workspace, venue.url.replace('127.0.0.1', '127.0.0.2'));
    const bot = startRun(workspace);
    await waitForOrders(workspace, bot, 3);
    const second = await weir(workspace, 'run', 'signed.yaml', '--out', 'second');
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringMatching(
        /the bot of account DemoOrgLE of venue acme-\d+ .*is already running.*state.locked/,
      ),
    ]);
    expect(existsSync(workspace.path('second'))).toBe(false);
    const kill = await weir(workspace, 'kill', 'signed.yaml', '--reason', 'by the other way');
    expect([kill.code, kill.stderr]).toEqual([0, expect.any(String)]);
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(3);
    expect(readRecords(workspace.path('out'), 'halt')).toMatchObject([{ rule: 'RC63' }]);
    expect(readdirSync(home(workspace)).sort()).toEqual([own, `${own}.mark`, 'starts']);
    const status = await weir(workspace, 'status', 'signed.yaml');
    expect(status.stdout).toMatch(/account DemoOrgLE of venue acme-\d+ \(demo@DemoOrg at/);
    expect(status.stdout).toContain('by the other way');
    venue.process.signal('SIGTERM');
  });

  it('second way to an account is reported once, naming the state directory in use', async () => {
    const workspace = makeResting('GTC', 1);
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url, { venue: { ...toVenue(venue.url), ...toAccount(venue.url) } });
    writeSigned(workspace, venue.url);
    const messages: boolean[] = [];
    for (const [index, config] of ['run.yaml', 'signed.yaml', 'signed.yaml'].entries()) {
      const out = `out-${String(index)}`;
      const env = { WEIR_PASSWORD: PASSWORD, WEIR_HMAC: HMAC.secret };
      const bot = startWeir(['run', config, '--out', out], { cwd: workspace.dir, env });
      await waitForRecords(workspace, bot, 'send-start', 1, out);
      bot.signal('SIGTERM');
      const { stderr } = await bot.end();
      const text = 'formerly reached as demo@DemoOrg at';
      const [epoch] = readRecords(workspace.path(out), 'epoch');
      expect(JSON.stringify(epoch).includes(text)).toBe(stderr.includes(text));
      messages.push(stderr.includes(text));
    }
    expect(messages).toEqual([false, true, false]);
    venue.process.signal('SIGTERM');
  });
});

it('state directory named by a login moves only by `weir state move`', async () => {
  const workspace = makeResting('GTC');
  const venue = await startVenue(workspace);
  const own = toOwn(venue.url);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace);
  await waitForOrders(workspace, bot, 3);
  const former = readdirSync(home(workspace)).find((name) => name.endsWith('-demo@DemoOrg')) ?? '';
  writeRun(workspace, venue.url, { venue: { ...toVenue(venue.url), ...toAccount(venue.url) } });
  const early = await weir(workspace, 'state', 'move', 'run.yaml');
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('(state.locked)')]);
  const kill = await weir(workspace, 'kill', 'run.yaml', '--reason', 'under its former name');
  expect([kill.code, kill.stderr]).toEqual([0, expect.any(String)]);
  bot.signal('SIGTERM');
  await bot.end();
  const again = ['run', 'run.yaml', '--out', 'again'];
  const refused = await weir(workspace, ...again);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/under its former name: run `weir state move CONFIG`.*\(state\.former\)/),
  ]);
  const mark = readFileSync(home(workspace, `${former}.mark`), 'utf8');
  const moved = await weir(workspace, 'state', 'move', 'run.yaml');
  expect([moved.code, moved.stderr]).toEqual([0, '']);
  expect(moved.stdout).toContain(home(workspace, own));
  expect(readdirSync(home(workspace)).sort()).toEqual([own, `${own}.mark`, 'starts']);
  expect(readFileSync(home(workspace, `${own}.mark`), 'utf8')).toBe(mark);
  // The halt of before holds.
  expect((await weir(workspace, 'status', 'run.yaml')).stdout).toContain('under its former name');
  const twice = await weir(workspace, 'state', 'move', 'run.yaml');
  expect([twice.code, twice.stderr]).toEqual([
    1,
    expect.stringContaining('is already in its place'),
  ]);
  writeRun(workspace, venue.url);
  const nameless = await weir(workspace, ...again);
  expect([nameless.code, nameless.stderr]).toEqual([
    1,
    expect.stringMatching(/expected venue.id and venue.account .*, found none \(state\.other\)/),
  ]);
  venue.process.signal('SIGTERM');
});
