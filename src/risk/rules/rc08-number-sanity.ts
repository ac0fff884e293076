// RC08: sizes and prices are finite, above 0, and small enough that their product stays exact.
import { z } from 'zod';
import { MAX_SCALED } from '../../domain/index.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({});

export const rc08: RiskRule<typeof params> = {
  id: 'RC08',
  summary: 'Number sanity',
  stage: 'shape',
  class: 'L',
  live: 'F',
  mitigates: 'numbers that no arithmetic meant',
  action: 'REFUSE and HALT(strategy)',
  params,
  escalation: { scope: 'strategy', refusals: 1, within: 1 },
  create: () => ({
    check: ({ size, price }) => {
      const isSane = size > 0 && size <= MAX_SCALED && price > 0 && price <= MAX_SCALED;
      if (isSane) return undefined;
      const [name, value] = size > 0 && size <= MAX_SCALED ? ['price', price] : ['size', size];
      const limit = `0 < ${name} <= ${String(MAX_SCALED)}`;
      const message = `expected ${limit}, found ${String(value)}`;
      return { limit, value: String(value), message };
    },
  }),
};
