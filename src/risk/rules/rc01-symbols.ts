// RC01: only listed symbols may be traded.
import { z } from 'zod';
import { SECOND } from '../../domain/index.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  symbols: z.array(z.string()).optional().describe('allowed symbols; all of the session if absent'),
});

export const rc01: RiskRule<typeof params> = {
  id: 'RC01',
  summary: 'Symbol allow-list',
  stage: 'shape',
  class: 'L',
  live: 'M',
  mitigates: 'orders in symbols that nobody meant to trade',
  action: 'REFUSE; 3 in 60 s: HALT(strategy)',
  params,
  escalation: { scope: 'strategy', refusals: 3, within: 60 * SECOND },
  create: ({ symbols }) => ({
    check: ({ symbol }) => {
      const { symbol: name } = symbol.instrument;
      if (symbols === undefined || symbols.includes(name)) return undefined;
      const limit = symbols.join(' ');
      return { limit, value: name, message: `expected one of ${limit}, found ${name}` };
    },
  }),
};
