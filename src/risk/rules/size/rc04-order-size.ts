// RC04: limits the size of a single order.
import { SECOND } from '../../../domain/index.js';
import { powerOfTen } from '../../../domain/numbers/index.js';
import { perClass, formatUnits, ceiling } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = perClass(
  { G10: 1_000_000, EM: 500_000, DA: 1_000_000 },
  'units of the base currency',
);

export const rc04: RiskRule<typeof params> = {
  id: 'RC04',
  name: 'maxOrderSize',
  summary: 'Max order size',
  stage: 'shape',
  alsoChecks: ['retry', 'request', 'manual'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'an order too large by mistake',
  action: 'REFUSE; 3 in 60 s: HALT(strategy)',
  capIn: 'base',
  smallerMayPass: true,
  params,
  required: { G10: ceiling(100_000_000), EM: ceiling(50_000_000), DA: ceiling(100_000_000_000) },
  escalation: { scope: 'strategy', refusals: 3, within: 60 * SECOND },
  create: (limits) => ({
    dependsOnTermsOnly: true,
    check: ({ symbol: { instrument }, units }) => {
      const limit = limits[instrument.class] * powerOfTen(instrument.baseDecimals);
      if (Number.isNaN(units) || units <= limit) return undefined;
      const found = formatUnits(units, instrument);
      const message = `size: expected at most ${formatUnits(limit, instrument)}, found ${found}`;
      const needs = { [instrument.class]: units / powerOfTen(instrument.baseDecimals) };
      return { limit, value: units, message, needs };
    },
  }),
};
