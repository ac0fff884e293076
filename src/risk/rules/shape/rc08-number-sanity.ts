// RC08: sizes and prices must be finite, above 0, decimals of at most 15 digits, and small enough
// that their product is exact.
import { z } from 'zod';
import { MAX_SCALED, powerOfTen, toScaled } from '../../../domain/numbers/index.js';
import {
  DETAIL_DECIMALS,
  DETAIL_KINDS,
  type OrderRequestDetails,
} from '../../../domain/orders/index.js';
import type { Breach, RiskRule } from '../../rule.js';

/** A double keeps this many digits of any decimal; further digits are errors of arithmetic. */
const MOST_DIGITS = 15;

/** True when the number prints as a decimal of at most so many digits, without an exponent. */
function isDecimal(value: number): boolean {
  const text = String(Math.abs(value));
  if (text.includes('e')) return false;
  const whole = text.includes('.') ? text.replace('.', '') : text.replace(/0+$/, '');
  return whole.replace(/^0+/, '').length <= MOST_DIGITS;
}

/** Breach for a number that is no decimal. Too many decimals are left to RC06 and RC07. */
function findInexact(name: string, value: number, scaled: number): Breach | undefined {
  if (!Number.isNaN(scaled) || isDecimal(value)) return undefined;
  const limit = `a decimal of at most ${String(MOST_DIGITS)} digits`;
  const message = `expected a ${name} that is ${limit}, found ${String(value)}`;
  return { limit, value: String(value), message };
}

/** Checks other numbers: sizes and prices as above, percentages and times to four decimals. */
function findOddNumber(details: OrderRequestDetails): Breach | undefined {
  for (const [field, value] of Object.entries(details)) {
    if (typeof value !== 'number') continue;
    const isSigned = field === 'pegOffsetValue';
    const isNumber = DETAIL_KINDS[field as keyof OrderRequestDetails] === 'number';
    const inexact = isNumber ? undefined : findInexact(field, value, Number.NaN);
    if (inexact !== undefined) return inexact;
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
  name: 'finiteNumbers',
  summary: 'Number sanity',
  stage: 'shape',
  alsoChecks: ['request', 'parent', 'manual'],
  class: 'L',
  research: 'enforced',
  live: 'F',
  mitigates: 'NaN, infinite or negative prices and sizes',
  action: 'REFUSE and HALT(strategy)',
  params,
  escalation: { scope: 'strategy', refusals: 1, within: 1 },
  create: () => ({
    check: ({ size, price, units, priceTicks, details }) => {
      const isSane = size > 0 && size <= MAX_SCALED && price > 0 && price <= MAX_SCALED;
      if (isSane) {
        return (
          findInexact('size', size, units) ??
          findInexact('price', price, priceTicks) ??
          (details && findOddNumber(details))
        );
      }
      const [name, value] = size > 0 && size <= MAX_SCALED ? ['price', price] : ['size', size];
      const limit = `0 < ${name} <= ${String(MAX_SCALED)}`;
      const message = `expected ${limit}, found ${String(value)}`;
      return { limit, value: String(value), message };
    },
  }),
};
