// RC33: new orders per second and minute, by strategy and in all; refused ones count.
import { z } from 'zod';
import { SECOND } from '../../domain/index.js';
import { RollingCount } from '../../machine/index.js';
import { most } from '../figures.js';
import type { Breach, RiskRule } from '../rule.js';

const count = (value: number) =>
  z.int().min(1).max(100_000).default(value).describe('most new orders, refused ones included');
const params = z.strictObject({
  strategyPerSecond: count(2),
  strategyPerMinute: count(30),
  allPerSecond: count(5),
  allPerMinute: count(40),
});

interface Counter {
  readonly name: string;
  readonly limit: number;
  readonly window: RollingCount;
}

function createCounters(who: string, perSecond: number, perMinute: number): readonly Counter[] {
  return [
    { name: `${who} per second`, limit: perSecond, window: new RollingCount(SECOND, perSecond) },
    {
      name: `${who} per minute`,
      limit: perMinute,
      window: new RollingCount(60 * SECOND, perMinute),
    },
  ];
}

export const rc33: RiskRule<typeof params> = {
  id: 'RC33',
  summary: 'Order rate',
  stage: 'rate',
  class: 'L',
  live: 'M',
  mitigates: 'a strategy that sends without end',
  action: 'REFUSE, never queued',
  params,
  must: {
    strategyPerSecond: most(100),
    strategyPerMinute: most(3_000),
    allPerSecond: most(250),
    allPerMinute: most(6_000),
  },
  create: (limits, { judgedAt }) => {
    const all = createCounters('all strategies', limits.allPerSecond, limits.allPerMinute);
    const byStrategy = new Map<string, readonly Counter[]>();
    const countersOf = (strategy: string) => {
      let counters = byStrategy.get(strategy);
      if (counters === undefined) {
        counters = createCounters(strategy, limits.strategyPerSecond, limits.strategyPerMinute);
        byStrategy.set(strategy, counters);
      }
      return [...counters, ...all];
    };
    return {
      check: ({ strategy, at: decidedAt }): Breach | undefined => {
        const at = judgedAt(decidedAt);
        const full = countersOf(strategy).find((counter) => counter.window.isFull(at));
        if (full === undefined) return undefined;
        const message = `expected at most ${full.limit} orders of ${full.name}, found one more`;
        return { limit: full.limit, value: full.limit + 1, message };
      },
      seen: ({ strategy, at: decidedAt }) => {
        const at = judgedAt(decidedAt);
        for (const counter of countersOf(strategy)) counter.window.add(at);
      },
    };
  },
};
