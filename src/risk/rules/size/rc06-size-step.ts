// RC06: sizes must be at least the minimum and whole increments; nothing is rounded.
import { z } from 'zod';
import type { Instrument } from '../../../domain/index.js';
import { toScaled } from '../../../domain/numbers/index.js';
import type { OrderRequestDetails } from '../../../domain/orders/index.js';
import { formatUnits } from '../limit-schemas.js';
import type { Breach, RiskRule } from '../../rule.js';

const PARTS = ['minQty', 'maxShow', 'sliceSize'] as const;

/** Checks amounts that are parts of the order's size. */
function findPartFault(
  details: OrderRequestDetails,
  units: number,
  instrument: Instrument,
): Breach | undefined {
  for (const part of PARTS) {
    const value = details[part];
    if (value === undefined) continue;
    const scaled = toScaled(value, instrument.baseDecimals) ?? Number.NaN;
    if (scaled >= 0 && scaled <= units) continue;
    const most = formatUnits(units, instrument);
    const message = `expected ${part} to be an amount from 0 to ${most}, found ${String(value)}`;
    return { limit: most, value, message };
  }
  return undefined;
}

const params = z.strictObject({});

export const rc06: RiskRule<typeof params> = {
  id: 'RC06',
  name: 'sizeStep',
  summary: 'Minimum size and size step',
  stage: 'shape',
  alsoChecks: ['request', 'parent', 'manual'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'sizes that the venue rejects or rounds',
  action: 'REFUSE',
  params,
  create: () => ({
    dependsOnTermsOnly: true,
    check: ({ symbol: { instrument, leastUnits, stepUnits }, units, size, details }) => {
      if (Number.isNaN(units) || units % stepUnits !== 0) {
        const step = formatUnits(stepUnits, instrument);
        const message = `size: expected a multiple of ${step}, found ${String(size)}`;
        return { limit: step, value: size, message };
      }
      if (units >= leastUnits) {
        return details === undefined ? undefined : findPartFault(details, units, instrument);
      }
      const message = `size: expected >= ${formatUnits(leastUnits, instrument)}, found ${size}`;
      return { limit: leastUnits, value: units, message };
    },
  }),
};
