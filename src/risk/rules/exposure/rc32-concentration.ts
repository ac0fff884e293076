// RC32: alerts when one symbol has too large a share of the gross exposure.
import { z } from 'zod';
import { findWorst } from '../../ledger/exposure.js';
import type { RiskRule, RuleCheck, RuleSetup } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const params = z.strictObject({
  percent: z
    .number()
    .positive()
    .max(100)
    .default(60)
    .describe('largest share of gross in one symbol, per cent'),
});

export const rc32: RiskRule<typeof params> = {
  id: 'RC32',
  name: 'concentration',
  summary: 'Concentration',
  stage: 'exposure',
  alsoChecks: [],
  class: 'A',
  research: 'observed',
  live: 'D',
  mitigates: 'one symbol that makes or breaks the day',
  isRecomputed: true,
  action: 'alert',
  params,
  keys: { maxPercentOfGross: 'percent' },
  create: ({ percent: limit }, setup) => {
    const { symbols, money, exposure } = setup;
    const check: RuleCheck['check'] = (candidate) => {
      // A session's only symbol always has all of the exposure.
      if (symbols.length < 2) return undefined;
      const { symbol, sign, units } = candidate;
      const long = findWorst(symbol, 1) + (sign > 0 ? units : 0);
      const short = findWorst(symbol, -1) + (sign < 0 ? units : 0);
      const own = Math.max(long, short) * money.factor(symbol);
      if (exposure.isPart(own, limit)) return undefined;
      const gross = exposure.gross(candidate);
      // The first order has all of the exposure.
      if (!(own * 100 > limit * gross) || own >= gross) return undefined;
      const value = (own / gross) * 100;
      const message = describe(symbol, limit, value);
      return { limit, value, message, needs: { percent: value }, isAlertOnly: true };
    };
    return setup.seesEveryRate || symbols.length < 2 ? { check } : watch(limit, setup, check);
  },
};

const CAUSE = 'without a new order in this symbol: other positions, orders or rates have changed';

/** Also checks every second: a share changes while its symbol does nothing. */
function watch(
  limit: number,
  { symbols, money, exposure, act }: RuleSetup,
  check: NonNullable<RuleCheck['check']>,
): RuleCheck {
  const isTold = symbols.map(() => false);
  let breach: ReturnType<typeof check>;
  return {
    check: (candidate) => (breach = check(candidate)),
    // The gate alerts for this order already.
    onDecision: ({ symbol }, sent) => {
      if (sent && breach !== undefined) isTold[symbol.instrument.id] = true;
    },
    onTick: () => {
      const gross = exposure.gross();
      for (const symbol of symbols) {
        const { id, symbol: name } = symbol.instrument;
        const own = Math.max(findWorst(symbol, 1), findWorst(symbol, -1)) * money.factor(symbol);
        const isAbove = own * 100 > limit * gross && own < gross;
        if (isAbove && isTold[id] !== true) {
          const found = describe(symbol, limit, (own / gross) * 100);
          act.alert('warn', 'RC32', { symbol: name }, `soft limit: ${found}, ${CAUSE}`);
        }
        isTold[id] = isAbove;
      }
    },
  };
}

function describe({ instrument }: SymbolState, limit: number, percent: number): string {
  const found = percent.toFixed(1);
  return `expected at most ${limit} % of gross in ${instrument.symbol}, found ${found} %`;
}
