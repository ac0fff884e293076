// A bot that starts on the journal of a former form of outputs: it is taken up, never guessed at.
import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import type { PlaceCommand } from '../../src/domain/orders/index.js';
import { localDisk } from '../../src/journal/index.js';
import { findJournal, verifyJournal } from '../../src/recovery/verify.js';
import { readRecords } from './journal-file.js';
import { makeResting, startVenue, waitForRecords, writeRun } from './venue.js';
import { type Running, runWeir, startWeir } from './weir.js';
import { cleanUp, PASSWORD, type Workspace } from './workspace.js';

afterAll(cleanUp);

const STATE = ['--state', 'state'];
/** The golden sessions had other limits. */
const ACCEPTED = ['--accept-limit-increase', '--by', 'Ada', '--reason', 'limits of this test'];
const env = { WEIR_PASSWORD: PASSWORD };

function start({ dir }: Workspace, out: string, ...more: readonly string[]): Running {
  return startWeir(['run', 'run.yaml', '--out', out, ...STATE, ...more], { cwd: dir, env });
}

/** A bot has been here, and left the journal of this golden session. */
async function leave(workspace: Workspace, name: string): Promise<void> {
  const bot = start(workspace, 'first');
  await waitForRecords(workspace, bot, 'start', 1, 'first');
  bot.signal('SIGTERM');
  expect((await bot.end()).code).toBe(0);
  const golden = new URL(`../fixtures/journals/v1/${name}/journal/`, import.meta.url);
  rmSync(workspace.path('state/journal'), { recursive: true });
  cpSync(fileURLToPath(golden), workspace.path('state/journal'), { recursive: true });
  // Bots of then had no tag of their own.
  for (const file of ['state/identity.json', 'state.mark']) {
    const kept = JSON.parse(workspace.read(file)) as object;
    Reflect.deleteProperty(kept, 'tag');
    writeFileSync(workspace.path(file), `${JSON.stringify(kept)}\n`);
  }
  chmodSync(workspace.path('state/journal'), 0o700);
  chmodSync(workspace.path('state/journal/000001.jsonl'), 0o600);
}

/** What `weir status` says once the start is over. */
async function untilStarted({ dir }: Workspace, bot: Running) {
  for (;;) {
    const asked = await runWeir(['status', 'run.yaml', ...STATE, '--json'], { cwd: dir, env });
    const { mode, halts, epoch } = JSON.parse(asked.stdout || '{}');
    if (mode === 'ready' || mode === 'halted') return { mode, halts, epoch };
    expect(bot.stderr()).not.toContain('expected');
  }
}

it.each([
  // The venue of this test never heard of the five orders that were filled.
  ['paper', ['RC49']],
  ['halted', ['RC63']],
])(
  'start from the golden journal %s is halted, with its cause and every order',
  async (name, causes) => {
    const workspace = makeResting('GTC');
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    await leave(workspace, name);
    const placed = readRecords(workspace.path('state'), 'command').filter(
      ({ kind }) => kind === 'place',
    ) as unknown as PlaceCommand[];
    const bot = start(workspace, 'second', ...ACCEPTED);
    const { mode, halts, epoch } = await untilStarted(workspace, bot);
    expect([mode, epoch]).toEqual(['halted', 2]);
    expect(halts.map(({ cause }: { readonly cause: string }) => cause)).toEqual(causes);
    bot.signal('SIGTERM');
    await bot.end();
    const found = unwrap(findJournal(localDisk, workspace.path('state')));
    const { memory } = unwrap(verifyJournal(localDisk, found));
    const { kept = [], orders = [], settled = [] } = memory.kernel ?? {};
    const known = [...kept, ...orders, ...settled].map(({ intentId }) => intentId);
    expect(known.sort()).toEqual(placed.map(({ intentId }) => intentId).sort());
    expect(placed.length).toBeGreaterThan(0);
  },
);
