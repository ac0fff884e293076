// Kills a bot at a write to disk or network, and once more during its recovery: after the last
// start no order is lost or duplicated, and positions of venue and bot are equal.
//
// A spread of effects runs here; `npm run test:long` walks every effect of a whole run instead.
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { countRuns } from '../runs.js';
import { ENDED, openReader, startVenue, type Venue, writeRun } from './venue.js';
import { type Ended, runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, TWAP, type Workspace } from './workspace.js';

const PRELOAD = fileURLToPath(new URL('crash-at-effect.mjs', import.meta.url));
const CUTS = ['before', 'half', 'after'] as const;
/** Pairs of crashes: one of a run, one of the recovery from it. */
const CASES = 8;
/** Cases that run at the same time; mostly they wait for deadlines. */
const AT_ONCE = 5;
/** Effects around a place, which a spread might leave out. */
const SENDS = [1, 2, 3].flatMap((nth) =>
  ['send', 'answer'].map((verb) => `${verb} POST /vN/orders:${String(nth)}`),
);
const IS_WALK = countRuns(1) > 1;
/** Effects that every run has, however few rates it reads on a busy machine. */
const IS_SURE = /orders|journal|lock|beat|login|restored|config/;

afterAll(cleanUp);

interface Point {
  readonly at: string;
  readonly cut: (typeof CUTS)[number];
}

async function open(): Promise<{ readonly workspace: Workspace; readonly venue: Venue }> {
  const workspace = makeSession({ onRestart: { parents: 'resume' } });
  const venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  return { workspace, venue };
}

function run({ dir }: Workspace, out: string, { at, cut }: Point): Promise<Ended> {
  const env = { WEIR_PASSWORD: PASSWORD, CRASH_AT: at, CRASH_CUT: cut, CRASH_LOG: `${out}.log` };
  const args = ['run', 'run.yaml', '--out', out, '--state', 'state'];
  return startWeir(args, { cwd: dir, env, node: ['--import', PRELOAD] }).end();
}

const WHOLE: Point = { at: '', cut: 'before' };
const AFTER_A_SEND: Point = { at: 'send POST /vN/orders:2', cut: 'after' };

/** Names of the effects of a run, in their order. */
function readEffects({ read }: Workspace, out: string): readonly string[] {
  return read(`${out}.log`).trimEnd().split('\n');
}

/** The first effects of each name, as far as a run that is four times as slow has them. */
function listPoints(effects: readonly string[]): readonly string[] {
  const names = [...new Set(effects)].filter((name) => IS_SURE.test(name));
  return names.flatMap((name) => {
    const count = effects.filter((one) => one === name).length;
    return [1, 2, 5, 20]
      .filter((nth) => nth === 1 || nth * 4 <= count)
      .map((nth) => `${name}:${String(nth)}`);
  });
}

/** So many of them, from the first to the last. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  return Array.from({ length: count }, (_, index) => {
    return all[Math.floor((index * (all.length - 1)) / (count - 1))] as T;
  });
}

/** The places that were journaled, by all runs of a state directory. */
async function listPlaced({ dir }: Workspace): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runWeir(['journal', 'export', 'state'], { cwd: dir });
  expect([code, stderr]).toEqual([0, '']);
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly data: Place });
  return records
    .filter(({ type, data }) => type === 'command' && data.kind === 'place')
    .map(({ data }) => data.coId);
}

interface Place {
  readonly kind: string;
  readonly coId: string;
}

/** Venue and journals tell the same: all that the parent was to buy, and nothing besides. */
async function evaluate(workspace: Workspace, { url }: Venue): Promise<void> {
  const placed = await listPlaced(workspace);
  expect(new Set(placed).size).toBe(placed.length);
  const reader = await openReader(url);
  let filled = 0;
  for (const coId of placed) {
    const order = await reader.find(coId);
    if (order !== undefined) expect(ENDED).toContain(order.status);
    filled += order?.cumQty ?? 0;
  }
  const active: unknown = await reader.listActive();
  expect(Array.isArray(active) ? active : []).toEqual([]);
  expect([filled, await reader.position()]).toEqual([TWAP.size, TWAP.size]);
}

/** Effects of a whole run, and of the recovery from a crash in one. */
async function survey(): Promise<{
  readonly whole: readonly string[];
  readonly recovery: readonly string[];
}> {
  const [first, second] = await Promise.all([open(), open()]);
  const [ended] = await Promise.all([
    run(first.workspace, 'one', WHOLE),
    run(second.workspace, 'one', AFTER_A_SEND),
  ]);
  expect(ended.code, ended.stderr).toBe(0);
  const recovered = await run(second.workspace, 'two', WHOLE);
  expect(recovered.code, recovered.stderr).toBe(toCode(recovered));
  for (const { venue } of [first, second]) venue.process.signal('SIGTERM');
  return {
    whole: readEffects(first.workspace, 'one'),
    recovery: readEffects(second.workspace, 'two'),
  };
}

/** A parent that was done before it died is not begun again, which is told by 1. */
function toCode({ stderr }: { readonly stderr: string }): number {
  return stderr.includes('NOT STARTED: parent twap/') ? 1 : 0;
}

/** Two crashes, the last start, and what venue and bot then have. */
async function crashTwice(first: Point, second: Point): Promise<void> {
  const { workspace, venue } = await open();
  const { code, signal, stderr } = await run(workspace, 'one', first);
  // By its bare number an effect may lie beyond the end of a run with fewer polls.
  if (!IS_WALK || signal !== null) expect(signal, stderr).toBe('SIGKILL');
  else expect(code, stderr).toBe(0);
  const again = await run(workspace, 'two', second);
  if (again.signal === null) expect(again.code, again.stderr).toBe(toCode(again));
  const last = await run(workspace, 'three', WHOLE);
  expect([last.code, last.stderr]).toEqual([
    toCode(last),
    expect.stringContaining('all own orders have ended, verified by query'),
  ]);
  await evaluate(workspace, venue);
  venue.process.signal('SIGTERM');
}

it('no order is lost or doubled when a bot crashes twice at numbered effects', async () => {
  const { whole, recovery } = await survey();
  const ats = IS_WALK
    ? whole.map((_, index) => String(index + 1))
    : [...SENDS, ...spread(listPoints(whole), CASES)];
  const seconds = spread(listPoints(recovery), ats.length);
  const cases = ats.map((at, index) => ({
    first: { at, cut: CUTS[index % 3] ?? 'before' },
    second: { at: seconds[index] ?? '', cut: CUTS[(index + 1) % 3] ?? 'before' },
  }));
  const failures: string[] = [];
  const queue = [...cases];
  const work = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const { first, second } = one;
      const name = `${first.cut} ${first.at}, then ${second.cut} ${second.at}`;
      await crashTwice(first, second).catch((error: unknown) => {
        failures.push(`${name}: ${String(error)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(cases.length).toBeGreaterThanOrEqual(CASES);
  expect(failures).toEqual([]);
});
