// The cache of passed terms holds everything that the skipped rules depend on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, RULES } from '../../../src/risk/index.js';
import { AccountValues } from '../../../src/risk/ledger/account-values.js';
import { Exposure } from '../../../src/risk/ledger/exposure.js';
import { PassedTermsCache } from '../../../src/risk/gate/passed-terms-cache.js';
import {
  candidate,
  createGate,
  EUR_TRY,
  EUR_USD,
  listBroken,
  makeSetup,
  quote,
  USD_JPY,
} from '../candidate.js';

/** What an order may be known by: every other field changes from order to order. */
const COMPARED: ReadonlySet<string> = new Set([
  ...['symbol', 'strategy', 'type', 'timeInForce', 'currency', 'units', 'expirySeconds'],
  ...['valueDate', 'details', 'parentRest'],
]);

const made = RULES.map((rule) => ({
  id: rule.id,
  made: rule.create(rule.params.parse({}) as never, makeSetup({ symbols: [quote(EUR_USD)] })),
}));

describe('cache of passed terms', () => {
  it('compares every field that its rules read', () => {
    const fixed = made.filter((one) => one.made.dependsOnTermsOnly === true);
    const asked =
      'a rule with dependsOnTermsOnly reads COMPARED alone: see that it does, and list it';
    expect(fixed.map(({ id }) => id).sort(), asked).toEqual([
      ...['RC01', 'RC02', 'RC03', 'RC04', 'RC06', 'RC09', 'RC11', 'RC12', 'RC40'],
    ]);
    for (const { id, made: rule } of fixed) {
      const seen = new Set<string>();
      const order = new Proxy(candidate(), {
        get: (target, name) => {
          seen.add(String(name));
          return Reflect.get(target, name) as unknown;
        },
      });
      expect(rule.onDecision, id).toBeUndefined();
      expect(rule.check?.(order), id).toBeUndefined();
      // A message names the size as it was written; a date is judged by the day, but none is known.
      const others = [...seen].filter((name) => !COMPARED.has(name));
      expect(others.filter((name) => name !== 'size' && !(id === 'RC11' && name === 'at'))).toEqual(
        [],
      );
    }
  });

  it('matches an order only when each compared term is equal', () => {
    const known = new PassedTermsCache();
    const order = candidate();
    expect(known.has(order)).toBe(false);
    known.add(order);
    expect(known.has({ ...order, priceTicks: 1, price: 1, intentId: 9, sign: -1 })).toBe(true);
    const changes: readonly Partial<Candidate>[] = [
      { symbol: quote(USD_JPY) },
      { strategy: 'beta' },
      { type: 'Market' },
      { timeInForce: 'FOK' },
      { currency: 'USD' },
      { units: 200_000 },
      { units: Number.NaN },
      { expirySeconds: 1 },
      { valueDate: '2026-07-15' },
      { details: {} },
      { parentRest: 5 },
    ];
    for (const change of changes) expect(known.has({ ...order, ...change })).toBe(false);
    const other = new PassedTermsCache();
    other.add({ ...order, parentRest: 5 });
    expect(other.has(order)).toBe(false);
  });

  it('gives the same refusals as a gate without a cache', () => {
    const symbol = quote(EUR_USD);
    // Those that remember former orders are off: the second gate knows of none.
    const limits = {
      ...{ RC10: 'off', RC33: 'off', RC35: 'off', RC36: 'off' },
      ...{ RC04: { G10: 2_000 }, RC25: { hard: 3_500 }, RC23: { G10: 3_000 } },
    };
    const sizes = fc.constantFrom(100_000, 200_000, 250_000);
    const step = fc.record({ units: sizes, side: fc.constantFrom('Buy', 'Sell') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        symbol.position = 0;
        const gate = createGate(limits, makeSetup({ symbols: [symbol] }));
        for (const { units, side } of steps) {
          const order = candidate({ symbol, units, side });
          const found = listBroken(gate, order);
          const fresh = createGate(limits, makeSetup({ symbols: [symbol] }));
          expect(found).toEqual(listBroken(fresh, order));
          if (found.length === 0) symbol.position += order.sign * units;
        }
      }),
    );
  });
});

describe('rules with an amount below which they always pass', () => {
  it('find no breach in an order below it', () => {
    const units = fc.integer({ min: -3_000_000_000, max: 3_000_000_000 });
    const size = fc.integer({ min: 100_000, max: 2_000_000_000 });
    const sides = fc.constantFrom('Buy' as const, 'Sell' as const);
    const most = fc.constantFrom(EUR_USD, USD_JPY, EUR_TRY);
    fc.assert(
      fc.property(units, units, size, sides, most, (own, other, amount, side, instrument) => {
        const symbols = [quote(EUR_USD), quote(USD_JPY, 15_000, 15_001), quote(EUR_TRY)];
        const picked = symbols[instrument.id] ?? quote(EUR_USD);
        for (const symbol of symbols) symbol.position = symbol === picked ? own : other;
        const setup = makeSetup({ symbols });
        const exposure = new Exposure(symbols, new AccountValues(symbols, 'USD'));
        const order = candidate({ symbol: picked, units: amount, side });
        for (const rule of RULES) {
          const { passesBelow, check } = rule.create(rule.params.parse({}) as never, setup);
          if (passesBelow === undefined || !exposure.isClearlyBelow(order, passesBelow)) continue;
          expect(check?.(order), rule.id).toBeUndefined();
        }
      }),
      {
        examples: [
          // Between the soft limit of an order and its hard one.
          [0, 0, 150_000_000, 'Buy', EUR_USD],
          // Between the limits of a class and those of a larger one.
          [150_000_000, 0, 1_000_000, 'Buy', EUR_TRY],
        ],
      },
    );
  });
});
