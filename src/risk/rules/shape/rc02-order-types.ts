// RC02: only allowed combinations of order type and time in force.
import { z } from 'zod';
import {
  ORDER_TYPES,
  type OrderRequestDetails,
  TIMES_IN_FORCE,
} from '../../../domain/orders/index.js';
import type { Breach, RiskRule } from '../../rule.js';

/** All combinations. */
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
    .describe('other organizations that orders may be placed for'),
  accounts: z
    .array(z.string())
    .default([])
    .describe(
      "own organization's accounts that orders may name; without one an order uses the login's",
    ),
  customParameters: z
    .array(z.string())
    .default([])
    .describe('names of custom parameters that orders may carry'),
});

type Allowed = z.output<typeof params>;

/** Breach for an organization, account or custom parameter that the limits do not allow. */
function findUnagreed(details: OrderRequestDetails, limits: Allowed): Breach | undefined {
  const { account, customParameters = {}, org } = details;
  const { accounts, customParameters: names, onBehalf } = limits;
  if (org !== undefined && !onBehalf.includes(org)) {
    const limit = onBehalf.length === 0 ? 'no order on behalf of others' : onBehalf.join(' ');
    const message = `expected ${limit}, found one on behalf of ${org}`;
    return { limit, value: org, message };
  }
  if (org === undefined && account !== undefined && !accounts.includes(account)) {
    const limit = accounts.length === 0 ? 'no order that names an account' : accounts.join(' ');
    const message = `expected ${limit}, found account ${account}: add it to accounts of RC02`;
    return { limit, value: account, message };
  }
  const odd = Object.keys(customParameters).find((name) => !names.includes(name));
  if (odd === undefined) return undefined;
  const limit = names.length === 0 ? 'no custom parameters' : names.join(' ');
  const message = `expected ${limit}, found ${odd}: add it to customParameters of RC02`;
  return { limit, value: odd, message };
}

export const rc02: RiskRule<typeof params> = {
  id: 'RC02',
  name: 'allowedOrderTypes',
  summary: 'Type and time-in-force allow-list',
  stage: 'shape',
  alsoChecks: ['retry', 'request'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'order types with unbounded losses',
  action: 'REFUSE',
  params,
  keys: { types: 'allowed', onBehalfOf: 'onBehalf' },
  create: (limits) => {
    const { allowed } = limits;
    // A map of sets: a lookup builds no text for each order.
    const byType = new Map<string, Set<string>>();
    for (const combination of allowed) {
      const [type = '', timeInForce = ''] = combination.split('/');
      byType.set(type, (byType.get(type) ?? new Set()).add(timeInForce));
    }
    /** The combination that passed last; usually the next order has the same. */
    let lastType = '';
    let lastTime = '';
    return {
      dependsOnTermsOnly: true,
      check: ({ type, timeInForce, details }) => {
        const unagreed = details === undefined ? undefined : findUnagreed(details, limits);
        if (unagreed !== undefined) return unagreed;
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
