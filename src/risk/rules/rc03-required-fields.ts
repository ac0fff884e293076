// RC03: every field that the venue requires of the order's type is there.
import { z } from 'zod';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({});

export const rc03: RiskRule<typeof params> = {
  id: 'RC03',
  summary: 'Required fields of the order type',
  stage: 'shape',
  class: 'L',
  live: 'F',
  mitigates: 'requests that the venue cannot understand',
  action: 'REFUSE and page: a defect',
  params,
  refusalAlert: 'page',
  create: () => ({
    check: ({ timeInForce, expirySeconds, type, valueDate }) => {
      if (type === 'AtBest' && valueDate === '') {
        const message = 'an AtBest order needs a valueDate, found none';
        return { limit: 'valueDate', value: 'none', message };
      }
      if (timeInForce === 'GTT' && expirySeconds === 0) {
        const message = 'a GTT order needs expirySeconds, found none';
        return { limit: 'expirySeconds', value: 'none', message };
      }
      if (timeInForce !== 'GTT' && expirySeconds !== 0) {
        const message = `expirySeconds belongs to GTT orders, found it with ${timeInForce}`;
        return { limit: 'GTT', value: timeInForce, message };
      }
      return undefined;
    },
  }),
};
