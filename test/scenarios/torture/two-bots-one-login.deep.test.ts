// Two bots with one login: each has to detect the other, or invariant 10 names who did not.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import type { Bot } from '../../../src/torture/simulation/bot.js';
import type { World } from '../../../src/torture/simulation/world.js';

const SPAN = 120 * SECOND;
const invariants = INVARIANTS.filter(({ number }) => number === 10);
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** From then on it seems to trade as if nothing had been. */
function deny(bot: Bot): void {
  Object.defineProperty(bot, 'end', { get: () => undefined, set: () => undefined });
  const { session } = bot;
  const inspect = session!.inspect.bind(session);
  session!.inspect = () => {
    const { snapshot, ...rest } = inspect();
    const gate = { ...snapshot.gate, halts: [] };
    return { ...rest, mode: 'ready', snapshot: { ...snapshot, gate } };
  };
}

/** Who is picked denies it as soon as it is open. */
async function run(seed: number, pick?: (world: World) => Bot | undefined) {
  const check = (world: World) => {
    const bot = pick?.(world);
    if (bot?.session !== undefined) deny(bot);
    else
      world.time.after(SECOND, () => {
        check(world);
      });
  };
  const prepare = pick === undefined ? () => undefined : check;
  const options = { plan, seed, faults: ['P11'], span: SPAN, invariants, prepare };
  return unwrap(await runWorld(options)).breach?.found;
}

it.each([1, 2, 3, 4])(
  'clone world holds where both bots detect the other (seed %i)',
  async (seed) => {
    expect(await run(seed)).toBeUndefined();
  },
);

it.each([1, 3])(
  'invariant 10 names a bot that trades on beside its clone (seed %i)',
  async (seed) => {
    const found = await run(seed, ({ bots: [bot] }) => bot);
    expect(found).toMatch(/^life 1 trades on beside life 1000$/);
  },
);

it.each([4, 19])(
  'invariant 10 names a clone that trades on beside its bot (seed %i)',
  async (seed) => {
    const found = await run(seed, ({ others: [clone] }) => clone);
    expect(found).toMatch(/^life 1000 trades on beside life 1$/);
  },
);
