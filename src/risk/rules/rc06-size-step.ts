// RC06: sizes are at least the minimum and whole steps; nothing is rounded silently.
import { z } from 'zod';
import { formatUnits } from '../figures.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({});

export const rc06: RiskRule<typeof params> = {
  id: 'RC06',
  summary: 'Minimum size and size step',
  stage: 'shape',
  class: 'L',
  live: 'D',
  mitigates: 'sizes that the venue turns down or rounds',
  action: 'REFUSE',
  params,
  create: () => ({
    isFixed: true,
    check: ({ symbol: { instrument, leastUnits, stepUnits }, units, size }) => {
      if (Number.isNaN(units) || units % stepUnits !== 0) {
        const step = formatUnits(stepUnits, instrument);
        const message = `expected a multiple of ${step}, found ${String(size)}`;
        return { limit: stepUnits, value: size, message };
      }
      if (units >= leastUnits) return undefined;
      const message = `expected at least ${formatUnits(leastUnits, instrument)}, found ${size}`;
      return { limit: leastUnits, value: units, message };
    },
  }),
};
