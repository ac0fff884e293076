// A bot that is killed by SIGKILL at random moments, start after start on one state directory.
//
// `KILL_ROUNDS=45 npm run test:process -- random-kills` does 45 rounds, `KILL_SEED=2` at others.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createRandom } from '../../src/determinism/index.js';
import { readRecords } from './journal-file.js';
import { ENDED, openReader, startVenue, type Venue, waitForRecords, writeRun } from './venue.js';
import { type Running, startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, type Workspace } from './workspace.js';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3);
const SEED = Number(process.env['KILL_SEED'] ?? 1);
/** A life ends within so long, milliseconds: while it starts, recovers or trades. */
const LONGEST_LIFE = 4_000;

const STRATEGY = fileURLToPath(new URL('fixtures/crossing.ts', import.meta.url));

afterAll(cleanUp);

function start({ dir }: Workspace, out: string): Running {
  const args = ['run', 'run.yaml', '--out', out, '--state', 'state'];
  return startWeir(args, { cwd: dir, env: { WEIR_PASSWORD: PASSWORD } });
}

/** Starts and kills a bot so often; the folders of its sessions. */
async function killAgainAndAgain(workspace: Workspace): Promise<readonly string[]> {
  const random = createRandom(SEED, 'random-kills');
  const folders: string[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const out = `out-${String(round)}`;
    folders.push(out);
    const bot = start(workspace, out);
    // Half of the lives come to trade first, however slow the machine is.
    if (random() < 0.5) await waitForRecords(workspace, bot, 'start', 1, out);
    await sleep(random() * LONGEST_LIFE);
    bot.signal('SIGKILL');
    const { signal, stderr } = await bot.end();
    expect(signal, `round ${String(round)}: ${stderr}`).toBe('SIGKILL');
  }
  return folders;
}

function listPlaced({ path }: Workspace, out: string): readonly string[] {
  return readRecords(path(out), 'command')
    .filter(({ kind }) => kind === 'place')
    .map(({ coId }) => coId);
}

/** Each order is at the venue once or never, has ended, and makes up the venue's position. */
async function evaluate(placed: readonly string[], { url }: Venue): Promise<void> {
  expect(new Set(placed).size).toBe(placed.length);
  const reader = await openReader(url);
  let filled = 0;
  for (const coId of placed) {
    const order = await reader.find(coId);
    if (order === undefined) continue;
    expect(ENDED).toContain(order.status);
    filled += (order.side.toUpperCase() === 'BUY' ? 1 : -1) * (order.cumQty ?? 0);
  }
  expect(await reader.position()).toBe(filled);
}

it(
  `no order is lost or doubled over ${String(ROUNDS)} kills at random times`,
  { timeout: 0 },
  async () => {
    const params = { symbol: 'EUR/USD', size: 100_000, trades: 100_000 };
    const strategies = [{ strategy: './crossing.ts', params }];
    const workspace = makeSession(
      { strategies },
      { 'crossing.ts': readFileSync(STRATEGY, 'utf8') },
    );
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    const folders = await killAgainAndAgain(workspace);
    const last = start(workspace, 'last');
    await waitForRecords(workspace, last, 'start', 1, 'last');
    last.signal('SIGTERM');
    const { code, stderr } = await last.end();
    expect(code, stderr).toBe(0);
    const placed = [...folders, 'last'].flatMap((out) => listPlaced(workspace, out));
    expect(placed.length).toBeGreaterThan(ROUNDS / 3);
    await evaluate(placed, venue);
    venue.process.signal('SIGTERM');
  },
);
