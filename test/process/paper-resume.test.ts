// A paper session that is killed, or stopped, and goes on in its folder: venue, journal, parents.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from './journal-file.js';
import { waitForRecords } from './venue.js';
import { poll, runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession, TWAP, type Workspace } from './workspace.js';

afterAll(cleanUp);

function makeLong(session: object = {}): Workspace {
  const params = { ...TWAP, duration: '600s', slices: 10 };
  const onRestart = { parents: 'resume' };
  return makeSession({ strategies: [{ strategy: 'twap', params }], onRestart, ...session });
}

function startPaper({ dir }: Workspace, ...args: string[]) {
  return startWeir(['paper', 'session.yaml', '--out', 'out', ...args], { cwd: dir });
}

async function waitForFolder({ path }: Workspace, name: string): Promise<void> {
  await poll(
    () => existsSync(path(name)) || undefined,
    () => name,
  );
}

/** Quantity of all fills, and coIds of all orders, over the runs of a session. */
function addUp({ path }: Workspace) {
  const runs = readdirSync(path('out')).filter((name) => name.startsWith('epoch-'));
  const folders = [...runs.map((name) => path(`out/${name}`)), path('out')];
  const fills = folders.flatMap((folder) => readRecords(folder, 'fill'));
  const commands = folders.flatMap((folder) => readRecords(folder, 'command'));
  return {
    runs,
    units: fills.reduce((sum, { units }) => sum + Number(units), 0),
    tradeIds: fills.map(({ tradeId }) => tradeId),
    coIds: commands.filter(({ kind }) => kind === 'place').map(({ coId }) => coId),
  };
}

describe.concurrent('weir paper --resume', () => {
  it('session resumed after SIGKILL fills its parent without a doubled order', async () => {
    const workspace = makeLong();
    const { dir, path } = workspace;
    for (const fills of [2, 1]) {
      const bot = startPaper(workspace, ...(fills === 2 ? [] : ['--resume']));
      if (fills === 1) await waitForFolder(workspace, 'out/epoch-1/journal');
      await waitForRecords(workspace, bot, 'fill', fills);
      bot.signal('SIGKILL');
      await bot.end();
    }
    const last = startPaper(workspace, '--resume');
    const { code, stderr, stdout: table } = await last.end();
    expect(stderr).toContain('all own orders have ended, verified by query');
    expect(code).toBe(0);
    const { runs, units, coIds, tradeIds } = addUp(workspace);
    expect(runs.sort()).toEqual(['epoch-1', 'epoch-2']);
    // Minor units of the euro.
    expect(units).toBe(TWAP.size * 100);
    expect(new Set(coIds).size).toBe(coIds.length);
    expect(new Set(tradeIds).size).toBe(tradeIds.length);
    for (const epoch of ['0001', '0002', '0003']) {
      expect(coIds.filter((coId) => coId.startsWith(`weir-${epoch}-`))).not.toEqual([]);
    }
    expect(readRecords(path('out'), 'parent').at(-1)).toMatchObject({
      ...{ state: 'DONE', filledUnits: TWAP.size * 100 },
    });

    // Its report has what the two runs before had bought.
    const fills = readRecords(path('out'), 'fill').reduce((sum, one) => sum + Number(one.units), 0);
    const before = TWAP.size - fills / 100;
    expect(before).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(path('out/summary.json'), 'utf8'))).toMatchObject({
      ...{ position: TWAP.size, carriedIn: before, filledBefore: before },
      ...{ requestedQuantity: fills / 100, filledQuantity: fills / 100 },
      rests: [{ quantity: TWAP.size, filledBefore: before }],
    });
    expect(table).toMatch(/│ Rest of parent +│ twap\/twap-[0-9a-f]{12}, .* filled before +│/);

    const replayed = await runWeir(['replay', 'out'], { cwd: dir });
    expect(replayed.code).toBe(0);
    expect(replayed.stdout.match(/^digest [0-9a-f]{32}$/gm)).toHaveLength(3);
    expect(replayed.stdout).toMatch(/^previous run: out\/epoch-1$/m);
    const { stdout } = await runWeir(['replay', 'out', '--json'], { cwd: dir });
    expect(JSON.parse(stdout).former).toHaveLength(2);
    const verified = await runWeir(['journal', 'verify', 'out/state'], { cwd: dir });
    expect([verified.code, verified.stdout]).toEqual([
      0,
      expect.stringContaining('epochs 3: the chain'),
    ]);
  });

  it('session resumed after Ctrl-C keeps the report of the previous one', async () => {
    const workspace = makeLong();
    const { path, read } = workspace;
    const first = startPaper(workspace);
    await waitForRecords(workspace, first, 'fill', 1);
    first.signal('SIGINT');
    expect((await first.end()).code).toBe(0);
    const summary = read('out/summary.json');
    const second = startPaper(workspace, '--resume');
    // Its stop gave the parent up: nothing is left to do, and that is told.
    const { code, stderr } = await second.end();
    expect([code, stderr]).toEqual([1, expect.stringContaining('NOT STARTED: parent twap/')]);
    expect(read('out/epoch-1/summary.json')).toBe(summary);
    expect(existsSync(path('out/epoch-1/report.html'))).toBe(true);
    expect(addUp(workspace).units).toBe(JSON.parse(summary).filledQuantity * 100);
  });

  it('folder that cannot be resumed is refused and left unchanged', async () => {
    const workspace = makeLong();
    const { dir, path, read, write } = workspace;
    const bare = await runWeir(['paper', 'session.yaml', '--resume'], { cwd: dir });
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('expected --out DIR')]);
    const none = await startPaper(workspace, '--resume').end();
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('(state.missing)')]);

    const first = startPaper(workspace);
    await waitForRecords(workspace, first, 'fill', 1);
    const running = await startPaper(workspace, '--resume').end();
    expect([running.code, running.stderr]).toEqual([1, expect.stringContaining('(state.locked)')]);
    const twice = await startPaper(workspace).end();
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('out-not-empty')]);
    first.signal('SIGKILL');
    await first.end();
    await waitForFolder(workspace, 'out/state/simulator-state.jsonl');

    const before = readdirSync(path('out')).sort();
    const session = read('session.yaml');
    write('session.yaml', session.replace('"clock": "venue"', '"clock": "wall"'));
    const wall = await startPaper(workspace, '--resume').end();
    expect([wall.code, wall.stderr]).toEqual([1, expect.stringContaining('(paper.resume)')]);
    // Another venue than that of the state.
    write('session.yaml', session.replace('"seed": 7', '"seed": 8'));
    const other = await startPaper(workspace, '--resume').end();
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('(simulator.')]);
    expect(readdirSync(path('out')).sort()).toEqual(before);
    expect(readFileSync(path('out/state/simulator-state.jsonl'), 'utf8')).not.toBe('');

    write('session.yaml', session);
    rmSync(path('out/state/simulator-state.jsonl'));
    const lost = await startPaper(workspace, '--resume').end();
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('found none')]);
  });
});
