// RC09: the dealt currency must be the base of the symbol; this version deals no other.
import { z } from 'zod';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({});

export const rc09: RiskRule<typeof params> = {
  id: 'RC09',
  name: 'dealtCurrency',
  summary: 'Dealt currency',
  stage: 'shape',
  alsoChecks: ['request'],
  class: 'L',
  research: 'enforced',
  live: 'F',
  mitigates: 'a size meant in the other currency',
  action: 'REFUSE',
  params,
  create: () => ({
    dependsOnTermsOnly: true,
    check: ({ symbol: { instrument }, currency }) => {
      if (currency === instrument.base) return undefined;
      const limit = instrument.base;
      const message = `expected the base currency ${limit}, found ${currency}`;
      return { limit, value: currency, message };
    },
  }),
};
