// State directories and session folders of an earlier Weir: nothing in them is forgotten.
import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { makeResting, writeRun } from './venue.js';
import { type Running, runWeir, startWeir } from './weir.js';
import { cleanUp, PASSWORD, type Workspace } from './workspace.js';

afterAll(cleanUp);

const env = { WEIR_PASSWORD: PASSWORD };
const ORDER = /^order (weir-0001-\S+) Buy 0\/\S+ EUR\/USD at \S+ (\w+)$/gm;

/** A copy of what was left behind, for its owner only, with the run that made it. */
function take(name: 'open' | 'halted') {
  const workspace = makeResting('GTC');
  const from = fileURLToPath(new URL(`../fixtures/states/${name}/`, import.meta.url));
  cpSync(from, workspace.dir, { recursive: true });
  for (const one of readdirSync(workspace.dir, { recursive: true, encoding: 'utf8' })) {
    const path = join(workspace.dir, one);
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  }
  const identity = JSON.parse(workspace.read('state/identity.json')) as { baseUrl: string };
  writeRun(workspace, identity.baseUrl);
  return { workspace, port: new URL(identity.baseUrl).port };
}

function weir({ dir }: Workspace, command: string, ...more: readonly string[]) {
  return runWeir([command, 'run.yaml', '--state', 'state', ...more], { cwd: dir, env });
}

/** A venue at the address that the state is of. */
async function startAt({ dir }: Workspace, port: string): Promise<Running> {
  const venue = startWeir(['simulate', 'simulator.yaml', '--port', port], { cwd: dir });
  await venue.waitFor('stdout', /^listening on/m);
  return venue;
}

it('status, kill and a start know each open order of older state', async () => {
  const { workspace, port } = take('open');
  const shown = (await weir(workspace, 'status')).stdout;
  const coIds = [...shown.matchAll(ORDER)].map(([, coId = '']) => coId);
  expect([shown, coIds]).toMatchObject([expect.stringMatching(/^dead/), { length: 3 }]);
  const venue = await startAt(workspace, port);
  // This venue never heard of them: they are looked for, and nothing ends them.
  const bot = startWeir(['run', 'run.yaml', '--out', 'second', '--state', 'state'], {
    cwd: workspace.dir,
    env,
  });
  await bot.waitFor('stderr', /waiting for the outcome of every order|the outcome of every order/);
  const { mode, orders } = JSON.parse((await weir(workspace, 'status', '--json')).stdout);
  expect(mode).toBe('recovering');
  expect(orders.map(({ coId }: { readonly coId: string }) => coId)).toEqual(coIds);
  const killed = await weir(workspace, 'kill', '--by', 'Ada', '--reason', 'over');
  expect(killed.code).toBe(3);
  for (const coId of coIds) expect(killed.stdout).toContain(coId);
  bot.signal('SIGKILL');
  await bot.end();
  venue.signal('SIGTERM');
});

it('latched halt of older state is shown, kept by a start and cleared by a resume', async () => {
  const { workspace, port } = take('halted');
  const shown = (await weir(workspace, 'status')).stdout;
  expect(shown).toMatch(/^ended [^]*halt kill-1795980267920-RC63/);
  const venue = await startAt(workspace, port);
  const bot = startWeir(['run', 'run.yaml', '--out', 'second', '--state', 'state'], {
    cwd: workspace.dir,
    env,
  });
  await bot.waitFor('stderr', /HALT|halted/);
  bot.signal('SIGTERM');
  expect((await bot.end()).code).toBe(3);
  expect(readFileSync(workspace.path('state.mark'), 'utf8')).toContain('"epoch":2');
  venue.signal('SIGTERM');
});

it.each(['open', 'halted'] as const)('older session folder %s replays', async (name) => {
  const { workspace } = take(name);
  const { code, stdout } = await runWeir(['replay', 'session'], { cwd: workspace.dir });
  expect([code, stdout]).toEqual([0, expect.stringContaining('digest')]);
});
