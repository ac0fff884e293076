// The watchdog of a bot: it watches a process that hangs, spins, dies or ends, and acts for it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
import { listChildren, poll, runWeir, startWeir, waitGone } from './weir.js';
import { cleanUp, makeSession, PASSWORD, type Workspace } from './workspace.js';

afterAll(cleanUp);

const STATE = ['--state', 'state'];
const DONE = /watchdog: the venue confirmed the end of every order of the bot/;

/** A bot with a guard and three resting orders, and what the guard's process is. */
async function startGuarded(workspace: Workspace) {
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url, { watchdog: 'on' });
  const bot = startRun(workspace, ...STATE);
  await waitForRecords(workspace, bot, 'start', 1);
  const guard = Number.parseInt(workspace.read('state/control/guard-beat'), 10);
  expect(listChildren(bot.pid)).toContain(guard);
  return { venue, bot, guard };
}

async function makeGuarded() {
  const workspace = makeResting('GTC');
  const started = await startGuarded(workspace);
  await waitForOrders(workspace, started.bot, 3);
  return { workspace, ...started };
}

function readHalts(workspace: Workspace): readonly { readonly cause: string }[] {
  return (JSON.parse(workspace.read('state/control/halt')) as { halts: [] }).halts;
}

async function readMode({ dir }: Workspace): Promise<string> {
  const asked = await runWeir(['status', 'run.yaml', ...STATE, '--json'], {
    cwd: dir,
    env: { WEIR_PASSWORD: PASSWORD },
  });
  return (JSON.parse(asked.stdout) as { mode: string }).mode;
}

/** Microseconds that the guard has been silent for, by the journal's last sample. */
function findSilence({ path }: Workspace): number {
  return readRecords(path('out'), 'host').at(-1)?.guardSilence ?? Number.NaN;
}

/** Waits until a guard has said so; what a bot prints ends with it. */
function waitForLog({ read }: Workspace, text: string): Promise<true> {
  const file = 'state/guard-log.jsonl';
  return poll(
    () => read(file).includes(text) || undefined,
    () => `${text} in ${read(file)}`,
  );
}

function listPlaces({ path }: Workspace) {
  return readRecords(path('out'), 'command').filter(({ kind }) => kind === 'place');
}

describe.concurrent('weir watchdog', () => {
  it('watchdog ends with a bot that stops, without a latch', async () => {
    const { workspace, bot, guard, venue } = await makeGuarded();
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(0);
    await waitGone([guard]);
    expect(bot.stderr()).toContain('watchdog: the bot has ended, its orders proven ended');
    expect(bot.stderr()).not.toContain('GUARD_STALE');
    expect(workspace.read('state/control/beat')).toBe('1 ended\n');
    expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);
    venue.process.signal('SIGTERM');
  });

  it('watchdog latches and cancels for a hanging bot, which sends nothing more', async () => {
    const { workspace, bot, guard, venue } = await makeGuarded();
    bot.signal('SIGSTOP');
    await bot.waitFor('stderr', DONE);
    expect(bot.stderr()).toContain('watchdog: 3 own orders cancelled');
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    expect(readHalts(workspace)).toMatchObject([{ cause: 'GUARD_STALE', scope: 'all' }]);
    expect(workspace.read('state/control/KILL')).toMatch(
      /^GUARD_STALE guard: the bot has sent no heartbeat/,
    );
    // On a busy machine one more may have been made for one that was turned back.
    const before = listPlaces(workspace);
    expect(before.length).toBeGreaterThanOrEqual(3);
    bot.signal('SIGCONT');
    await waitForRecords(workspace, bot, 'halt', 1);
    expect(await readMode(workspace)).toBe('halted');
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(3);
    expect(listPlaces(workspace)).toEqual(before);
    await waitGone([guard]);
    venue.process.signal('SIGTERM');
  });

  it('watchdog latches and cancels for a bot whose strategy loops forever', async () => {
    const fixture = fileURLToPath(new URL('fixtures/spinning.ts', import.meta.url));
    const workspace = makeSession(
      { strategies: [{ strategy: './spinning.ts', params: { symbol: 'EUR/USD', orders: 3 } }] },
      { 'spinning.ts': readFileSync(fixture, 'utf8') },
    );
    const { bot, guard, venue } = await startGuarded(workspace);
    await bot.waitFor('stderr', DONE);
    expect(bot.stderr()).toContain('watchdog: 3 own orders cancelled');
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    expect(readHalts(workspace)).toMatchObject([{ cause: 'GUARD_STALE', scope: 'all' }]);
    expect(await readMode(workspace)).toBe('blocked');
    bot.signal('SIGKILL');
    await bot.end();
    await waitGone([guard]);
    expect(listPlaces(workspace).length).toBeGreaterThanOrEqual(3);
    venue.process.signal('SIGTERM');
  });

  it('watchdog cancels for a bot that dies; the next start is halted', async () => {
    const { workspace, bot, guard, venue } = await makeGuarded();
    bot.signal('SIGKILL');
    const { stderr } = await bot.end();
    expect(stderr).toMatch(DONE);
    await waitGone([guard]);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    expect(workspace.read('state/guard-log.jsonl')).toContain('3 own orders cancelled');
    const again = startWeir(['run', 'run.yaml', '--out', 'again', ...STATE], {
      cwd: workspace.dir,
      env: { WEIR_PASSWORD: PASSWORD },
    });
    const holds =
      /halt kill-\d+-GUARD_STALE is in force until weir resume: the bot has sent no heartbeat/;
    await again.waitFor('stderr', holds);
    again.signal('SIGTERM');
    expect((await again.end()).code).toBe(3);
    venue.process.signal('SIGTERM');
  });

  it('two signals end a watchdog whose bot and venue are dead', async () => {
    const { workspace, bot, guard, venue } = await makeGuarded();
    venue.process.signal('SIGKILL');
    process.kill(guard, 'SIGTERM');
    bot.signal('SIGKILL');
    await waitForLog(workspace, 'GUARD_STALE: the bot has sent no heartbeat');
    process.kill(guard, 'SIGTERM');
    await waitForLog(workspace, 'signal to end: finishing the cancels first');
    process.kill(guard, 'SIGTERM');
    await waitGone([guard]);
    expect(readHalts(workspace)).toMatchObject([{ cause: 'GUARD_STALE', scope: 'all' }]);
  });

  it('bot without a watchdog pauses until another one writes a heartbeat', async () => {
    const { workspace, bot, guard, venue } = await makeGuarded();
    process.kill(guard, 'SIGKILL');
    await bot.waitFor('stderr', /RC67: the watchdog has ended: SIGKILL/);
    await bot.waitFor(
      'stderr',
      /WARN \(RC67\): trading is paused: the watchdog has sent no heartbeat/,
    );
    // A busy machine may have its own alerts.
    const readAlerts = () => readRecords(workspace.path('out'), 'alert');
    await poll(
      () => readAlerts().some(({ rule }) => rule === 'RC67') || undefined,
      () => `an alert of RC67 in ${JSON.stringify(readAlerts())}`,
    );
    // By its former name.
    const other = startWeir(['guard', 'run.yaml', ...STATE, '--json'], {
      cwd: workspace.dir,
      env: { WEIR_PASSWORD: PASSWORD },
    });
    await poll(
      () => (findSilence(workspace) < 5_000_000 ? true : undefined),
      () => `a beat of ${other.stderr()}`,
    );
    other.signal('SIGTERM');
    const { code, stdout } = await other.end();
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { hasStruck: false, said: [expect.stringMatching(/^watching the bot of /)] },
    ]);
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(0);
    expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);
    venue.process.signal('SIGTERM');
  });
});
