// What no virtual process can show: memory that runs out (P07), an upgrade under open orders (P13),
// and a password that changes while the bot runs (H08).
import { cpSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLines, readLines, readRecords, rechain, writeLines } from './journal-file.js';
import {
  makeResting,
  openReader,
  startVenue,
  type Venue,
  waitForOrders,
  waitForRecords,
  writeRun,
} from './venue.js';
import { type Running, startWeir } from './weir.js';
import { CANARIES } from './canary.js';
import { cleanUp, makeSession, PASSWORD, SIMULATOR, type Workspace } from './workspace.js';

afterAll(cleanUp);

const HUNGRY = readFileSync(fileURLToPath(new URL('fixtures/hungry.ts', import.meta.url)), 'utf8');
/** Enough for a bot, far too little for a list of numbers without end. */
const HEAP = '--max-old-space-size=160';
const ORDERS = 2;
/** What the password is changed to. */
const RENEWED = CANARIES[1];

function start(
  { dir }: Workspace,
  out: string,
  { node = [], password = PASSWORD }: { node?: readonly string[]; password?: string } = {},
): Running {
  const args = ['run', 'run.yaml', '--out', out, '--state', 'state'];
  return startWeir(args, { cwd: dir, node, env: { WEIR_PASSWORD: password } });
}

async function stop(bot: Running): Promise<string> {
  bot.signal('SIGTERM');
  const { code, stderr } = await bot.end();
  expect([code, stderr]).toEqual([0, expect.stringContaining('verified by query')]);
  return stderr;
}

/** Orders that a run placed, which must all have ended at the venue. */
async function expectEnded(workspace: Workspace, { url }: Venue, out: string): Promise<void> {
  const placed = readRecords(workspace.path(out), 'command').filter(({ kind }) => kind === 'place');
  const reader = await openReader(url);
  for (const { coId } of placed) {
    expect(await reader.find(coId)).toMatchObject({ status: 'CANCELED' });
  }
  expect(placed.length).toBeGreaterThanOrEqual(ORDERS);
}

describe.concurrent('bot that runs out of memory', () => {
  it('next start after an out-of-memory crash finds and cancels the orders', async () => {
    const run = (lists: number) => ({
      strategies: [
        { strategy: './hungry.ts', params: { symbol: 'EUR/USD', orders: ORDERS, lists } },
      ],
    });
    const workspace = makeSession(run(1_000), { 'hungry.ts': HUNGRY });
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const { code, signal, stderr } = await start(workspace, 'one', { node: [HEAP] }).end();
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('heap out of memory')]);
    expect(signal ?? code).not.toBe(1);
    expect((await (await openReader(venue.url)).listActive()).length).toBe(ORDERS);
    writeRun(workspace, venue.url, run(0));
    const second = start(workspace, 'two', { node: [HEAP] });
    await waitForRecords(workspace, second, 'start', 1, 'two');
    await expectEnded(workspace, venue, 'one');
    await stop(second);
    venue.process.signal('SIGTERM');
  });
});

describe.concurrent('upgrade of a bot with resting orders', () => {
  /** What an older or newer Weir would have left: the journal with other words, its chain whole. */
  async function leave(change: (lines: readonly string[]) => readonly string[]) {
    const workspace = makeResting('GTC', ORDERS);
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const first = start(workspace, 'one');
    await waitForOrders(workspace, first, ORDERS, 'one');
    first.signal('SIGKILL');
    await first.end();
    const journal = workspace.path('state');
    writeLines(journal, change(readLines(journal)));
    return { workspace, venue };
  }

  it('records of the same version by an older Weir are read; orders are cancelled', async () => {
    const older = (line: string) => line.replaceAll(/"weir":"\d+\.\d+\.\d+"/g, '"weir":"0.0.1"');
    const { workspace, venue } = await leave((lines) => rechain(lines.map(older)));
    const second = start(workspace, 'two');
    await waitForRecords(workspace, second, 'start', 1, 'two');
    await expectEnded(workspace, venue, 'one');
    const [epoch] = parseLines(readLines(workspace.path('two')));
    const changes = [expect.objectContaining({ what: 'weir', old: '0.0.1' }) as object];
    expect(epoch).toMatchObject({ type: 'epoch', data: { epoch: 2, changes } });
    await stop(second);
    venue.process.signal('SIGTERM');
  });

  it('records of an unknown version are refused before any request', async () => {
    const { workspace, venue } = await leave((lines) =>
      lines.map((line) => line.replace('{"v":1,', '{"v":2,')),
    );
    cpSync(workspace.path('state/journal'), workspace.path('kept'), { recursive: true });
    const { code, stderr } = await start(workspace, 'two').end();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/000001\.jsonl:1: expected record version 1, found 2/),
    ]);
    const text = (dir: string) => workspace.read(`${dir}/000001.jsonl`);
    expect(text('state/journal')).toBe(text('kept'));
    // What it cannot read it does not touch: orders stay for those who can.
    expect((await (await openReader(venue.url)).listActive()).length).toBe(ORDERS);
    venue.process.signal('SIGTERM');
  });
});

describe.concurrent('password changed while the bot runs', () => {
  it('refused logins halt everything; the next start reads the new password', async () => {
    const strategies = [
      { strategy: './hungry.ts', params: { symbol: 'EUR/USD', orders: 0, lists: 0 } },
    ];
    const workspace = makeSession({ strategies }, { 'hungry.ts': HUNGRY });
    const before = await startVenue(workspace);
    writeRun(workspace, before.url);
    const first = start(workspace, 'one');
    await waitForRecords(workspace, first, 'start', 1, 'one');
    before.process.signal('SIGTERM');
    await before.process.end();
    // The venue comes back with another password, and knows no token of before.
    workspace.write('simulator.yaml', SIMULATOR.replace(PASSWORD, RENEWED));
    const port = new URL(before.url).port;
    const args = ['simulate', 'simulator.yaml', '--port', port];
    const after = startWeir(args, { cwd: workspace.dir });
    await after.waitFor('stdout', /^listening on /m);
    await first.waitFor('stderr', /HALT \(RC54\)/);
    const halted = await first.end();
    expect([halted.code, halted.stderr]).toEqual([3, expect.stringContaining('RC54')]);
    const old = await start(workspace, 'two').end();
    expect([old.code, old.stderr]).toEqual([1, expect.stringMatching(/login/i)]);
    const renewed = start(workspace, 'three', { password: RENEWED });
    await waitForRecords(workspace, renewed, 'start', 1, 'three');
    renewed.signal('SIGTERM');
    const { code, stderr } = await renewed.end();
    expect([code, stderr]).toEqual([3, expect.stringMatching(/is in force until weir resume/)]);
    after.signal('SIGTERM');
  });
});
