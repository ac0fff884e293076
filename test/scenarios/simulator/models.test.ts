// Market models in the simulator's file, and what they cannot be combined with.
import { describe, expect, it } from 'vitest';
import { simulatorSchema } from '../../../src/simulator/index.js';

const START = '2026-01-06T10:00:00Z';
const RATES = {
  startAt: START,
  sources: [{ generator: { symbols: { 'EUR/USD': { price: 1.1 } } } }],
};
const USERS = [{ user: 'u', password: 'p', org: 'O', account: 'A' }];
const MODELS = {
  resting: { probability: 0.5 },
  lastLook: { hold: '20ms', maxMove: 0.5 },
  impact: { shape: 'linear', pips: 0.2, size: 1_000_000, decay: '5s' },
};

function parse(venue: unknown, providers: readonly unknown[] = [{ id: 'LP1' }]) {
  return simulatorSchema.safeParse({ users: USERS, rates: RATES, venue, providers });
}

describe('market models', () => {
  it('are read from the simulator’s file', () => {
    const { data } = parse(MODELS);
    expect(data?.venue).toMatchObject({
      resting: { probability: 0.5 },
      lastLook: { hold: 20_000, maxMove: 0.5, rejectShare: 0 },
      impact: { shape: 'linear', pips: 0.2, size: 1_000_000, decay: 5_000_000 },
    });
    expect(parse({}).data?.venue.resting).toBe('touch');
  });

  it.each([
    [[{ id: 'LP1' }, { id: 'LP2' }]],
    [[{ id: 'LP1', widen: 0.1 }]],
    [[{ id: 'LP1', symbols: ['EUR/USD'] }]],
  ])('are refused one by one where orders meet levels: %j', (providers) => {
    const { error } = parse(MODELS, providers);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'venue.resting',
      'venue.lastLook',
      'venue.impact',
    ]);
    expect(error?.issues[0]?.message).toMatch(/expected one provider of spot rates/);
    expect(parse({}, providers).success).toBe(true);
  });

  it('can be combined with a second provider that only quotes on request', () => {
    expect(parse(MODELS, [{ id: 'LP1' }, { id: 'LP2', spot: false }]).success).toBe(true);
  });
});
