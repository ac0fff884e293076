// Rules of exposure and rate: position, duplicates, parents, unknown outcomes, orders per time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import type { Candidate } from '../../../src/risk/index.js';
import { findPositionLimits } from '../../../src/risk/rules/exposure/rc23-position.js';
import {
  BTC_USD,
  candidate,
  createRule,
  EUR_TRY,
  EUR_USD,
  NOW,
  quote,
  USD_JPY,
  watch,
} from '../../risk/candidate.js';

describe('RC23 position', () => {
  /** A USD/JPY symbol, whose minor units are US cents. */
  function hold(position: number, workingBuy = 0, workingSell = 0): SymbolState {
    const symbol = quote(USD_JPY, 150_000, 150_010);
    symbol.position = position;
    symbol.workingBuy = workingBuy;
    symbol.workingSell = workingSell;
    return symbol;
  }
  const check = (symbol: SymbolState, order: Partial<Candidate>, limit = 10_000) =>
    createRule('RC23', { G10: limit }, { symbols: [symbol] }).check(
      candidate({ symbol, ...order }),
    );

  it('passes at the limit and refuses one minor unit beyond it, long and short', () => {
    for (const side of ['Buy', 'Sell'] as const) {
      expect(check(hold(0), { side, units: 1_000_000 })).toBeUndefined();
      expect(check(hold(0), { side, units: 1_000_001 })).toMatchObject({
        limit: 10_000,
        value: 10_001,
        message: `expected at most 10000 USD ${side === 'Buy' ? 'long' : 'short'}, found 10001`,
      });
    }
  });

  it('counts fills, working orders of the same side, and the order', () => {
    expect(check(hold(300_000, 200_000), { units: 500_000 })).toBeUndefined();
    expect(check(hold(300_000, 200_001), { units: 500_000 })).toBeDefined();
    expect(check(hold(300_001, 200_000), { units: 500_000 })).toBeDefined();
    expect(check(hold(-300_000, 0, 200_000), { side: 'Sell', units: 500_000 })).toBeUndefined();
    expect(check(hold(-300_000, 0, 200_001), { side: 'Sell', units: 500_000 })).toBeDefined();
  });

  it('does not offset working orders of the other side', () => {
    expect(check(hold(0, 900_000, 900_000), { units: 100_001 })).toBeDefined();
    expect(check(hold(0, 900_000, 900_000), { units: 100_000 })).toBeUndefined();
  });

  it('lets a position beyond the limit be reduced, not raised', () => {
    expect(check(hold(5_000_000), { side: 'Sell', units: 100_000 })).toBeUndefined();
    expect(check(hold(5_000_000), { side: 'Sell', units: 5_000_000 })).toBeUndefined();
    expect(check(hold(5_000_000), { side: 'Sell', units: 6_000_001 })).toBeDefined();
    expect(check(hold(5_000_000), { side: 'Buy', units: 100_000 })).toBeDefined();
  });

  it('has a limit for each class, in the account currency', () => {
    const eurUsd = quote(EUR_USD);
    const [lira, coin] = [quote(EUR_TRY), quote(BTC_USD, 5_000_000, 5_000_000)];
    const rule = createRule('RC23', {}, { symbols: [eurUsd, lira, coin] });
    const units = (symbol: SymbolState, count: number) =>
      rule.check(candidate({ symbol, units: count }));
    expect(units(eurUsd, 909_000_000)).toBeUndefined(); // 9,999,454.50 USD
    expect(units(eurUsd, 910_000_000)?.value).toBe(10_010_455);
    expect(units(lira, 90_000_000)).toBeUndefined();
    expect(units(lira, 91_000_000)?.limit).toBe(1_000_000);
    expect(units(coin, 500_000_000)).toBeUndefined(); // 5 at 50,000
    expect(units(coin, 500_000_001)?.limit).toBe(250_000);
  });

  it('refuses without a rate to convert by', () => {
    const symbol = new SymbolState(EUR_USD);
    const rule = createRule('RC23', {}, { symbols: [symbol] });
    expect(rule.check(candidate({ symbol }))).toEqual({
      limit: 10_000_000,
      value: 'no conversion rate',
      message: 'no rate to convert EUR into USD',
    });
  });
});

it('RC23 that is off or not stated has its default for its readers', () => {
  const figures = { G10: 10_000_000, EM: 1_000_000, DA: 250_000 };
  expect([findPositionLimits('off'), findPositionLimits(undefined)]).toEqual([figures, figures]);
  expect(findPositionLimits({ G10: 1, EM: 2, DA: 3 })).toEqual({ G10: 1, EM: 2, DA: 3 });
});

describe('RC33 order rate', () => {
  const limits = { strategyPerSecond: 2, strategyPerMinute: 4, allPerSecond: 3, allPerMinute: 6 };
  const by = (strategy: string, at: number) => candidate({ strategy, at: NOW + at });

  /** Sends orders at the given times of the given strategies; the message of each one refused. */
  function send(orders: readonly (readonly [string, number])[]): readonly (string | undefined)[] {
    const rule = createRule('RC33', limits);
    return orders.map(([strategy, at]) => {
      const breach = rule.check(by(strategy, at));
      rule.onDecision?.(by(strategy, at), breach === undefined);
      return breach?.message;
    });
  }

  it('passes at the limit of a second and refuses the next', () => {
    expect(
      send([
        ['a', 0],
        ['a', 1],
        ['a', SECOND - 1],
      ]),
    ).toEqual([undefined, undefined, 'expected at most 2 orders of a per second, found one more']);
  });

  it('reports limit and value', () => {
    const rule = createRule('RC33', limits);
    for (let i = 0; i < 2; i++) rule.onDecision?.(by('a', 0), true);
    expect(rule.check(by('a', 0))).toMatchObject({ limit: 2, value: 3 });
    expect(rule.check(by('b', 0))).toBeUndefined();
  });

  it('has room again after a second, and a limit of a minute', () => {
    const times = [0, 1, 2, 3, 59].map((second) => ['a', second * SECOND] as const);
    expect(send([...times, ['a', 60 * SECOND]])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'expected at most 4 orders of a per minute, found one more',
      // The one of second 0 no longer counts, and the refused one of second 59 never did.
      undefined,
    ]);
  });

  it('counts all strategies together', () => {
    expect(
      send([
        ['a', 0],
        ['a', 0],
        ['b', 0],
        ['b', 0],
      ]).at(-1),
    ).toBe('expected at most 3 orders of all strategies per second, found one more');
    const spread = Array.from({ length: 7 }, (_, i) => [`s${i}`, i * SECOND] as const);
    expect(send(spread).at(-1)).toBe(
      'expected at most 6 orders of all strategies per minute, found one more',
    );
  });

  it('does not count refused orders: too many of them mute their strategy for a minute', () => {
    const rule = watch('RC33', { ...limits, refusedPerMinute: 3 });
    for (let i = 0; i < 3; i++) rule.onDecision?.(by('a', 0), false);
    expect([rule.check(by('a', 3)), rule.told()]).toEqual([undefined, []]);
    rule.onDecision?.(by('a', 0), false);
    const text = 'a is muted for a minute: more than 3 of its orders were refused in one minute';
    expect(rule.told()).toEqual([`pause a: ${text} until 60 s`]);
    // What is refused because it is muted does not mute it for longer.
    for (let i = 0; i < 9; i++) rule.onDecision?.(by('a', SECOND), false);
    rule.onDecision?.(by('a', 61 * SECOND), false);
    expect(rule.told()).toEqual([]);
  });

  it('defaults to 2 a second and 30 a minute', () => {
    const rule = createRule('RC33');
    let passed = 0;
    for (let at = 0; at < 60 * SECOND; at += SECOND / 2) {
      const order = by('a', at);
      if (rule.check(order) === undefined) passed++;
      rule.onDecision?.(order, true);
    }
    expect(passed).toBe(30);
  });
});

describe('RC36 duplicate intent', () => {
  const later = (after: number, order: Partial<Candidate> = {}) =>
    candidate({ at: NOW + after, ...order });

  it('refuses an identical intent within the window after it was sent, passes at its end', () => {
    const rule = createRule('RC36');
    rule.onDecision?.(candidate(), true);
    expect(rule.check(later(999 * MILLISECOND))).toMatchObject({
      limit: 1_000,
      value: 999,
      message: 'expected at least 1000 ms since the same intent, found 999 ms',
    });
    expect(rule.check(later(SECOND))).toBeUndefined();
  });

  it('does not count an intent that was refused', () => {
    const rule = createRule('RC36');
    rule.onDecision?.(candidate(), false);
    expect(rule.check(later(1))).toBeUndefined();
  });

  it.each([
    ['strategy', { strategy: 'beta' }],
    ['symbol', { symbol: quote(EUR_TRY) }],
    ['side', { side: 'Sell' as const }],
    ['type', { type: 'AtBest' as const }],
    ['time in force', { timeInForce: 'FOK' as const }],
    ['size', { units: 100_001 }],
    ['price', { priceTicks: 110_006 }],
    ['stop price', { details: { stopPrice: 1.1 } }],
  ])('passes an intent of another %s', (_, order) => {
    const rule = createRule('RC36');
    rule.onDecision?.(candidate(), true);
    expect(rule.check(later(1, order))).toBeUndefined();
    expect(rule.check(later(1, { intentId: 9 }))).toBeDefined();
  });

  it('refuses while an identical order waits for the venue’s report', () => {
    const rule = createRule('RC36', {}, { hasIdenticalOrder: (order) => order.units === 100_000 });
    expect(rule.check(candidate())).toEqual({
      limit: 1_000,
      value: 'pending',
      message: 'an identical order is still waiting for the venue’s response',
    });
    expect(rule.check(candidate({ units: 200_000 }))).toBeUndefined();
  });

  it('has a window that the limits set, down to none', () => {
    const rule = createRule('RC36', { windowMs: 5_000 });
    rule.onDecision?.(candidate(), true);
    expect(rule.check(later(5 * SECOND - 1))).toBeDefined();
    expect(rule.check(later(5 * SECOND))).toBeUndefined();
    const none = createRule('RC36', { windowMs: 0 });
    none.onDecision?.(candidate(), true);
    expect(none.check(later(0))).toBeUndefined();
  });

  it('renews the window with each send', () => {
    const rule = createRule('RC36');
    for (const after of [0, 600 * MILLISECOND]) rule.onDecision?.(later(after), true);
    expect(rule.check(later(1_500 * MILLISECOND))).toBeDefined();
  });

  it('remembers the newest thousand', () => {
    const rule = createRule('RC36');
    for (let i = 0; i < 1_001; i++) rule.onDecision?.(candidate({ units: 100_000 + i }), true);
    expect(rule.check(later(1, { units: 100_000 }))).toBeUndefined();
    expect(rule.check(later(1, { units: 100_001 }))).toBeDefined();
    expect(rule.check(later(1, { units: 101_000 }))).toBeDefined();
    rule.onDecision?.(candidate({ units: 100_001 }), true);
    rule.onDecision?.(candidate({ units: 200_000 }), true);
    expect(rule.check(later(1, { units: 100_001 }))).toBeDefined();
    expect(rule.check(later(1, { units: 100_002 }))).toBeUndefined();
  });
});

describe('RC40 parent sum', () => {
  const rule = createRule('RC40');

  it('passes at the rest of the parent and refuses one minor unit beyond it', () => {
    expect(rule.check(candidate({ units: 100_000, parentRest: 100_000 }))).toBeUndefined();
    expect(rule.check(candidate({ units: 100_001, parentRest: 100_000 }))).toEqual({
      limit: 100_000,
      value: 100_001,
      message: "expected at most the parent's rest of 1000 EUR, found 1000.01 EUR",
    });
    expect(rule.check(candidate({ parentRest: 0 }))).toBeDefined();
    expect(rule.check(candidate({ parentRest: -1 }))).toBeDefined();
  });

  it('ignores an order without a parent', () => {
    expect(rule.check(candidate())).toBeUndefined();
  });
});

describe('exposure rules', () => {
  it('keep nothing of a candidate: one object may be reused for every check', () => {
    const order = fc.record({
      units: fc.integer({ min: 100_000, max: 100_003 }),
      at: fc.integer({ min: 0, max: 3_000 }).map((ms) => NOW + ms * MILLISECOND),
      strategy: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 20 }), (orders) => {
        const sorted = orders.toSorted((a, b) => a.at - b.at);
        const fresh = [createRule('RC33'), createRule('RC36')];
        const reused = [createRule('RC33'), createRule('RC36')];
        const draft = { ...candidate() };
        for (const one of sorted) {
          Object.assign(draft, one);
          const own = candidate(one);
          const [expected, found] = [fresh, reused].map((rules, i) =>
            rules.map((rule) => {
              const seen = i === 0 ? own : draft;
              const breach = rule.check(seen);
              rule.onDecision?.(seen, breach === undefined);
              return breach;
            }),
          );
          expect(found).toEqual(expected);
        }
      }),
    );
  });
});
