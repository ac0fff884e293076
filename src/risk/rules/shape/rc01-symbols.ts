// RC01: only allowed symbols may be traded, by each strategy its own. The kernel pauses a symbol
// that the venue's reference data lacks (kernel/reports/reference-data.ts).
import { z } from 'zod';
import { explainSymbol, isSymbol, SECOND } from '../../../domain/index.js';
import { STATED } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const names = z.array(
  z.string().refine(isSymbol, { error: ({ input }) => explainSymbol(String(input)) }),
);
const params = z.strictObject({
  symbols: names.optional().describe('allowed symbols; all of the session if absent'),
  strategies: z
    .record(z.string(), names)
    .optional()
    .describe('symbols that each strategy may trade; live must name each strategy'),
  restricted: names
    .default([])
    .describe('symbols that no strategy may trade, even if another list allows them'),
});

/** Symbols of the session that the limits of this rule allow a strategy to trade. */
export function listTradable(
  limits: unknown,
  strategy: string,
  symbols: readonly string[],
): readonly string[] {
  if (limits === 'off' || limits === undefined) return symbols;
  const lists = limits as z.output<typeof params>;
  return symbols.filter(
    (name) => !lists.restricted.includes(name) && isListed(lists, strategy, name),
  );
}

function isListed(
  { symbols, strategies }: z.output<typeof params>,
  strategy: string,
  name: string,
): boolean {
  const own = strategies?.[strategy];
  return symbols?.includes(name) !== false && own?.includes(name) !== false;
}

export const rc01: RiskRule<typeof params> = {
  id: 'RC01',
  name: 'allowedSymbols',
  summary: 'Symbol allow-list',
  stage: 'shape',
  alsoChecks: ['retry', 'request', 'parent', 'manual'],
  class: 'L',
  research: 'enforced',
  live: 'M',
  mitigates: 'orders in symbols that were not meant to be traded',
  action: 'REFUSE; 3 in 60 s: HALT(strategy)',
  params,
  moreIsTighter: ['restricted'],
  keys: { byStrategy: 'strategies', forbidden: 'restricted' },
  required: { symbols: STATED, strategies: STATED },
  escalation: { scope: 'strategy', refusals: 3, within: 60 * SECOND },
  create: (lists) => ({
    dependsOnTermsOnly: true,
    check: ({ symbol, strategy }) => {
      const { symbol: name } = symbol.instrument;
      const { restricted, strategies, symbols } = lists;
      if (restricted.includes(name)) {
        const limit = `none of ${restricted.join(' ')}`;
        return { limit, value: name, message: `expected ${limit}, found the restricted ${name}` };
      }
      if (isListed(lists, strategy, name)) return undefined;
      // unreached: of two lists that are absent none refuses
      const allowed = (strategies?.[strategy] ?? symbols ?? []).filter(
        (one) => symbols?.includes(one) !== false,
      );
      const limit = allowed.length === 0 ? 'no symbol' : `one of ${allowed.join(' ')}`;
      const message = `expected ${limit} for ${strategy}, found ${name}`;
      return { limit, value: name, message };
    },
  }),
};
