// The terminal text: what it says, and that it fits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollector, formatSummary, summarise } from '../../src/report/index.js';
import { eurUsd, INFO, makeFill, makeOrder, makeRefusal, playTwap, START } from './twap-session.js';

describe('formatSummary', () => {
  it('prints the figures of the only row', () => {
    const text = formatSummary(summarise(playTwap()));
    for (const [label, value] of [
      ['Strategy', 'sell-eur'],
      ['Orders', '20: 19 FILLED, 1 CANCELED'],
      ['Filled', '4,900,000 of 5,000,000 \\(98.0 %\\)'],
      ['Average price', '1.14\\d+'],
      ['Arrival mid', '1.14\\d\\d\\d '],
      ['Slippage vs arrival', '[+-]\\d+\\.\\d{4} bps \\([+-]\\d+\\.\\d\\d USD per million\\)'],
      ['Refusals', 'RC14 3'],
      ['Controls off', 'RC10 RC35'],
      ['Digest', '9f86d081884c7d659a2feaa0c55ad015'],
    ] as const) {
      expect(text).toMatch(new RegExp(`│ ${label} +│ ${value}`));
    }
  });

  it('prints a table line per strategy and symbol when there are several', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 110_000, 110_002);
    for (const [coId, strategy] of [
      ['a', 'sell-eur'],
      ['b', 'other'],
    ] as const) {
      collector.order(makeOrder({ coId, strategy, parent: '', arrivalTicks2: 220_002 }));
      collector.fill(makeFill({ coId, strategy, units: 100_000_000, priceTicks: 110_003 }));
    }
    const text = formatSummary(summarise(collector.finish(START, '')));
    expect(text).toMatch(
      /│ sell-eur +│ EUR\/USD +│ +1 │ +1 │ +1,000,000 │ -1,000,000 │ +\+0.182 │ +20.00 USD/,
    );
  });

  it('shows halts with rule and reason', () => {
    const collector = createCollector(INFO);
    const reason = 'expected a daily loss below 5,000 USD, found 5,120 USD';
    collector.halted({ at: START, scope: 'all', strategy: '', rule: 'RC52', reason });
    expect(formatSummary(summarise(collector.finish(START, '')))).toContain(
      '2026-07-13T12:00:00.000Z RC52 (all): expected a daily loss',
    );
    const place = { scope: 'symbol', strategy: '', symbol: 'EUR/USD' } as const;
    collector.halted({ at: START, ...place, rule: 'RC49', reason: 'differs' });
    expect(formatSummary(summarise(collector.finish(START, '')))).toContain(
      'RC49 (EUR/USD): differs',
    );
  });

  it('never passes 100 columns nor lets a text steer the terminal', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\u001b', '\n', '<', '-') });
    const text = fc.oneof(word, fc.constant('x'.repeat(150)));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 9e14 }), (name, reason, units) => {
        const strategies = [{ name, id: name, params: {} }];
        const notes = [{ label: name, value: reason }];
        const collector = createCollector({ ...INFO, name, strategies, notes, mode: reason });
        collector.rate(START, 0, 110_000, 110_002);
        collector.halted({ at: START, scope: 'strategy', strategy: name, rule: 'RC52', reason });
        collector.refused(makeRefusal({ rule: reason }));
        for (const [coId, strategy] of [
          ['a', name],
          ['b', 'other'],
        ] as const) {
          collector.fill(makeFill({ coId, strategy, instrument: eurUsd, units }));
        }
        const lines = formatSummary(summarise(collector.finish(START, reason))).split('\n');
        expect(lines.filter((line) => line.length > 100)).toEqual([]);
        expect(lines.join('')).not.toContain('\u001b');
      }),
    );
  });
});
