// RC15: limits how far a price may go through the touch; an AtBest order may take only the
// displayed size.
import { z } from 'zod';
import { UNLIMITED } from '../../../domain/index.js';
import { byClassAnd, formatPrice, formatUnits, ceiling, perClassBelow } from '../limit-schemas.js';
import type { Breach, Candidate, RiskRule } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const params = byClassAnd({ G10: 5, EM: 15, DA: 30 }, 'basis points through the touch', {
  atBest: z
    .enum(['send', 'refuse', 'limitIoc'])
    .default('send')
    .describe('what happens to AtBest orders; limitIoc: they leave as Limit/IOC at the cap'),
});

/**
 * Worst price that a cap allows an order of this sign; undefined without a rate. For a stop beyond
 * the touch, the stop price counts as the touch.
 */
export function findCapTicks(
  { hasRate, bidTicks, offerTicks }: SymbolState,
  sign: number,
  capBps: number,
  stopTicks = 0,
): number | undefined {
  if (!hasRate) return undefined;
  if (sign > 0) return Math.floor((Math.max(offerTicks, stopTicks) * (10_000 + capBps)) / 10_000);
  const touch = stopTicks > 0 ? Math.min(bidTicks, stopTicks) : bidTicks;
  return Math.ceil((touch * (10_000 - capBps)) / 10_000);
}

/** Basis points through the touch that would allow the price. */
function findCap({ priceTicks, sign, stopTicks, symbol: { bidTicks, offerTicks } }: Candidate) {
  const stop = stopTicks > 0 ? Math.min(bidTicks, stopTicks) : bidTicks;
  const touch = sign > 0 ? Math.max(offerTicks, stopTicks) : stop;
  return (Math.abs(priceTicks - touch) / touch) * 10_000;
}

/** Price of AtBest orders by the limits of this rule; undefined when they get no limit price. */
export function findAtBestCap(
  limits: unknown,
): ((symbol: SymbolState, sign: number) => number | undefined) | undefined {
  // unreached: limits that are parsed name every rule
  const caps = (limits ?? 'off') as z.output<typeof params> | 'off';
  if (caps === 'off' || caps.atBest !== 'limitIoc') return undefined;
  return (symbol, sign) => findCapTicks(symbol, sign, caps[symbol.instrument.class]);
}

/** Checks an AtBest order; other rules of this stage check whether the rate is reliable. */
function checkAtBest({ symbol, sign, units }: Candidate, way: string): Breach | undefined {
  if (way === 'refuse') {
    return {
      limit: 'no AtBest',
      value: 'AtBest',
      message: 'AtBest orders are refused (atBest: refuse)',
    };
  }
  const shown = sign > 0 ? symbol.offerUnits : symbol.bidUnits;
  if (shown === UNLIMITED || units <= shown) return undefined;
  const most = formatUnits(shown, symbol.instrument);
  const found = formatUnits(units, symbol.instrument);
  const message = `size: expected at most the displayed ${most} without a limit, found ${found}`;
  return { limit: shown, value: units, message };
}

export const rc15: RiskRule<typeof params> = {
  id: 'RC15',
  name: 'maxThroughTouch',
  summary: 'Aggressiveness: price through the touch',
  stage: 'market',
  alsoChecks: ['retry'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'paying far through the touch',
  action: 'REFUSE',
  params,
  keys: { ...perClassBelow('maxBps'), atBestOrders: 'atBest' },
  required: { G10: ceiling(100), EM: ceiling(300), DA: ceiling(600) },
  create: (caps) => ({
    check: (candidate) => {
      const { symbol, sign, priceTicks, stopTicks, type } = candidate;
      if (type === 'AtBest') return checkAtBest(candidate, caps.atBest);
      const cap = caps[symbol.instrument.class];
      const limit = findCapTicks(symbol, sign, cap, stopTicks);
      if (limit === undefined) return undefined; // RC16 and RC18 refuse orders without a rate
      if ((priceTicks - limit) * sign <= 0) return undefined;
      const { instrument } = symbol;
      const worst = formatPrice(limit, instrument);
      const message =
        `expected ${worst} or better (touch plus ${String(cap)} bp), ` +
        `found ${formatPrice(priceTicks, instrument)}`;
      return {
        limit,
        value: priceTicks,
        message,
        needs: { [instrument.class]: findCap(candidate) },
      };
    },
  }),
};
