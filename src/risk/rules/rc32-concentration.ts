// RC32: no symbol is more than a share of all that is held.
import { z } from 'zod';
import { findWorst } from '../ledger/exposure.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  percent: z.number().positive().max(100).default(60).describe('most of gross in one symbol'),
});

export const rc32: RiskRule<typeof params> = {
  id: 'RC32',
  summary: 'Concentration',
  stage: 'exposure',
  class: 'A',
  research: 'observed',
  live: 'D',
  mitigates: 'one symbol that makes or breaks the day',
  action: 'alert',
  params,
  create: ({ percent: limit }, { symbols, money, exposure }) => {
    return {
      check: (candidate) => {
        // One symbol alone is always all.
        if (symbols.length < 2) return undefined;
        const { symbol, sign, units } = candidate;
        const long = findWorst(symbol, 1) + (sign > 0 ? units : 0);
        const short = findWorst(symbol, -1) + (sign < 0 ? units : 0);
        const own = Math.max(long, short) * money.factor(symbol);
        if (exposure.isPart(own, limit)) return undefined;
        const gross = exposure.gross(candidate);
        // With nothing else held the first order is all of it.
        if (!(own * 100 > limit * gross) || own >= gross) return undefined;
        const value = (own / gross) * 100;
        const { symbol: name } = symbol.instrument;
        const found = value.toFixed(1);
        const message = `expected at most ${limit} % of gross in ${name}, found ${found} %`;
        return { limit, value, message, needs: { percent: value }, isSoft: true };
      },
    };
  },
};
