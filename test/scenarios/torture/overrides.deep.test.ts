// Overrides in worlds: orders exceed a limit up to the cap and only while the override is active.
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { unwrap } from '../../../src/domain/index.js';
import { Overrides } from '../../../src/risk/overrides.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import { blindSecondCheck } from '../../torture/blind-second-check.js';

/** A person loosens RC05 in it, and no fault comes. */
const SEED = 132;
/** In these its time is up, or a person revokes it, before they end. */
const ENDING = [94, 137, 223];
const BEYOND = 'an order beyond a limit by an override';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const play = async (seed = SEED) => unwrap(await runWorld({ plan, seed, hasVariants: true }));

it('override lets orders exceed a limit, up to the cap', async () => {
  const { breach, situations } = await play();
  expect([breach, situations.has(BEYOND)]).toEqual([undefined, true]);
});

it('invariants find orders beyond the cap of an override', async () => {
  blindSecondCheck();
  const judge = vi.spyOn(Overrides.prototype, 'evaluate');
  judge.mockImplementation(function (this: Overrides, { at }, rule, _unit, breach) {
    const [held] = this.list(at);
    if (held?.rule !== rule) return breach;
    return { ...breach, isAlertOnly: true, override: held.id };
  });
  expect((await play()).breach?.found).toMatch(/^RC05: notional \d+ above \d+/);
});

it('invariants find an override that continues after its time', async () => {
  blindSecondCheck();
  const judge = vi.spyOn(Overrides.prototype, 'evaluate');
  const caps = new Map<Overrides, number>();
  judge.mockImplementation(function (this: Overrides, { at }, rule, _unit, breach) {
    const [held] = this.list(at);
    if (held !== undefined) caps.set(this, held.cap);
    const cap = caps.get(this) ?? 0;
    if (rule !== 'RC05' || !(Number(breach.value) <= cap)) return breach;
    return { ...breach, isAlertOnly: true, override: 'over' };
  });
  const found: (string | undefined)[] = [];
  for (const seed of ENDING) found.push((await play(seed)).breach?.found);
  expect(found).toContainEqual(expect.stringMatching(/^RC05: notional \d+ above 20000/));
});
