// RC40: the children of a parent (filled, working and unknown quantity) never exceed it.
import { z } from 'zod';
import { formatUnits } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({});

export const rc40: RiskRule<typeof params> = {
  id: 'RC40',
  name: 'parentQuantity',
  summary: 'Parent and children',
  stage: 'exposure',
  alsoChecks: [],
  class: 'L',
  research: 'enforced',
  live: 'F',
  mitigates: 'children that add up to more than their parent',
  action: 'HALT(strategy)+CXL',
  params,
  escalation: { scope: 'strategy', refusals: 1, within: 1 },
  create: () => ({
    dependsOnTermsOnly: true,
    check: ({ symbol: { instrument }, units, parentRest }) => {
      if (units <= parentRest) return undefined;
      const rest = formatUnits(parentRest, instrument);
      const found = formatUnits(units, instrument);
      const message = `expected at most the parent's rest of ${rest}, found ${found}`;
      return { limit: parentRest, value: units, message };
    },
  }),
};
