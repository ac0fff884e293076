// RC12: the lifetime of a GTT order must be whole seconds within a maximum.
import { z } from 'zod';
import { ceiling } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({
  maxSeconds: z
    .int()
    .min(1)
    .max(86_399)
    .default(3_600)
    .describe('longest lifetime of a GTT order, seconds'),
});

export const rc12: RiskRule<typeof params> = {
  id: 'RC12',
  name: 'maxOrderLife',
  summary: 'Expiry of timed orders',
  stage: 'shape',
  alsoChecks: ['retry'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'orders that rest longer than intended',
  action: 'REFUSE',
  params,
  ceilings: { maxSeconds: ceiling(3_600) },
  create: ({ maxSeconds }) => ({
    dependsOnTermsOnly: true,
    check: ({ timeInForce, expirySeconds }) => {
      if (timeInForce !== 'GTT') return undefined;
      const isWhole = Number.isInteger(expirySeconds);
      if (isWhole && expirySeconds >= 1 && expirySeconds <= maxSeconds) return undefined;
      const limit = `1 to ${String(maxSeconds)} s`;
      const message = `expected whole expirySeconds, ${limit}, found ${String(expirySeconds)}`;
      return { limit, value: expirySeconds, message };
    },
  }),
};
