// RC33: limits orders per second and minute, by strategy and in all, and the refused orders of a
// strategy.
import { z } from 'zod';
import { type Instant, MINUTE, SECOND } from '../../../domain/index.js';
import type { Needs } from '../../../domain/venue/index.js';
import { RollingCount, RollingTimes } from '../../../determinism/index.js';
import type { RuleActions } from '../../gate/actions.js';
import { ceiling } from '../limit-schemas.js';
import type { Breach, RiskRule } from '../../rule.js';

const count = (value: number) =>
  z.int().min(1).max(100_000).default(value).describe('most orders sent');
const params = z.strictObject({
  strategyPerSecond: count(2),
  strategyPerMinute: count(30),
  allPerSecond: count(5),
  allPerMinute: count(40),
  refusedPerMinute: z
    .int()
    .min(1)
    .max(100_000)
    .default(300)
    .describe('most refused orders of a strategy; more mute it for a minute'),
});

interface Counter {
  readonly name: string;
  readonly path: `${Who}Per${'Second' | 'Minute'}`;
  readonly limit: number;
  readonly window: RollingCount;
  /** For an observed rule: all orders, also those beyond the limit. */
  readonly whole: RollingTimes | undefined;
}

type Limits = z.output<typeof params>;
type Who = 'strategy' | 'all';

function createCounters(
  name: string,
  who: Who,
  limits: Limits,
  isObserved: boolean,
): readonly Counter[] {
  return (['Second', 'Minute'] as const).map((unit) => {
    const path = `${who}Per${unit}` as const;
    const limit = limits[path];
    const span = unit === 'Second' ? SECOND : MINUTE;
    return {
      name: `${name} per ${unit.toLowerCase()}`,
      path,
      limit,
      window: new RollingCount(span, limit),
      whole: isObserved ? new RollingTimes(span) : undefined,
    };
  });
}

export const rc33: RiskRule<typeof params> = {
  id: 'RC33',
  name: 'orderRate',
  summary: 'Order rate',
  stage: 'rate',
  alsoChecks: ['request'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'a strategy that sends without end',
  isRecomputed: true,
  action: 'REFUSE, never queued',
  params,
  keys: {
    maxPerSecondByStrategy: 'strategyPerSecond',
    maxPerMinuteByStrategy: 'strategyPerMinute',
    maxPerSecond: 'allPerSecond',
    maxPerMinute: 'allPerMinute',
    maxRefusedPerMinute: 'refusedPerMinute',
  },
  required: {
    strategyPerSecond: ceiling(100),
    strategyPerMinute: ceiling(3_000),
    allPerSecond: ceiling(250),
    allPerMinute: ceiling(6_000),
  },
  create: (limits, { act, checkedAt, isObserved = false }) => {
    const all = createCounters('all strategies', 'all', limits, isObserved);
    const byStrategy = new Map<string, readonly Counter[]>();
    const countersOf = (strategy: string) => {
      let counters = byStrategy.get(strategy);
      if (counters === undefined) {
        counters = createCounters(strategy, 'strategy', limits, isObserved);
        byStrategy.set(strategy, counters);
      }
      return [...counters, ...all];
    };
    const mute = createMute(limits.refusedPerMinute, act);
    return {
      check: ({ strategy, at: decidedAt }): Breach | undefined => {
        const at = checkedAt(decidedAt);
        const full = countersOf(strategy).filter(({ window }) => window.isFull(at));
        const [first] = full;
        if (first === undefined) return undefined;
        const { limit, name } = first;
        const message = `expected at most ${limit} orders of ${name}, found one more`;
        const needs = full.map(({ path, whole }) => [path, (whole?.countAt(at) ?? limit) + 1]);
        return { limit, value: limit + 1, message, needs: Object.fromEntries(needs) as Needs };
      },
      onDecision: ({ strategy, at: decidedAt }, sent) => {
        const at = checkedAt(decidedAt);
        if (!sent) {
          mute(strategy, at);
          return;
        }
        for (const { whole, window } of countersOf(strategy)) {
          window.add(at);
          whole?.add(at);
        }
      },
    };
  },
};

/** Counts refused orders; beyond the limit their strategy can send nothing for a minute. */
function createMute(limit: number, act: RuleActions): (strategy: string, at: Instant) => void {
  const byStrategy = new Map<string, { window: RollingCount; mutedUntil: Instant }>();
  return (strategy, at) => {
    let one = byStrategy.get(strategy);
    if (one === undefined) {
      one = { window: new RollingCount(MINUTE, limit), mutedUntil: -Infinity };
      byStrategy.set(strategy, one);
    }
    // Refusals of a muted strategy do not extend the mute.
    if (at < one.mutedUntil) return;
    if (!one.window.isFull(at)) {
      one.window.add(at);
      return;
    }
    one.window = new RollingCount(MINUTE, limit);
    one.mutedUntil = at + MINUTE;
    const many = `more than ${String(limit)} of its orders were refused in one minute`;
    const reason = `${strategy} is muted for a minute: ${many}`;
    act.mute('RC33', strategy, reason, one.mutedUntil);
  };
}
