// RC27: limits the number of own orders that may be alive, per symbol, per strategy and in all.
import { z } from 'zod';
import type { Needs } from '../../../domain/venue/index.js';
import { ceiling } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const count = (value: number) =>
  z
    .int()
    .min(1)
    .max(100_000)
    .default(value)
    .describe('most open orders, those of unknown outcome included');
const params = z.strictObject({ symbol: count(10), strategy: count(25), all: count(50) });
type Limits = z.output<typeof params>;
const SCOPES = ['symbol', 'strategy', 'all'] as const;

/** Highest order count of the scopes beyond their limit, this order included. */
function findMost(found: Limits, limits: Limits): number {
  const broken = SCOPES.filter((scope) => found[scope] >= limits[scope]);
  return Math.max(...broken.map((scope) => found[scope] + 1));
}

/** Limit that each scope beyond its limit would need. */
function listNeeds(found: Limits, limits: Limits): Needs {
  const broken = SCOPES.filter((scope) => found[scope] >= limits[scope]);
  return Object.fromEntries(broken.map((scope) => [scope, found[scope] + 1]));
}

export const rc27: RiskRule<typeof params> = {
  id: 'RC27',
  name: 'openOrders',
  summary: 'Open orders',
  stage: 'exposure',
  alsoChecks: [],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'orders that pile up at the venue',
  isRecomputed: true,
  action: 'REFUSE',
  capIn: 'orders',
  params,
  keys: { maxPerSymbol: 'symbol', maxPerStrategy: 'strategy', maxTotal: 'all' },
  required: { symbol: ceiling(1_000), strategy: ceiling(2_500), all: ceiling(5_000) },
  create: (limits, { listOrders }) => {
    const least = Math.min(limits.symbol, limits.strategy, limits.all);
    return {
      check: ({ symbol, strategy }) => {
        const orders = listOrders();
        if (orders.length < least) return undefined;
        const found = { symbol: 0, strategy: 0, all: 0 };
        for (const { terms, isTerminal } of orders) {
          if (isTerminal) continue;
          found.all++;
          if (terms.symbol === symbol) found.symbol++;
          if (terms.host.name === strategy) found.strategy++;
        }
        for (const scope of SCOPES) {
          const limit = limits[scope];
          const value = found[scope] + 1;
          if (value <= limit) continue;
          const of = { symbol: symbol.instrument.symbol, strategy, all: 'all strategies' }[scope];
          const message = `expected at most ${limit} open orders of ${of}, found ${value}`;
          return {
            limit,
            value,
            message,
            worst: findMost(found, limits),
            needs: listNeeds(found, limits),
          };
        }
        return undefined;
      },
    };
  },
};
