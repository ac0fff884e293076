// RC53: no new risk in a symbol while one of its orders is of unknown outcome, nor anywhere with
// two such orders. The policy file has the figures (`unknowns`); this is the switch.
import { z } from 'zod';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({});

export const rc53: RiskRule<typeof params> = {
  id: 'RC53',
  name: 'unknownOrders',
  summary: 'Unknown outcomes',
  stage: 'venue',
  alsoChecks: ['request'],
  class: 'T',
  research: 'enforced',
  live: 'D',
  mitigates: 'new risk while the outcome of orders is unknown',
  action: '1 order: PAUSE(symbol); 2: PAUSE(all); 3, or any for 5 min: HALT(all)',
  params,
  create: () => ({}),
};
