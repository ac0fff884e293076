// The simulator of a paper session: users of its file, models of the session.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeSimulator } from '../../../src/cli/bot/paper.js';
import { loadRegistry } from '../../../src/cli/registry.js';
import { unwrap } from '../../../src/domain/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';

const LAST_LOOK = { hold: '10ms', maxMove: 1, rejectShare: 1 };
const IMPACT = { shape: 'linear', pips: 1, size: 1_000_000, decay: '30s' };
const RATES = `time,symbol,bid,offer,bidSize,offerSize
1783944000000,EUR/USD,1.14270,1.14274,5000000,5000000
`;
const TWAP = { symbol: 'EUR/USD', side: 'Buy', size: 500_000, limitPrice: 1.145 };

/** What the simulator of a session with these models is, beside this simulator file. */
async function compose(simulator: object, models: object) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-paper-'));
  const write = (name: string, value: object) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
  };
  const recording = { file: 'rates.csv' };
  const users = [{ user: 'a', password: 'b', org: 'A', account: 'B' }];
  writeFileSync(join(folder, 'rates.csv'), RATES);
  write('simulator.yaml', { users, recording, ...simulator });
  write('session.yaml', {
    ...{ name: 'one', simulator: 'simulator.yaml', recording, models },
    strategies: [{ strategy: 'twap', params: { ...TWAP, duration: '60s', slices: 5 } }],
  });
  const plan = unwrap(await loadPlan(join(folder, 'session.yaml'), await loadRegistry()));
  return composeSimulator(plan).settings;
}

describe('simulator of a paper session', () => {
  it('has the models that the session states, and none of its own file', async () => {
    const venue = { lastLook: LAST_LOOK, impact: IMPACT, resting: 'queue', tokenLife: '70s' };
    const none = (await compose({ venue }, {})).venue;
    expect([none.lastLook, none.impact, none.resting]).toEqual([undefined, undefined, 'touch']);
    expect(none.tokenLife).toBe(70_000_000);
    const stated = (await compose({ venue }, { lastLook: { ...LAST_LOOK, maxMove: 2 } })).venue;
    expect([stated.lastLook?.maxMove, stated.impact]).toEqual([2, undefined]);
  });

  it.each([
    ['lastLook', LAST_LOOK],
    ['impact', IMPACT],
    ['resting', 'queue'],
  ])('refuses %s where its file has several providers', async (name, model) => {
    const providers = [{ id: 'LP1' }, { id: 'LP2' }];
    await expect(compose({ providers }, { [name]: model })).rejects.toThrow(
      `models.${name}: expected one provider of spot rates`,
    );
    expect((await compose({ providers }, { resting: 'touch' })).providers).toHaveLength(2);
  });
});
