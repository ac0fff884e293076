// Varied plans: the same as the plan of a file that states the changed values.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { type Change, overridePlan } from '../../src/plan/override-plan.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { formatSession, makeFolder } from '../backtest/sweep/case.js';

const folder = makeFolder(100);

async function plan(text = formatSession()) {
  writeFileSync(join(folder, 'plan.yaml'), text);
  return unwrap(await loadPlan(join(folder, 'plan.yaml'), await loadRegistry()));
}

const PARAMS = ['strategies', 0, 'params'];

describe('varied plan', () => {
  it('equals that of a file with the values', async () => {
    const models = { latency: { rates: '5ms', orders: '1s', replies: '20ms' } };
    const stated = await plan(formatSession({ fast: 9, protection: 3 }, { seed: 12, models }));
    const varied = unwrap(
      overridePlan(await plan(), [
        { path: [...PARAMS, 'fast'], value: 9 },
        { path: [...PARAMS, 'protection'], value: 3 },
        { path: ['models', 'latency', 'orders'], value: '1s' },
        { path: ['seed'], value: 12 },
      ]),
    );
    expect(varied.config).toEqual(stated.config);
    const [one, other] = [varied.strategies[0], stated.strategies[0]];
    expect(one?.params).toEqual(other?.params);
    expect(one?.rawParams).toEqual(other?.rawParams);
  });

  it('leaves its original plan unchanged', async () => {
    const base = await plan();
    const before = JSON.stringify(base);
    unwrap(overridePlan(base, [{ path: [...PARAMS, 'fast'], value: 9 }]));
    expect(JSON.stringify(base)).toBe(before);
  });

  it.each<readonly [Change, string, string]>([
    [{ path: [...PARAMS, 'fast'], value: 0 }, 'config.value', 'strategies[0].params.fast'],
    [{ path: [...PARAMS, 'size'], value: -1 }, 'config.value', 'strategies[0].params.size'],
    [{ path: [...PARAMS, 'fest'], value: 1 }, 'config.unknown-key', 'fest'],
    [{ path: [...PARAMS, 'symbols'], value: ['EUR/GBP'] }, 'config.symbol', 'EUR/GBP'],
    [{ path: ['models', 'latency', 'orders'], value: -1 }, 'config.value', 'models.latency.orders'],
    [{ path: ['models', 'fog'], value: 1 }, 'config.unknown-key', 'fog'],
  ])('is checked like a file: %j', async (change, code, message) => {
    const varied = overridePlan(await plan(), [change]);
    expect(varied).toMatchObject({ fault: { code } });
    expect(JSON.stringify(varied)).toContain(message);
  });
});
