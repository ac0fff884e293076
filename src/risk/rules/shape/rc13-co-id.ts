// RC13: a coId must be well formed, our own, and never used before: intent ids only increase.
import { z } from 'zod';
import type { RiskRule } from '../../rule.js';

const WELL_FORMED = /^[A-Za-z0-9-]{1,32}$/;

const params = z.strictObject({});

export const rc13: RiskRule<typeof params> = {
  id: 'RC13',
  name: 'uniqueClientOrderId',
  summary: 'Client order id',
  stage: 'identity',
  alsoChecks: [],
  class: 'L',
  research: 'enforced',
  live: 'F',
  mitigates: 'two orders under one id, or one order sent twice',
  action: 'HALT(all)',
  params,
  escalation: { scope: 'all', refusals: 1, within: 1 },
  create: (_, { coIdPrefix, lastIntentId, isMadeCoId }) => ({
    check: ({ coId, intentId, quote }) => {
      // An acceptance has the id of its quote request, which was checked; each request has at most
      // one.
      if (quote === undefined && intentId <= lastIntentId()) {
        const limit = lastIntentId();
        const found = String(intentId);
        const message = `expected an intent id above ${String(limit)}, found ${found}`;
        return { limit, value: intentId, message };
      }
      // The session's own generator checks once that all its coIds are well formed.
      if (isMadeCoId?.(coId) === true) return undefined;
      if (WELL_FORMED.test(coId) && coId.startsWith(coIdPrefix)) return undefined;
      const limit = `${coIdPrefix} and letters, digits or hyphens, at most 32 characters`;
      return { limit, value: coId, message: `expected a coId of ${limit}, found "${coId}"` };
    },
  }),
};
