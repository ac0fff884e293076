// Variants of a world's plan: limits so narrow that they bind, and the STP download of trades.
import { createRandom, type Random } from '../../determinism/index.js';
import type { Plan } from '../../plan/index.js';

const STP_CHANCE = 0.2;
const NARROW_CHANCE = 0.35;
/** Probability of each narrow limit in a world that has some. */
const LIMIT_CHANCE = 0.25;

/** Parameters that replace or extend those of each rule. */
export const NARROW: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  RC02: { allowed: ['Limit/IOC', 'Limit/GTT', 'AtBest/FOK'] },
  RC10: { timesMedian: 1.5, softTimes: 1.2 },
  RC17: { G10: 15 },
  RC20: { confirm: { G10: 0.001, EM: 2, DA: 5 } },
  RC21: { bands: { 'EUR/USD': [1.1425, 1.1429], 'GBP/USD': [1.3349, 1.3353] } },
  RC22: { seconds: 2 },
  RC24: { hard: 200_000 },
  RC26: { hard: 250_000 },
  RC29: { hard: 500_000 },
  RC30: { static: 400_000 },
  RC32: { percent: 30 },
  RC35: { within10Minutes: 2 },
  RC38: { ratio: 0.1, leastOrders: 5 },
  RC23: { G10: 300_000 },
};

/** Plan variant for a world with the shipped configuration. */
export function drawVariant(seed: number, plan: Plan): Plan {
  const random = createRandom(seed, 'world/variant');
  const narrow = random() < NARROW_CHANCE ? narrowLimits(plan, random) : plan;
  return random() < STP_CHANCE ? readStp(narrow) : narrow;
}

function narrowLimits(plan: Plan, random: Random): Plan {
  const rules: Record<string, unknown> = { ...plan.limits.rules };
  for (const [id, params] of Object.entries(NARROW)) {
    const own = rules[id];
    if (random() >= LIMIT_CHANCE || own === 'off') continue;
    rules[id] = { ...(own as object | undefined), ...params };
  }
  return { ...plan, limits: { ...plan.limits, rules } };
}

/** A plan that also reads the STP download, which requires exclusive use of the login. */
export function readStp(plan: Plan): Plan {
  const more = { stp: true, loginUse: 'exclusive' };
  const venue = { ...plan.config.venue, ...more } as unknown as Plan['config']['venue'];
  return { ...plan, config: { ...plan.config, venue } };
}
