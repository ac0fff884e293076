// Coverage of worlds: the situations they name, and tests of what no world can show.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { FAULTS, PROCESS_TESTS, runWorld, SITUATIONS } from '../../../src/torture/index.js';

/** Faults that no virtual process can show, by the list of faults. */
const OF_PROCESSES = ['N04', 'N18', 'P04', 'P07', 'P13', 'H01', 'H02', 'H06', 'H07', 'H08'];

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

it('coverage knows at least 150 situations, each once', () => {
  expect(SITUATIONS.length).toBeGreaterThanOrEqual(150);
  expect(new Set(SITUATIONS).size).toBe(SITUATIONS.length);
});

it('coverage lists an existing test for what no world can show', () => {
  expect(PROCESS_TESTS.map(({ id }) => id)).toEqual(OF_PROCESSES);
  expect(FAULTS.filter(({ id }) => OF_PROCESSES.includes(id))).toEqual([]);
  for (const { test: [file, words] = [] } of PROCESS_TESTS) {
    if (file === undefined) continue;
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(words);
  }
});

it('coverage names the situations of a world', async () => {
  const options = { plan, seed: 4, span: 40_000_000 };
  const calm = unwrap(await runWorld({ ...options, faults: [] }));
  const ended = ['order WORKING -> FILLED', 'place answered 202', 'an end that is proven'];
  for (const name of ended) expect(calm.situations).toContain(name);
  expect(calm.situations).not.toContain('a crash while ready');
  const crash = { at: 200, survivors: { kind: 'all' } } as const;
  const crashed = unwrap(await runWorld({ ...options, faults: [], crashes: [crash] }));
  expect(crashed.situations).toContain('a crash while ready');
  expect(crashed.situations).toContain('a start after another life');
});
