// Worlds for a user's own strategy: how its bug is reported, and what is left out.
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { type FaultGroup, runWorld } from '../../../src/torture/index.js';
import { drawFaults } from '../../../src/torture/faults/place-faults.js';

const FILE = 'test/fixtures/torture/in-and-out.yaml';
const plan = unwrap(await loadPlan(FILE, await loadRegistry()));

it('torture reports the message and line of what a strategy throws, and its orders', async () => {
  const lines: string[] = [];
  const world = { plan, seed: 75, faults: ['X06', 'H04'], hasOwnStrategies: true };
  const notify = (line: string) => lines.push(line);
  const { breach, refused, trace } = unwrap(await runWorld({ ...world, notify }));
  expect(breach?.title).toBe('no strategy throws by itself');
  const text = 'expected to hold 100000 at most, found 200000';
  const [found = '', place] = breach?.found.split('\n  at ') ?? [];
  expect(found).toBe(`strategy in-and-out threw Error: ${text}`);
  expect(place).toMatch(/in-and-out\.ts:25:32$/);
  expect(refused).toMatch(/^RC\d\d: /);
  expect(lines.some((line) => /order weir-\S+ is FILLED$/.test(line))).toBe(true);
  expect(lines.some((line) => line.includes('/v2/rates/'))).toBe(true);
  expect(trace.some((line) => line.includes('/v2/rates/'))).toBe(false);
});

it('torture of the strategy on the page holds', () => {
  const [, shown = ''] =
    /```text\n(const check .*?)```/s.exec(readFileSync('docs/torture.md', 'utf8')) ?? [];
  const lines = shown.split('\n').map((line) => line.trim());
  const source = readFileSync(FILE.replace('.yaml', '.ts'), 'utf8').split('\n');
  const own = source.map((line) => line.trim()).join('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(own).toContain(lines.join('\n').trim());
});

it('torture finds nothing in a calm world', async () => {
  const world = { plan, seed: 8, faults: [], span: 60_000_000, hasOwnStrategies: true };
  const { breach, orders } = unwrap(await runWorld(world));
  expect(breach).toBeUndefined();
  expect(orders).toBeGreaterThan(5);
});

it('torture starts each life of a bot with its module as the file has it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-own-'));
  const source = readFileSync(FILE.replace('.yaml', '.ts'), 'utf8')
    .replace('let rates = 0;', '')
    .replace('++rates % 4 === 0', '++rates < 60 && rates % 4 === 0');
  writeFileSync(join(folder, 'in-and-out.ts'), `${source}\nlet rates = 0;\n`);
  copyFileSync(FILE, join(folder, 'own.yaml'));
  const own = unwrap(await loadPlan(join(folder, 'own.yaml'), await loadRegistry()));
  const run = async (one: Plan) => {
    const world = { seed: 8, faults: ['P01'], span: 15_000_000, hasOwnStrategies: true };
    const { breach, hash, orders } = unwrap(await runWorld({ ...world, plan: one }));
    expect(breach).toBeUndefined();
    return { hash, orders };
  };
  const first = await run(own);
  expect(first.orders).toBeGreaterThan(5);
  expect(await run(own)).toEqual(first);
});

it('torture detects a second bot on the login whose position comes and goes', async () => {
  const { breach } = unwrap(await runWorld({ plan, seed: 7, faults: ['P11'] }));
  expect(breach).toBeUndefined();
});

it('torture draws no fault that places orders in the strategy’s name', async () => {
  const groups = new Set<FaultGroup>(['P']);
  const draws = (seed: number) => drawFaults(seed, groups).includes('P06');
  const seed = Array.from({ length: 100 }, (_, index) => index).find(draws)!;
  const world = { plan, seed, groups, span: 5_000_000, invariants: [] };
  expect(unwrap(await runWorld(world)).faults).toContain('P06');
  const own = unwrap(await runWorld({ ...world, hasOwnStrategies: true }));
  expect(own.faults).toEqual(drawFaults(seed, groups).filter((id) => !/^P0[56]$/.test(id)));
});

it('torture ends no start during a probe, though strategies are halted', async () => {
  // A trade is taken back between two lives, which only the end of the second start finds out.
  const faults = ['V15', 'V26'];
  const { breach } = unwrap(await runWorld({ plan, seed: 52, hasOwnStrategies: true, faults }));
  expect(breach).toBeUndefined();
});
