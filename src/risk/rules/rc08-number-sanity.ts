// RC08: sizes and prices are finite, above 0, and small enough that their product stays exact.
import { z } from 'zod';
import {
  DETAIL_DECIMALS,
  DETAIL_KINDS,
  MAX_SCALED,
  type OrderRequestDetails,
  powerOfTen,
  toScaled,
} from '../../domain/index.js';
import type { Breach, RiskRule } from '../rule.js';

/** What venue and rules reckon with: percentages and times to four decimals. */
function findOddNumber(details: OrderRequestDetails): Breach | undefined {
  for (const [field, value] of Object.entries(details)) {
    if (typeof value !== 'number') continue;
    const isSigned = field === 'pegOffsetValue';
    const isNumber = DETAIL_KINDS[field as keyof OrderRequestDetails] === 'number';
    const isExact = !isNumber || toScaled(value, DETAIL_DECIMALS) !== undefined;
    const most = MAX_SCALED / powerOfTen(DETAIL_DECIMALS);
    if (isExact && Math.abs(value) <= most && (isSigned || value >= 0)) continue;
    const limit = `${isSigned ? '' : '0 <= '}${field} <= ${String(most)}`;
    const message = `expected ${limit}, exact to ${DETAIL_DECIMALS} decimals, found ${value}`;
    return { limit, value: String(value), message };
  }
  return undefined;
}

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
    check: ({ size, price, details }) => {
      const isSane = size > 0 && size <= MAX_SCALED && price > 0 && price <= MAX_SCALED;
      if (isSane) return details === undefined ? undefined : findOddNumber(details);
      const [name, value] = size > 0 && size <= MAX_SCALED ? ['price', price] : ['size', size];
      const limit = `0 < ${name} <= ${String(MAX_SCALED)}`;
      const message = `expected ${limit}, found ${String(value)}`;
      return { limit, value: String(value), message };
    },
  }),
};
