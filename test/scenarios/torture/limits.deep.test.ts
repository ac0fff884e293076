// Limits whose rule was removed although the plan states them: the invariants of worlds detect it.
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { unwrap } from '../../../src/domain/index.js';
import { RULES } from '../../../src/risk/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import { NARROW } from '../../../src/torture/simulation/plan-variants.js';
import type { World } from '../../../src/torture/simulation/world.js';
import { blindSecondCheck } from '../../torture/blind-second-check.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const MINUTE = 60_000_000;
const SEEDS = [1, 2, 3, 4, 5, 6];

/** What the first world says that breaks, of those with these parameters of rules. */
async function findBreach(faults: readonly string[], changed: object, seeds = SEEDS) {
  const rules = { ...plan.limits.rules, ...changed };
  const narrow = { ...plan, limits: { ...plan.limits, rules } };
  const invariants = INVARIANTS.filter(({ number }) => number === 12);
  for (const seed of seeds) {
    const options = { plan: narrow, seed, faults, span: 3 * MINUTE, invariants };
    const { breach } = unwrap(await runWorld(options));
    if (breach !== undefined) return breach.found;
  }
  return undefined;
}

/** A limit so low that it binds, where it does not by itself. */
function narrow(id: string): object {
  if (NARROW[id] === undefined) return {};
  const own = plan.limits.rules[id] as object | undefined;
  return { [id]: { ...own, ...NARROW[id] } };
}

/** All the while the bot lacks the rule. */
async function without<T>(id: string, play: () => Promise<T>): Promise<T> {
  const lines = RULES as readonly { readonly id: string }[] as { readonly id: string }[];
  const at = lines.findIndex((one) => one.id === id);
  const removed = lines.splice(at, 1);
  try {
    return await play();
  } finally {
    lines.splice(at, 0, ...removed);
  }
}

it.each([
  ['RC10', []],
  ['RC11', ['C04']],
  ['RC17', ['X01']],
  ['RC20', ['V32']],
  ['RC21', []],
  ['RC24', []],
  ['RC26', []],
  ['RC29', []],
  ['RC30', []],
  ['RC31', ['V30']],
  ['RC32', []],
  ['RC35', []],
  ['RC38', []],
] as const)('invariants find that %s is removed', async (id, faults) => {
  expect(await without(id, () => findBreach(faults, narrow(id)))).toMatch(new RegExp(`^${id}`));
});

it.each([
  ['RC05', { hard: 30_000 }, 'notional'],
  ['RC23', { G10: 60_000 }, 'position'],
  ['RC25', { hard: 150_000 }, 'gross'],
  ['RC27', { symbol: 10, strategy: 1, all: 50 }, '2 open orders of '],
  ['RC28', { hard: 60_000 }, 'pending'],
  ['RC33', { strategyPerMinute: 2 }, '\\d+ orders of \\w+ within 60 s'],
  ['RC37', {}, 'it would meet the own order'],
] as const)('invariants find that %s is removed, with %o', async (id, params, words) => {
  const own = plan.limits.rules[id] as object | undefined;
  const play = (seeds = SEEDS) => findBreach([], { [id]: { ...own, ...params } }, seeds);
  blindSecondCheck();
  expect(await without(id, play)).toMatch(new RegExp(`^${id}: ${words}`));
  vi.restoreAllMocks();
  expect(await play([1, 2])).toBeUndefined();
});

it('invariants find an order on stale conversion rates, without RC22', async () => {
  const cut = (world: World) => {
    world.wire.meddlers.push(({ request }, call) => {
      const isCut = world.time.now > MINUTE && request.target.includes('GBP%2FUSD');
      if (isCut && request.target.includes('/rates/')) call.isLost = true;
    });
  };
  const rules = { ...plan.limits.rules, RC22: { seconds: 5 } };
  const old = { ...plan, limits: { ...plan.limits, rules } };
  const invariants = INVARIANTS.filter(({ number }) => number === 12);
  const options = { plan: old, faults: [], span: 3 * MINUTE, invariants, prepare: cut };
  const play = async (seed: number) => unwrap(await runWorld({ ...options, seed })).breach?.found;
  const parts = /^RC22: no young rate of GBP\/USD for GBP\/USD/;
  expect(await without('RC22', () => play(1))).toMatch(parts);
  expect(await play(1)).toBeUndefined();
});

/** Others see a jump too: by a benchmark, and by what is lost. */
const NO_OTHERS = { RC21: 'off', RC43: 'off', RC44: 'off' };

it.each([
  [20, /^RC20: an order left while a jump lacked \d rates/],
  [15, /^RC20: an order left after the mid jumped/],
])('invariants find in world %d that no control reacts to a lasting jump', async (seed, words) => {
  const play = () => findBreach(['V32'], NO_OTHERS, [seed]);
  expect(await without('RC20', play)).toMatch(words);
  expect(await play()).toBeUndefined();
});

it('invariants find nothing while each rule is active', async () => {
  for (const id of ['RC10', 'RC24', 'RC29', 'RC32', 'RC35', 'RC38']) {
    expect([id, await findBreach([], narrow(id), [1])]).toEqual([id, undefined]);
  }
});

it('invariants find an order on the rate before a one-sided one', async () => {
  const play = () => findBreach(['V32'], { RC21: 'off' }, [17]);
  expect(await without('RC18', play)).toMatch(/^RC18: an order left on a rate of [\d.]+ to 0$/);
  expect(await play()).toBeUndefined();
});

it('invariants value positions by the rate before a one-sided one', async () => {
  expect(await findBreach(['V32'], {}, [2, 7, 8])).toBeUndefined();
});

it('invariants count cancels of orders, not withdrawn quote requests', async () => {
  const quotes = unwrap(await loadPlan('config/torture-quotes.yaml', await loadRegistry()));
  const rules = { ...quotes.limits.rules, ...narrow('RC38') };
  const options = { plan: { ...quotes, limits: { ...quotes.limits, rules } }, seed: 150 };
  const { breach } = unwrap(await runWorld({ ...options, faults: [], span: MINUTE }));
  expect(breach).toBeUndefined();
});
