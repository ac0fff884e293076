// RC02: only listed combinations of type and time in force.
import { z } from 'zod';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  allowed: z
    .array(z.string().regex(/^[A-Za-z]+\/[A-Z]+$/))
    .default(['Limit/IOC', 'Limit/GTT', 'AtBest/FOK', 'PQ/FOK'])
    .describe('type/timeInForce combinations'),
});

export const rc02: RiskRule<typeof params> = {
  id: 'RC02',
  summary: 'Type and time-in-force allow-list',
  stage: 'shape',
  fixed: false,
  params,
  create: ({ allowed }) => ({
    check: ({ type, timeInForce }) => {
      const value = `${type}/${timeInForce}`;
      if (allowed.includes(value)) return undefined;
      const limit = allowed.join(' ');
      return { limit, value, message: `expected one of ${limit}, found ${value}` };
    },
  }),
};
