// The terminal text: what it says, and that it fits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTerms } from '../../../src/cli/check/glossary.js';
import {
  createCollector,
  feesSchema,
  formatSummary,
  summarise,
} from '../../../src/report/index.js';
import {
  eurUsd,
  INFO,
  makeFill,
  makeOrder,
  makeRefusal,
  playTwap,
  START,
  usdJpy,
} from '../twap-session.js';

describe('formatSummary', () => {
  it('prints the figures of the only row', () => {
    const text = formatSummary(summarise(playTwap()));
    for (const [label, value] of [
      ['Strategy', 'sell-eur'],
      ['Orders', '20: 19 FILLED, 1 CANCELED'],
      ['Filled', '4,900,000 of 5,000,000 \\(98.0 %\\)'],
      ['Average price', '1.14\\d+'],
      ['Arrival mid', '1.14\\d\\d\\d '],
      ['Total P&L', '-?\\+?[\\d,]+\\.\\d\\d USD, a (gain|loss), open positions at the last mid'],
      [
        'Slippage vs arrival',
        '[+-]\\d+\\.\\d{4} bps, (better|worse) \\([+-]\\d+\\.\\d\\d USD per million\\)',
      ],
      ['Position', '-4,900,000 EUR, short'],
      ['Refusals', 'RC14 3'],
      ['Risk rules off', 'RC10 RC35'],
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
    expect(text).toContain('\nTotal P&L: +40.00 USD, a gain, open positions at the last mid\n');
    expect(text).toContain('Slippage in bps against the arrival mid: above 0 is better.\n');
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

  it('starts with the total, or with P&L by currency where no rate converts', () => {
    const play = (currency: string) => {
      const collector = createCollector({ ...INFO, instruments: [eurUsd, usdJpy], currency });
      collector.rate(START, 0, 110_000, 110_000);
      collector.rate(START, 1, 150_000, 150_000);
      collector.order(makeOrder({ coId: 'a', parent: '', side: 'Buy' }));
      const units = 100_000_000;
      collector.fill(makeFill({ coId: 'a', side: 'Buy', units, priceTicks: 109_999 }));
      const yen = { coId: 'b', instrument: usdJpy, parent: '', side: 'Buy' } as const;
      collector.order(makeOrder(yen));
      collector.fill(makeFill({ ...yen, units, priceTicks: 150_010 }));
      return formatSummary(summarise(collector.finish(START, '')));
    };
    const [, , first] = play('USD').split('\n');
    expect(first).toBe('Total P&L: -56.67 USD, a loss, open positions at the last mid');
    const [, , byCurrency, none] = play('CHF').split('\n');
    expect(byCurrency).toBe(
      'P&L by currency: +10.00 USD, -10,000 JPY, open positions at the last mid',
    );
    expect(none).toBe('No total P&L: no rate of this session converts EUR/USD, USD/JPY to CHF');
  });

  it('names strategies that have no row', () => {
    const [one] = INFO.strategies;
    const strategies = [...INFO.strategies, { ...one!, name: 'asleep' }];
    const collector = createCollector({ ...INFO, strategies });
    collector.order(makeOrder({ parent: '' }));
    const summary = summarise(collector.finish(START, ''));
    expect(summary.idle).toEqual(['asleep']);
    expect(formatSummary(summary)).toMatch(/│ Without an order +│ asleep /);
  });

  it('uses no label without an entry in the glossary', () => {
    const terms = readTerms().map(({ term }) => term.toLowerCase());
    const info = { ...INFO, notes: [], fees: feesSchema.parse({ USD: { perMillion: 1 } }) };
    const collector = createCollector(info);
    collector.rate(START, 0, 110_000, 110_002);
    collector.order(makeOrder({ parent: '', coId: 'a', arrivalTicks2: 220_002 }));
    collector.fill(makeFill({ coId: 'a', units: 100_000_000, priceTicks: 110_003 }));
    collector.halted({ at: START, scope: 'all', strategy: '', rule: 'RC52', reason: 'x' });
    const first = { at: START, strategy: 'x', symbol: 'EUR/USD', message: 'too large' };
    collector.observed([{ rule: 'RC04', count: 2, first, needs: { G10: 2_000_000 } }]);
    const texts = [playTwap(), collector.finish(START, '')].map((one) =>
      formatSummary(summarise(one)),
    );
    expect(texts[1]).toMatch(/│ Paper would stop +│ RC04 2 times, needs G10 2,000,000 /);
    const labels = texts.flatMap((text) => [...text.matchAll(/^│ ([^│]*\S) +│/gm)]);
    const unknown = labels
      .map(([, label = '']) => label.toLowerCase())
      .filter((label) => !PLAIN.includes(label))
      .filter((label) => !terms.some((term) => label.includes(term)));
    expect(unknown).toEqual([]);
  });
});

/** Labels in everyday words. */
const PLAIN = ['strategy', 'symbol, side', 'average price'];
