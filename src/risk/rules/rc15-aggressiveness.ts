// RC15: the price goes through the touch by no more than a cap.
import { byClass, formatPrice } from '../figures.js';
import type { RiskRule } from '../rule.js';
import type { SymbolState } from '../symbol-state.js';

const params = byClass({ G10: 5, EM: 15, DA: 30 }, 'basis points through the touch');

/** The worst price that a cap lets an order of this sign have; undefined without a rate. */
export function findCapTicks(
  symbol: SymbolState,
  sign: number,
  capBps: number,
): number | undefined {
  if (!symbol.hasRate) return undefined;
  if (sign > 0) return Math.floor((symbol.offerTicks * (10_000 + capBps)) / 10_000);
  return Math.ceil((symbol.bidTicks * (10_000 - capBps)) / 10_000);
}

export const rc15: RiskRule<typeof params> = {
  id: 'RC15',
  summary: 'Aggressiveness: price through the touch',
  stage: 'market',
  fixed: false,
  params,
  create: (caps) => ({
    check: ({ symbol, sign, priceTicks }) => {
      const cap = caps[symbol.instrument.class];
      const limit = findCapTicks(symbol, sign, cap);
      if (limit === undefined) return undefined; // RC16 and RC18 refuse that
      if ((priceTicks - limit) * sign <= 0) return undefined;
      const { instrument } = symbol;
      const worst = formatPrice(limit, instrument);
      const message =
        `expected ${worst} or better (touch and ${String(cap)} bp), ` +
        `found ${formatPrice(priceTicks, instrument)}`;
      return { limit, value: priceTicks, message };
    },
  }),
};
