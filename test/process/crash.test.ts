// Processes that are killed: no hang, a clear message, an honest exit code, nobody left behind.
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { makeResting, waitForRecords } from './venue.js';
import { listChildren, type Running, startWeir, waitGone } from './weir.js';
import { cleanUp, makeSession, TWAP, type Workspace } from './workspace.js';

afterAll(cleanUp);

interface Paper {
  readonly bot: Running;
  /** The bot and every process that it has started. */
  readonly all: readonly number[];
  readonly simulator: number;
}

/** A paper session that has so many records of a type behind it. */
async function startPaper(workspace: Workspace, type: string, count: number): Promise<Paper> {
  const bot = startWeir(['paper', 'session.yaml', '--out', 'out'], { cwd: workspace.dir });
  await waitForRecords(workspace, bot, type, count);
  const children = listChildren(bot.pid);
  const [simulator = 0, ...others] = children.filter(leadsGroup);
  expect(simulator).toBeGreaterThan(0);
  expect(others).toEqual([]);
  return { bot, all: [bot.pid, ...children], simulator };
}

/** Among the children only the simulator has a process group of its own. */
function leadsGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

// Both wait for the deadline of the last check, so they wait side by side.
describe.concurrent('paper session whose simulator is killed', () => {
  it('session with working orders lists those not proven ended and exits with 3', async () => {
    const workspace = makeResting('GTC');
    const { bot, all, simulator } = await startPaper(workspace, 'order', 3);
    process.kill(simulator, 'SIGKILL');
    const { code, stderr } = await bot.end();
    expect(code).toBe(3);
    expect(stderr).toMatch(/^the simulator ended: SIGKILL$/m);
    const list = (type: string) => readRecords(workspace.path('out'), type);
    const accepted = list('send-result').filter(({ status }) => status === 202);
    const known = new Set(accepted.map(({ coId }) => coId));
    const sent = new Set(list('send-start').map(({ coId }) => coId));
    // The one that was leaving when the simulator died may never have been there.
    const open = [...sent].filter((coId) => known.has(coId)).slice(0, 3);
    expect(open.length).toBeGreaterThan(1);
    const named = `NOT PROVEN ENDED: ${open.join(' ')}: look at the venue before anything else\n`;
    expect(stderr).toContain(named);
    const { end } = JSON.parse(workspace.read('out/summary.json'));
    expect(end).toMatchObject({ reason: 'halted', isProven: false, open });
    await waitGone(all);
  });

  it('session without working orders halts and does not claim verified orders', async () => {
    const workspace = makeSession({
      strategies: [{ strategy: 'twap', params: { ...TWAP, duration: '10m' } }],
    });
    const { bot, all, simulator } = await startPaper(workspace, 'fill', 1);
    process.kill(simulator, 'SIGKILL');
    const { code, stderr } = await bot.end();
    expect(code).toBe(3);
    expect(stderr).toMatch(/^halted: the simulator ended: SIGKILL$/m);
    expect(stderr).not.toContain('verified by query');
    await waitGone(all);
  });
});

describe('paper session killed by SIGKILL', () => {
  it('simulator ends with its killed paper session', async () => {
    const { bot, all } = await startPaper(makeResting('GTC'), 'order', 3);
    bot.signal('SIGKILL');
    expect((await bot.end()).signal).toBe('SIGKILL');
    await waitGone(all);
  });

  it('journal of a killed session replays up to the crash', async () => {
    const workspace = makeResting('GTC');
    const { bot, all } = await startPaper(workspace, 'order', 3);
    bot.signal('SIGKILL');
    await waitGone(all);
    const replay = startWeir(['replay', 'out'], { cwd: workspace.dir });
    const { code, stdout, stderr } = await replay.end();
    expect(stderr).toMatch(
      /^out\/summary\.json does not exist: digest and last hash were not compared\n$/,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^digest [0-9a-f]{32}$/m);
  });
});
