// Closing every position from a second terminal: of a bot that runs, is halted, or is dead.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { askBot } from '../../src/control/messages.js';
import type { BotStatus } from '../../src/control/status.js';
import { realPorts } from '../../src/host/index.js';
import { readRecords } from './journal-file.js';
import { startRun, startVenue, waitForRecords, writeRun } from './venue.js';
import { poll, runWeir } from './weir.js';
import {
  cleanUp,
  formatRates,
  LIMITS,
  makeSession,
  PASSWORD,
  SIMULATOR,
  type Workspace,
} from './workspace.js';

afterAll(cleanUp);

const STATE = ['--state', 'state'];
const WHO = ['--by', 'Ada', '--reason', 'the desk closes for the day'];

/** A bot that has bought and holds, after so many sends, and a second terminal. */
async function makeHolder(files: Readonly<Record<string, string>> = {}, sends = 2) {
  const fixture = fileURLToPath(new URL('fixtures/holding.ts', import.meta.url));
  const simulator = JSON.parse(SIMULATOR) as { recording: object };
  const workspace = makeSession(
    { strategies: [{ strategy: './holding.ts', params: { symbol: 'EUR/USD', size: 300_000 } }] },
    {
      'holding.ts': readFileSync(fixture, 'utf8'),
      // Slow enough for a busy machine: a minute of refusals is what a flatten gives up after.
      'simulator.yaml': JSON.stringify({
        ...simulator,
        recording: { ...simulator.recording, speed: 5 },
      }),
      ...files,
    },
  );
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const bot = startRun(workspace, ...STATE);
  await waitForRecords(workspace, bot, 'fill', 1);
  await waitForRecords(workspace, bot, 'send-result', sends);
  return { workspace, venue, bot, weir: terminal(workspace) };
}

function terminal({ dir }: Workspace) {
  return (command: string, args: readonly string[] = [], input = '', password: string = PASSWORD) =>
    runWeir([command, 'run.yaml', ...STATE, ...args], {
      cwd: dir,
      env: { WEIR_PASSWORD: password },
      input,
    });
}

function sumFills(session: string): number {
  return readRecords(session, 'fill').reduce((sum, { side, units }) => {
    return sum + (side === 'Buy' ? Number(units) : -Number(units));
  }, 0);
}

describe.concurrent('weir flatten', () => {
  it('flatten of a running bot cancels, closes through its gate and ends it', async () => {
    const { workspace, venue, bot, weir } = await makeHolder();
    const short = await weir('flatten', ['--by', 'Ada', '--reason', 'close']);
    expect([short.code, short.stderr]).toEqual([
      1,
      'expected a reason of at least 15 characters, found "close" (control.words)\n',
    ]);
    const wrong = await weir('flatten', WHO, 'yes\n');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('(control.words)')]);
    expect(bot.stderr()).not.toContain('FLATTEN');
    const flat = await weir('flatten', WHO, 'flatten\n');
    expect([flat.stdout, flat.code]).toEqual([
      'flat at the venue: no own order, no own position\n',
      0,
    ]);
    expect((await bot.end()).code).toBe(0);
    const out = workspace.path('out');
    expect(sumFills(out)).toBe(0);
    expect(readRecords(out, 'operator')).toMatchObject([
      { action: 'flatten', reason: 'the desk closes for the day (Ada)' },
      { action: 'stop' },
    ]);
    const sells = readRecords(out, 'command').filter(({ side }) => side === 'Sell');
    expect(sells.length).toBeGreaterThan(0);
    expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);
    venue.process.signal('SIGTERM');
  });

  it('flatten after a kill closes under the halt, which stays in force', async () => {
    const { workspace, venue, bot, weir } = await makeHolder();
    await weir('kill', ['--by', 'Ada', '--reason', 'prices look wrong']);
    const early = await weir('flatten', WHO, 'flatten\n');
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('RC63 as the typed confirmation'),
    ]);
    // Killed once more after the person was asked, for the same cause.
    const { shown } = JSON.parse((await weir('status', ['--json'])).stdout) as BotStatus;
    await weir('kill', ['--by', 'Eve', '--reason', 'stop the closing']);
    const text = { by: 'Ada', reason: 'the desk closes for the day', cause: 'RC63', support: '' };
    const request = { do: 'flatten', ...text, shown } as const;
    const asked = await askBot(realPorts, workspace.path('state/control'), request, 5_000);
    expect(asked, bot.stderr()).toMatchObject({
      result: { ok: false, fault: { code: 'control.halt' } },
    });
    expect(sumFills(workspace.path('out'))).not.toBe(0);
    const flat = await weir('flatten', WHO, 'RC63\n');
    expect([flat.stderr, flat.code]).toEqual([
      expect.stringMatching(/^control\/KILL exists: RC63: stop the closing \[Eve\], last w/m),
      0,
    ]);
    expect(sumFills(workspace.path('out'))).toBe(0);
    const state = JSON.parse((await weir('status', ['--json'])).stdout);
    expect(state).toMatchObject({ mode: 'halted', hasKillFile: true, positions: [] });
    const blind = await weir('flatten', WHO, 'RC63\n', 'another password');
    const notKnown = expect.stringContaining(
      'NOT KNOWN whether the bot is flat, the venue could not',
    );
    expect([blind.stdout, blind.code]).toEqual([notKnown, 3]);
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(3);
    venue.process.signal('SIGTERM');
  });

  it('flatten closes a bot beyond its daily loss; the halt stays', async () => {
    const limit = (all: number) => {
      return JSON.stringify({
        ...JSON.parse(LIMITS),
        dailyLoss: { maxPerStrategy: 100_000, maxTotal: all },
      });
    };
    // The price stands still: what the spread has cost does not come back while others work.
    const files = { 'limits.yaml': limit(1), 'rates.csv': formatRates(300, 1) };
    const { workspace, venue, bot, weir } = await makeHolder(files, 1);
    expect((await bot.end()).code).toBe(3);
    const args = ['--by', 'Ada', '--reason', 'the loss is what it is'];
    const loss = /^FAILED the loss of the day below its limit: .* lost 12.00 USD today, limit 1$/m;
    const resume = () => weir('resume', args, 'RC43\n');
    expect((await resume()).stderr).toMatch(loss);
    const flat = await weir('flatten', [...WHO, '--out', 'closing'], 'RC43\n');
    expect([flat.stderr, flat.code]).toEqual([expect.any(String), 0]);
    expect(sumFills(workspace.path('closing'))).toBe(-sumFills(workspace.path('out')));
    expect((await resume()).stderr).toMatch(loss);
    // With the limits that a start would read now.
    workspace.write('limits.yaml', limit(100_000));
    expect((await resume()).stderr).toMatch(/^ok {2}the loss of the day below its limit: below$/m);
    venue.process.signal('SIGTERM');
  });

  it('flatten of a dead bot runs its own session without strategies', async () => {
    const { workspace, venue, bot, weir } = await makeHolder();
    bot.signal('SIGKILL');
    await bot.end();
    const flat = await weir('flatten', [...WHO, '--out', 'closing', '--json'], 'flatten\n');
    expect([flat.stderr, flat.code]).toEqual([expect.any(String), 0]);
    const found = 'no own order, no own position';
    const reported = { isFlat: true, isKnown: true, found, trouble: '' };
    expect(JSON.parse(flat.stdout)).toEqual(reported);
    const closing = workspace.path('closing');
    expect(sumFills(closing)).toBe(-sumFills(workspace.path('out')));
    expect(readRecords(closing, 'start')).toEqual([]);
    const places = readRecords(closing, 'command').filter(({ kind }) => kind === 'place');
    expect(places.map(({ side }) => side)).not.toContain('Buy');
    expect((await runWeir(['replay', 'closing'], { cwd: workspace.dir })).code).toBe(0);
    const state = JSON.parse((await weir('status', ['--json'])).stdout);
    expect(state).toMatchObject({ mode: 'ended', positions: [], orders: [], halts: [] });
    venue.process.signal('SIGTERM');
  });

  it.each(['weir kill', 'touch'])(
    'flatten of a dead bot that is recovering is ended by %s',
    async (how) => {
      const { workspace, venue, bot, weir } = await makeHolder();
      bot.signal('SIGKILL');
      await bot.end();
      const closing = weir('flatten', [...WHO, '--out', 'closing'], 'flatten\n');
      await poll(
        () => existsSync(workspace.path('closing/journal')) || undefined,
        () => 'the journal of the closing',
      );
      if (how === 'touch') workspace.write('state/control/KILL', '');
      else expect((await weir('kill', ['--by', 'Eve', '--reason', 'stop it'])).code).toBe(0);
      const { code, stderr } = await closing;
      expect([code, stderr]).toEqual([
        3,
        expect.stringMatching(/^NOT FLAT: .* after (?:it was|the halts were) shown/m),
      ]);
      const sent = readRecords(workspace.path('closing'), 'command');
      expect(sent.filter(({ kind }) => kind === 'place')).toEqual([]);
      const state = JSON.parse((await weir('status', ['--json'])).stdout) as BotStatus;
      expect(state.positions).toHaveLength(1);
      venue.process.signal('SIGTERM');
    },
  );
});
