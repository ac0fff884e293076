// RC02: only listed combinations of type and time in force.
import { z } from 'zod';
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../domain/index.js';
import type { RiskRule } from '../rule.js';

/** All that the venue serves. */
export const COMBINATIONS = ORDER_TYPES.flatMap((type) =>
  TIMES_IN_FORCE.map((time) => `${type}/${time}`),
);
const EXPECTED =
  `expected TYPE/TIME, such as Limit/GTC: a type of ${ORDER_TYPES.join(', ')}, ` +
  `a time in force of ${TIMES_IN_FORCE.join(', ')}`;

const params = z.strictObject({
  allowed: z
    .array(z.enum(COMBINATIONS, EXPECTED))
    .default(['Limit/IOC', 'Limit/GTT', 'AtBest/FOK', 'PQ/FOK'])
    .describe('type/timeInForce combinations'),
  onBehalf: z
    .array(z.string())
    .default([])
    .describe('organizations that orders may be placed for, besides the own'),
});

export const rc02: RiskRule<typeof params> = {
  id: 'RC02',
  summary: 'Type and time-in-force allow-list',
  stage: 'shape',
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'order types whose harm is not bounded',
  action: 'REFUSE',
  params,
  create: ({ allowed, onBehalf }) => {
    // Looked up without making a text for each order.
    const byType = new Map<string, Set<string>>();
    for (const combination of allowed) {
      const [type = '', timeInForce = ''] = combination.split('/');
      byType.set(type, (byType.get(type) ?? new Set()).add(timeInForce));
    }
    /** What was let go last: mostly the next order has the same. */
    let lastType = '';
    let lastTime = '';
    return {
      isFixed: true,
      check: ({ type, timeInForce, details }) => {
        if (details?.org !== undefined && !onBehalf.includes(details.org)) {
          const limit = onBehalf.length === 0 ? 'no order on behalf of others' : onBehalf.join(' ');
          const message = `expected ${limit}, found one on behalf of ${details.org}`;
          return { limit, value: details.org, message };
        }
        if (type === lastType && timeInForce === lastTime) return undefined;
        if (byType.get(type)?.has(timeInForce) === true) {
          lastType = type;
          lastTime = timeInForce;
          return undefined;
        }
        const value = `${type}/${timeInForce}`;
        const limit = allowed.join(' ');
        return { limit, value, message: `expected one of ${limit}, found ${value}` };
      },
    };
  },
};
