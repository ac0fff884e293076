// RC38: throttles the request budget when there are many cancels per fill.
import { z } from 'zod';
import { type Instant, MINUTE } from '../../../domain/index.js';
import { RollingTimes } from '../../../determinism/index.js';
import type { RiskRule } from '../../rule.js';

const SPAN = 10 * MINUTE;

const params = z.strictObject({
  ratio: z.number().positive().default(20).describe('most cancels per fill; one fill is added'),
  leastOrders: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe('orders in 10 minutes from which the ratio is checked'),
  share: z
    .number()
    .positive()
    .max(1)
    .default(0.5)
    .describe('share of the request budget that remains'),
});

export const rc38: RiskRule<typeof params> = {
  id: 'RC38',
  name: 'cancelRatio',
  summary: 'Cancel ratio',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'observed',
  live: 'D',
  mitigates: 'quoting that burdens the venue and trades nothing',
  isRecomputed: true,
  action: 'THROTTLE, alert',
  params,
  keys: { maxCancelsPerFill: 'ratio', minOrders: 'leastOrders', throttleToShare: 'share' },
  create: ({ ratio, leastOrders, share }, { act }) => {
    const orders = new RollingTimes(SPAN);
    const cancels = new RollingTimes(SPAN);
    const fills = new RollingTimes(SPAN);
    let quietUntil: Instant = 0;
    return {
      onDecision: ({ at }, sent) => {
        if (sent) orders.add(at);
      },
      onFill: (_, { at, isReplacement }) => {
        if (isReplacement !== true) fills.add(at);
      },
      onCancel: (strategy, at) => {
        cancels.add(at);
        if (at < quietUntil || orders.countAt(at) < leastOrders) return;
        const found = cancels.countAt(at) / (fills.countAt(at) + 1);
        if (found <= ratio) return;
        quietUntil = at + MINUTE;
        const text =
          `${found.toFixed(1)} cancels per fill of all strategies in 10 min, ` +
          `limit ${String(ratio)}: the request budget is throttled for a minute`;
        act.throttle('RC38', share, quietUntil, text, { ratio: found });
        act.alert('warn', 'RC38', { strategy }, text);
      },
    };
  },
};
