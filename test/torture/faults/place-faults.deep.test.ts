// Faults of worlds: each occurs, and its effect shows in the bot's behaviour.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { FAULTS, runWorld, type WorldOptions } from '../../../src/torture/index.js';
import type { World } from '../../../src/torture/simulation/world.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

async function watch(options: Omit<WorldOptions, 'plan'>) {
  const lines: string[] = [];
  const notify = (line: string) => lines.push(line);
  const report = unwrap(await runWorld({ plan, span: 40_000_000, notify, ...options }));
  const orders = lines.filter((line) => line.includes('POST /v2/orders'));
  return { lines, orders, report };
}

it('fault list has each kind once, under its group', () => {
  const ids = FAULTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[NVPDCXH]\d\d$/.test(id))).toEqual([]);
});

/** Worlds in which these faults come, and nothing that must hold breaks. */
it.each([
  ...['V07', 'V11', 'V13', 'V14', 'V25', 'V30', 'P03', 'P05', 'P06', 'P08', 'P09'],
  ...['P10', 'P11', 'P12', 'P15', 'D03', 'D04', 'D05', 'D06', 'D07', 'D10', 'D11', 'C04'],
  ...['X02', 'X03', 'X04', 'X06', 'X07', 'H03', 'H04', 'H05'],
])('fault %s occurs, and the invariants hold', async (id) => {
  let came = 0;
  for (let seed = 1; seed <= 4 && came === 0; seed++) {
    const { report } = await watch({ seed, faults: [id] });
    expect(report.breach).toBeUndefined();
    came = report.counts.get(id) ?? 0;
  }
  expect(came).toBeGreaterThan(0);
});

it('bot tolerates a venue that drops coIds after a minute', async () => {
  const { report } = await watch({ seed: 2, faults: ['V16'], span: 200_000_000 });
  expect(report.counts.get('V16')).toBeGreaterThan(0);
  expect(report.breach).toBeUndefined();
});

it('second instance on a machine never reaches the venue', async () => {
  const { lines, report } = await watch({ seed: 3, faults: ['P09'] });
  expect(lines.some((line) => line.includes('twin 1000 starts'))).toBe(true);
  expect(report.breach).toBeUndefined();
});

it('bot halts when it finds the orders of a clone', async () => {
  const { orders } = await watch({ seed: 1, faults: ['P11'], span: 60_000_000 });
  const { orders: alone } = await watch({ seed: 1, faults: [], span: 60_000_000 });
  expect(orders.length).toBeLessThan(alone.length);
});

it('suspended instance sends nothing while another one has started', async () => {
  // Seed 12: the second one starts on another host, and the first one goes on.
  const { lines, report } = await watch({ seed: 12, faults: ['P10'], span: 120_000_000 });
  expect(lines.some((line) => line.includes('goes on'))).toBe(true);
  expect(report.breach).toBeUndefined();
});

it('bot refuses to start on a journal in which a bit has flipped', async () => {
  const { lines, orders } = await watch({ seed: 1, faults: ['D05'] });
  const at = lines.findIndex((line) => line.includes('crash of life 1'));
  expect(at).toBeGreaterThan(0);
  expect(orders.at(-1)).toBe(
    lines.slice(0, at).findLast((line) => line.includes('POST /v2/orders')),
  );
});

it('bot sends nothing while the market is closed', async () => {
  const saturday = Date.UTC(2026, 6, 18, 12) * 1_000;
  const open = await watch({ seed: 1, faults: ['V30'], epoch: saturday + 3 * 86_400_000_000 });
  expect(open.orders.length).toBeGreaterThan(5);
  expect((await watch({ seed: 1, faults: ['V30'], epoch: saturday })).orders).toEqual([]);
});

it('bot refuses a resume within the cool-down, and a later one clears the halts', async () => {
  const { lines, report } = await watch({ seed: 12, faults: ['H04'], span: 150_000_000 });
  const results = lines.filter((line) => /(?:not )?resumed/.test(line));
  expect(results[0]).toContain(
    'not resumed (control.checks): the halt was not cleared, a check failed: cool-down of 60 s',
  );
  expect(results.some((line) => line.endsWith(' resumed'))).toBe(true);
  expect(report.breach).toBeUndefined();
});

it('wall clock that is set forward does not shorten the cool-down', async () => {
  const DAY = 86_400_000_000;
  let world: World | undefined;
  const lines: string[] = [];
  const report = unwrap(
    await runWorld({
      ...{ plan, seed: 12, faults: ['H04'], span: 150_000_000 },
      prepare: (made) => {
        world = made;
      },
      notify: (line) => {
        lines.push(line);
        if (world !== undefined && line.includes('killed by'))
          world.machine.clocks.wallOffset += DAY;
      },
    }),
  );
  const results = lines.filter((line) => /(?:not )?resumed/.test(line));
  expect(results[0]).toContain(
    'not resumed (control.checks): the halt was not cleared, a check failed: cool-down of 60 s',
  );
  expect(report.breach).toBeUndefined();
});

it('bot refuses to start on a journal that lost the records before its snapshot', async () => {
  let refused = 0;
  for (let seed = 1; seed <= 40 && refused === 0; seed++) {
    let world: World | undefined;
    const { report } = await watch({
      ...{ seed, faults: ['P01', 'D11'] },
      prepare: (made) => {
        world = made;
      },
    });
    expect(report.breach).toBeUndefined();
    const { end } = world?.bot ?? {};
    if (end?.kind === 'not-opened' && end.message.includes(', as snapshot-')) refused += 1;
  }
  expect(refused).toBe(1);
});
